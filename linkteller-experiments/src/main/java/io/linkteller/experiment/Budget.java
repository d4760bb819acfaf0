package io.linkteller.experiment;

import io.linkteller.eval.sample.NodeSample;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The part of the paper's evaluation to compute: data sets, values of ε and numbers of repetitions.
 * Immutable.
 *
 * @param trainingSeeds the training seeds of models without protection
 * @param samplingSeeds the seeds for drawing targets
 * @param targets the number of targets to draw
 * @param privacyDatasets the data sets of the experiments with private graphs
 * @param epsilons the values of ε in the sweeps
 * @param degreeBinEpsilons the values of ε at which utility is shown by degree
 * @param attackNoiseSeeds the noise seeds of the attacked graphs
 * @param utilityNoiseSeeds the noise seeds of the graphs whose utility is measured
 * @param validationSplits the seeds of the splits on which ε is chosen
 * @param guesses the number of random guesses per sample
 * @param epochs the maximum number of training epochs; empty for the preset's number
 */
public record Budget(
    List<Long> trainingSeeds,
    List<Integer> samplingSeeds,
    int targets,
    List<String> privacyDatasets,
    List<Double> epsilons,
    List<Double> degreeBinEpsilons,
    List<Long> attackNoiseSeeds,
    List<Long> utilityNoiseSeeds,
    List<Long> validationSplits,
    int guesses,
    OptionalInt epochs) {

  /** The paper's budget: ε = 1, ..., 10, and 10 noise seeds for utility. */
  public static final Budget FULL =
      new Budget(
          List.of(42L, 1L, 2L),
          AttackGrid.PAPER_SAMPLING_SEEDS,
          NodeSample.PAPER_SIZE,
          List.of("RU", "DE", "FR", "ENGB", "PTBR", "Flickr"),
          IntStream.rangeClosed(1, 10).asDoubleStream().boxed().toList(),
          List.of(1.0, 5.0, 10.0),
          seeds(3),
          seeds(10),
          seeds(2),
          100,
          OptionalInt.empty());

  /** A budget that reproduces the results qualitatively, in minutes. */
  public static final Budget QUICK =
      new Budget(
          List.of(42L),
          AttackGrid.PAPER_SAMPLING_SEEDS,
          NodeSample.PAPER_SIZE,
          List.of("RU", "PTBR"),
          List.of(3.0, 5.0, 6.0, 7.0, 8.0, 10.0),
          List.of(5.0, 10.0),
          seeds(1),
          seeds(1),
          seeds(2),
          20,
          OptionalInt.empty());

  /**
   * Copies the lists.
   *
   * @param trainingSeeds the training seeds of models without protection
   * @param samplingSeeds the seeds for drawing targets
   * @param targets the number of targets to draw
   * @param privacyDatasets the data sets of the experiments with private graphs
   * @param epsilons the values of ε in the sweeps
   * @param degreeBinEpsilons the values of ε at which utility is shown by degree
   * @param attackNoiseSeeds the noise seeds of the attacked graphs
   * @param utilityNoiseSeeds the noise seeds of the graphs whose utility is measured
   * @param validationSplits the seeds of the splits on which ε is chosen
   * @param guesses the number of random guesses per sample
   * @param epochs the maximum number of training epochs; empty for the preset's number
   */
  public Budget {
    trainingSeeds = List.copyOf(trainingSeeds);
    samplingSeeds = List.copyOf(samplingSeeds);
    privacyDatasets = List.copyOf(privacyDatasets);
    epsilons = List.copyOf(epsilons);
    degreeBinEpsilons = List.copyOf(degreeBinEpsilons);
    attackNoiseSeeds = List.copyOf(attackNoiseSeeds);
    utilityNoiseSeeds = List.copyOf(utilityNoiseSeeds);
    validationSplits = List.copyOf(validationSplits);
  }

  /**
   * Returns the name of this budget in reports.
   *
   * @return {@code full} or {@code quick} for {@link #FULL} and {@link #QUICK}, {@code own} for any
   *     other
   */
  public String label() {
    return equals(FULL) ? "full" : equals(QUICK) ? "quick" : "own";
  }

  private static List<Long> seeds(int count) {
    return LongStream.rangeClosed(1, count).boxed().toList();
  }
}
