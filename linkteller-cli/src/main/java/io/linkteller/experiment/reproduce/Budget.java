package io.linkteller.experiment.reproduce;

import io.linkteller.eval.sample.NodeSample;
import io.linkteller.experiment.attack.AttackGrid;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How much of the paper's evaluation is computed: what is repeated how often. Immutable.
 *
 * @param trainingSeeds seeds of models without protection
 * @param samplingSeeds seeds of the targets' draw
 * @param targets how many targets are drawn
 * @param privacyDatasets data sets on which private graphs are studied
 * @param epsilons ε of the sweeps
 * @param degreeBinEpsilons ε at which utility is shown by degree
 * @param attackNoiseSeeds seeds of the noise of the graphs that are attacked
 * @param utilityNoiseSeeds seeds of the noise of the graphs whose utility is measured
 * @param validationSplits seeds of the splits on which ε is chosen
 * @param guesses how many times is guessed at random for each sample
 * @param epochs how many epochs every model is trained at most; empty for those of its preset
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

  /** The paper's: ε = 1, ..., 10, and 10 seeds of the noise for utility. */
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

  /** Enough to see what the full evaluation shows, in minutes. */
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
   * @param trainingSeeds seeds of models without protection
   * @param samplingSeeds seeds of the targets' draw
   * @param targets how many targets are drawn
   * @param privacyDatasets data sets on which private graphs are studied
   * @param epsilons ε of the sweeps
   * @param degreeBinEpsilons ε at which utility is shown by degree
   * @param attackNoiseSeeds seeds of the noise of the graphs that are attacked
   * @param utilityNoiseSeeds seeds of the noise of the graphs whose utility is measured
   * @param validationSplits seeds of the splits on which ε is chosen
   * @param guesses how many times is guessed at random for each sample
   * @param epochs how many epochs every model is trained at most; empty for those of its preset
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
   * Returns what reports call this budget.
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
