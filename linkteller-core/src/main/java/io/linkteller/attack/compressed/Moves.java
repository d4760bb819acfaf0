package io.linkteller.attack.compressed;

import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.matrix.DenseKernels;
import org.ejml.data.DMatrixRMaj;

/**
 * The features s x₀ + t Σ_k r_uk g_k of each node u, with a common x₀ and K common directions g_k.
 * Immutable; arrays are not copied.
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Moves(double[] x0, double[][] directions) {

  /**
   * Draws random directions.
   *
   * @param x0 the features common to all nodes
   * @param count K, the number of directions
   * @param size the factor by which each direction is scaled
   */
  static Moves along(double[] x0, InferenceNodes nodes, long seed, int count, double size) {
    double[][] directions = new double[count][];
    for (int k = 0; k < count; k++) {
      directions[k] = scaled(UniformFeatures.x0(nodes, seed + k), size);
    }
    return new Moves(x0, directions);
  }

  /**
   * Returns the features of all nodes.
   *
   * @param r how far each node moves in each direction, n x K, row-major
   */
  LowRankFeatures features(double[] r, double s, double t) {
    int k = directions.length;
    int n = r.length / k;
    DMatrixRMaj factors = new DMatrixRMaj(n, k + 1);
    DMatrixRMaj vectors = new DMatrixRMaj(k + 1, x0.length);
    System.arraycopy(x0, 0, vectors.data, 0, x0.length);
    for (int i = 0; i < k; i++) {
      System.arraycopy(directions[i], 0, vectors.data, (i + 1) * x0.length, x0.length);
    }
    for (int v = 0; v < n; v++) {
      factors.set(v, 0, s);
      for (int i = 0; i < k; i++) {
        factors.set(v, i + 1, t * r[v * k + i]);
      }
    }
    return LowRankFeatures.of(factors, vectors);
  }

  static double[] scaled(double[] x, double factor) {
    double[] scaled = x.clone();
    for (int i = 0; i < x.length; i++) {
      scaled[i] *= factor;
    }
    return scaled;
  }

  /** Returns f (x - y). */
  static double[] difference(double[] x, double[] y, double f) {
    double[] difference = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      difference[i] = f * (x[i] - y[i]);
    }
    return difference;
  }

  static double norm(double[] x) {
    return Math.sqrt(DenseKernels.dot(x, 0, x, 0, x.length));
  }
}
