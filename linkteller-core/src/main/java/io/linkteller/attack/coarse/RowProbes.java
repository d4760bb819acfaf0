package io.linkteller.attack.coarse;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;

/**
 * Queries that change one target's row, on a background of the other nodes' own features or of
 * zeros. A target whose features are all zero has nothing to scale; its probe uses the features of
 * the first target that has any, if they may be lent, and otherwise changes nothing.
 */
final class RowProbes {

  private final InferenceNodes nodes;
  private final InferenceQuery baseline;
  private final boolean silent;
  private final boolean lends;
  private final double[] lent;

  private RowProbes(
      InferenceNodes nodes, InferenceQuery baseline, boolean silent, boolean lends, double[] lent) {
    this.nodes = nodes;
    this.baseline = baseline;
    this.silent = silent;
    this.lends = lends;
    this.lent = lent;
  }

  /** Returns probes that observe all nodes. */
  static RowProbes observingAll(InferenceNodes nodes, boolean silent, boolean lends) {
    return of(nodes, silent, lends, nodes.query());
  }

  /** Returns probes on a silent background that observe the targets. */
  static RowProbes observingTargets(InferenceNodes nodes) {
    return of(nodes, true, true, nodes.query().observing(nodes.targetRows()));
  }

  /** Returns probes that observe what a query about the nodes observes. */
  static RowProbes of(InferenceNodes nodes, boolean silent, boolean lends, InferenceQuery own) {
    FeatureMatrix x = nodes.features();
    double[] lent = new double[x.cols()];
    int position = 0;
    int last = nodes.targets().size() - 1;
    while (position < last && x.isZeroRow(nodes.rowOfTarget(position))) {
      position++;
    }
    x.copyRow(nodes.rowOfTarget(position), lent);
    InferenceQuery baseline = silent ? own.about(FeatureMatrix.zero(x.rows(), x.cols())) : own;
    return new RowProbes(nodes, baseline, silent, lends, lent);
  }

  InferenceQuery baseline() {
    return baseline;
  }

  /**
   * Returns the query that adds a multiple of a target's own features to its row of the background.
   */
  InferenceQuery probe(int position, double change) {
    int row = nodes.rowOfTarget(position);
    boolean zero = nodes.features().isZeroRow(row);
    if (!silent && !(zero && lends)) {
      return baseline.with(FeatureEdit.scaling(row, 1 + change));
    }
    double[] values = lent.clone();
    if (!zero) {
      nodes.features().copyRow(row, values);
    }
    for (int col = 0; col < values.length; col++) {
      values[col] *= change;
    }
    return baseline.with(FeatureEdit.replacing(row, values));
  }

  static String name(InferenceNodes nodes, int position, double change) {
    return "the query that changes node "
        + nodes.targets().getInt(position)
        + " (target "
        + position
        + ") by "
        + change
        + " of its features";
  }
}
