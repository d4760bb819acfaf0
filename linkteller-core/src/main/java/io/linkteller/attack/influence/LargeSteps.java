package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * Scales one node's features by several factors far from 1, zero and negative ones among them, and
 * adds up what they do, each in units of what it does on average where it does anything. A model
 * that normalizes features does not notice a small step, and one that shows a label, or looks at
 * one of several neighbors, none that does not change the choice.
 *
 * <p>Five times as many queries as {@link FeatureReweighting}. Immutable.
 */
public final class LargeSteps implements Measurement {

  /** The measurement, which has no settings. */
  public static final LargeSteps MEASUREMENT = new LargeSteps();

  /** The factors less one. */
  private static final double[] DELTAS = {-2, -1, 4, 29, -31};

  private LargeSteps() {}

  /**
   * Returns the number of queries for influences of the targets.
   *
   * @param targets n
   * @return 5n + 5
   */
  public static long queryCount(int targets) {
    return DELTAS.length * (targets + 1L);
  }

  @Override
  public InfluenceMatrix measure(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    int probed = extent.probedCount(nodes);
    double[][] sums = new double[probed][extent.observedCount(nodes)];
    for (double delta : DELTAS) {
      InfluenceMatrix step = FeatureReweighting.of(delta).measure(api, nodes, extent, settings);
      double mean = meanOnOthers(step);
      for (int v = 0; v < probed && mean > 0; v++) {
        InfluenceMatrix.Row row = step.row(v);
        for (int entry = 0; entry < row.size(); entry++) {
          sums[v][row.position(entry)] += row.value(entry) / mean;
        }
      }
    }
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    for (int v = 0; v < probed; v++) {
      influences.set(v, sums[v]);
    }
    return influences.build();
  }

  private static double meanOnOthers(InfluenceMatrix step) {
    double sum = 0;
    long count = 0;
    for (int v = 0; v < step.probedCount(); v++) {
      InfluenceMatrix.Row row = step.row(v);
      for (int entry = 0; entry < row.size(); entry++) {
        if (row.position(entry) != v) {
          sum += row.value(entry);
          count++;
        }
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  @Override
  public String toString() {
    return "large steps";
  }
}
