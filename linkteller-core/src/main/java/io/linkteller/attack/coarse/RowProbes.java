package io.linkteller.attack.coarse;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.matrix.CsrMatrix;

/**
 * Queries that change one target's row, before a background of the other nodes' own features or of
 * none. A target whose features are all zero has nothing to scale and is given, here only, what the
 * first target with features has.
 */
final class RowProbes {

  private final InferenceNodes nodes;
  private final FeatureMatrix background;
  private final boolean silent;
  private final double[] lent;

  private RowProbes(InferenceNodes nodes, FeatureMatrix background, boolean silent, double[] lent) {
    this.nodes = nodes;
    this.background = background;
    this.silent = silent;
    this.lent = lent;
  }

  static RowProbes of(InferenceNodes nodes, boolean silent) {
    FeatureMatrix x = nodes.features();
    double[] lent = new double[x.cols()];
    int position = 0;
    int last = nodes.targets().size() - 1;
    while (position < last && x.isZeroRow(nodes.rowOfTarget(position))) {
      position++;
    }
    x.copyRow(nodes.rowOfTarget(position), lent);
    return new RowProbes(nodes, silent ? zeros(x.rows(), x.cols()) : x, silent, lent);
  }

  private static FeatureMatrix zeros(int rows, int cols) {
    return SparseFeatures.of(CsrMatrix.of(cols, new int[rows + 1], new int[0], new double[0]));
  }

  InferenceQuery baseline() {
    return nodes.queryWith(background);
  }

  /** The query that adds a multiple of a target's own features to its row of the background. */
  InferenceQuery probe(int position, double change) {
    int row = nodes.rowOfTarget(position);
    boolean zero = nodes.features().isZeroRow(row);
    if (!silent && !zero) {
      return nodes.queryWith(background.withRowScaled(row, 1 + change));
    }
    double[] values = lent.clone();
    if (!zero) {
      nodes.features().copyRow(row, values);
    }
    for (int col = 0; col < values.length; col++) {
      values[col] *= change;
    }
    return nodes.queryWith(background.withRowReplaced(row, values));
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
