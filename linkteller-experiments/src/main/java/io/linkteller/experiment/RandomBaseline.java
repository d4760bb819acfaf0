package io.linkteller.experiment;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.RandomAttack;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The random baseline. Its expected precision is the density among the targets for any belief; its
 * precision at belief k is also measured. A cell is one data set.
 *
 * @param scenarios the data
 * @param samplingSeeds the seeds for drawing targets, each at least 0
 * @param targets the number of targets to draw; all nodes of a degree class that has fewer
 * @param guesses the number of random guesses per sample, at least 1
 */
public record RandomBaseline(
    List<Scenario> scenarios, List<Integer> samplingSeeds, int targets, int guesses)
    implements Experiment {

  /** The measured precision, as opposed to the expected precision. */
  public static final Metric MEASURED = Metric.unmarked("measured precision", Unit.PERCENT, 3);

  /**
   * Copies the lists.
   *
   * @param scenarios the data
   * @param samplingSeeds the seeds for drawing targets, each at least 0
   * @param targets the number of targets to draw; all nodes of a degree class that has fewer
   * @param guesses the number of random guesses per sample, at least 1
   * @throws IllegalArgumentException if a list is empty or a number is too small
   */
  public RandomBaseline {
    scenarios = AttackGrid.notEmpty("scenarios", scenarios);
    samplingSeeds = AttackGrid.notEmpty("samplingSeeds", samplingSeeds);
    if (targets < 2 || guesses < 1) {
      throw new IllegalArgumentException(
          "targets = " + targets + " is below 2, or guesses = " + guesses + " is below 1");
    }
  }

  @Override
  public String name() {
    return "random";
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      ResultKey key =
          samples()
              .in(scenario.in(ResultKey.of("random")))
              .with("thresholds", scenario.thresholds())
              .with("guesses", guesses);
      cells.add(new Cell(key, () -> observe(scenario)));
    }
    return cells;
  }

  private TargetSamples samples() {
    return new TargetSamples(samplingSeeds, targets);
  }

  private List<Observation> observe(Scenario scenario) {
    List<Observation> observations = new ArrayList<>();
    for (DegreeClass degree : DegreeClass.values()) {
      for (int seed : samplingSeeds) {
        NodeSample sample = samples().draw(scenario, degree, seed);
        Graph induced = scenario.served().graph().inducedSubgraph(sample.nodes());
        if (induced.nodeCount() < 2) {
          // A degree class of fewer than two nodes has no pairs.
          continue;
        }
        Map<String, String> keys =
            TargetSamples.keys(Map.of(Columns.DATASET, scenario.name()), degree, seed);
        observations.add(
            new Observation(
                keys,
                PaperMetric.RANDOM_PRECISION.name(),
                (double) induced.edgeCount() / NodePairs.count(induced.nodeCount())));
        TargetSamples.density(scenario, sample)
            .ifPresent(
                density ->
                    observations.add(
                        new Observation(
                            keys, MEASURED.name(), measured(scenario, sample, density))));
      }
    }
    return observations;
  }

  private double measured(Scenario scenario, NodeSample sample, RoundedDensity density) {
    InferenceNodes nodes =
        InferenceNodes.of(sample.nodes(), scenario.served().features().selectRows(sample.nodes()));
    double sum = 0;
    for (int guess = 0; guess < guesses; guess++) {
      LinkPrediction found =
          RandomAttack.of(guess).run(AttackMethod.NOBODY, nodes, density.kHat(BeliefFactor.RIGHT));
      sum += PredictionMetrics.edges(found, scenario.served().graph()).precision();
    }
    return sum / guesses;
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .tableBeside(
                "Precision of guessing at random",
                PaperTable.RANDOM,
                PaperMetric.RANDOM_PRECISION,
                MEASURED);
    return samples()
        .recordIn(Report.builder(name(), table.title()))
        .setting("guesses for each sample", guesses)
        .introduction(
            "The expected precision of random guesses is the density among the targets. The"
                + " measured precision is the mean over guesses at belief k.")
        .section("Results")
        .table(table, PaperLayout.BY_DEGREE);
  }
}
