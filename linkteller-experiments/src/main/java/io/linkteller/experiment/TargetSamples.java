package io.linkteller.experiment;

import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The samples of targets: one per degree class and seed.
 *
 * @param seeds the seeds of the draw, each at least 0
 * @param targets the number of targets to draw; all nodes of a degree class that has fewer
 */
record TargetSamples(List<Integer> seeds, int targets) {

  /** The key of observations for the seed of the sample. */
  static final String SEED = "sampling seed";

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if it is empty or {@code targets} is below 2
   */
  TargetSamples {
    seeds = AttackGrid.notEmpty("samplingSeeds", seeds);
    if (targets < 2) {
      throw new IllegalArgumentException("targets = " + targets + " is below 2");
    }
  }

  /** Adds these settings to a key. */
  ResultKey in(ResultKey key) {
    return key.with("sampling seeds", seeds).with("targets", targets);
  }

  Report.Builder recordIn(Report.Builder report) {
    return report.setting("sampling seeds", seeds).setting("targets", targets);
  }

  /** Returns a sample of the requested size, or all nodes of the class if there are fewer. */
  NodeSample draw(Scenario scenario, DegreeClass degree, int seed) {
    Graph truth = scenario.served().graph();
    int pool = degree.pool(truth, scenario.thresholds()).size();
    return NodeSample.draw(truth, degree, scenario.thresholds(), Math.min(targets, pool), seed);
  }

  /** Returns the keys of the observations of a sample. */
  static Map<String, String> keys(Map<String, String> observed, DegreeClass degree, int seed) {
    Map<String, String> keys = new LinkedHashMap<>(observed);
    keys.put(Columns.DEGREE, degree.name().toLowerCase(Locale.ROOT));
    keys.put(SEED, String.valueOf(seed));
    return keys;
  }

  /** Returns the density among the targets, empty if no pair of them is an edge. */
  static Optional<RoundedDensity> density(Scenario scenario, NodeSample sample) {
    Graph induced = scenario.served().graph().inducedSubgraph(sample.nodes());
    return induced.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(induced));
  }
}
