package io.linkteller.experiment.attack;

import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.graph.Graph;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How targets are drawn: a sample of each degree class from each seed.
 *
 * @param seeds the seeds of the draw, each at least 0
 * @param targets how many targets are drawn; all of a degree class that has fewer
 */
record TargetSamples(List<Integer> seeds, int targets) {

  /** Key of observations: the seed of the sample. */
  static final String SEED = "sampling seed";

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if it is empty or there are fewer than two targets
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

  /** Records these settings. */
  Report.Builder recordIn(Report.Builder report) {
    return report.setting("sampling seeds", seeds).setting("targets", targets);
  }

  /** As many targets as are wanted, or as there are. */
  NodeSample draw(Scenario scenario, DegreeClass degree, int seed) {
    Graph truth = scenario.served().graph();
    int pool = degree.pool(truth, scenario.thresholds()).size();
    return NodeSample.draw(truth, degree, scenario.thresholds(), Math.min(targets, pool), seed);
  }

  /** The keys of what was observed, and of which sample. */
  static Map<String, String> keys(Map<String, String> observed, DegreeClass degree, int seed) {
    Map<String, String> keys = new LinkedHashMap<>(observed);
    keys.put(Columns.DEGREE, degree.name().toLowerCase(Locale.ROOT));
    keys.put(SEED, String.valueOf(seed));
    return keys;
  }

  /** The density among the targets, empty where no pair of them is an edge. */
  static Optional<RoundedDensity> density(Scenario scenario, NodeSample sample) {
    Graph induced = scenario.served().graph().inducedSubgraph(sample.nodes());
    return induced.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(induced));
  }
}
