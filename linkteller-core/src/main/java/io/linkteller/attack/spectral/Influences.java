package io.linkteller.attack.spectral;

import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.inference.InferenceNodes;

/**
 * Influences of n targets on each other: entry (v, u) is the change of the logits of u when a
 * multiple of x₀ is added to the features of v.
 */
final class Influences {

  private final int n;
  private final double[] along;
  private final double[] sizes;
  private final double[] floor;
  private final double scatter;
  private final int queries;

  Influences(int n, double[] along, double[] sizes, double[] floor, double scatter, int queries) {
    this.n = n;
    this.along = along;
    this.sizes = sizes;
    this.floor = floor;
    this.scatter = scatter;
    this.queries = queries;
  }

  /**
   * Returns the influences of some targets as they are read by scores, without those that noise
   * explains.
   *
   * @param nodes the targets
   * @param probed the positions of the probed targets, which become the targets of the matrix
   */
  InfluenceMatrix matrix(InferenceNodes nodes, int[] probed) {
    InfluenceMatrix.Builder rows =
        InfluenceMatrix.builder(nodes, InfluenceMatrix.Extent.AMONG_TARGETS, 0);
    for (int v : probed) {
      double[] row = new double[n];
      for (int u = 0; u < n; u++) {
        row[u] = sizes[v * n + u] > floor[u] ? sizes[v * n + u] : 0;
      }
      rows.set(v, row);
    }
    return rows.build();
  }

  /** {@return the number of targets} */
  int n() {
    return n;
  }

  /**
   * Returns the influences along the common direction of logits, with those of v in row v; not
   * copied.
   */
  double[] along() {
    return along;
  }

  /** Returns the influences as Euclidean norms; not copied. */
  double[] sizes() {
    return sizes;
  }

  /** Returns the largest entry that noise alone can cause, per observed target u; not copied. */
  double[] floor() {
    return floor;
  }

  /**
   * Returns the share of the squared movements that is not along the common direction, in [0, 1].
   */
  double scatter() {
    return scatter;
  }

  /** {@return the number of queries asked} */
  int queries() {
    return queries;
  }
}
