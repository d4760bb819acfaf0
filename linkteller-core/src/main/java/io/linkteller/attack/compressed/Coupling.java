package io.linkteller.attack.compressed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * An orthonormal basis U of the parts that columns of answers may contain in addition to the effect
 * of the sparse influences. Immutable; arrays are not copied.
 *
 * @param n the number of nodes
 * @param basis the vectors, each of n numbers
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Coupling(int n, double[][] basis) {

  /** {@return the empty coupling} */
  static Coupling none(int n) {
    return new Coupling(n, new double[0][]);
  }

  /**
   * Returns the span of the constant vector 1, the leading left singular vectors of an answer, and
   * some given vectors.
   *
   * @param width the number of columns of the answer
   * @param answer n x width, row-major
   * @param distinct the share of the largest singular value up to which a singular value counts as
   *     a rounding error
   * @param most the maximum number of singular vectors
   * @param more the given vectors, each of n numbers
   */
  static Coupling of(
      int n, int width, double[] answer, double distinct, int most, double[][] more) {
    List<double[]> vectors = new ArrayList<>();
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    vectors.add(ones);
    DMatrixRMaj scaled = new DMatrixRMaj(n, width);
    for (int j = 0; j < width; j++) {
      double largest = Double.MIN_NORMAL;
      for (int v = 0; v < n; v++) {
        largest = Math.max(largest, Math.abs(answer[v * width + j]));
      }
      for (int v = 0; v < n; v++) {
        scaled.data[v * width + j] = answer[v * width + j] / largest;
      }
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(n, width, true, false, true);
    if (svd.decompose(scaled)) {
      DMatrixRMaj u = svd.getU(null, false);
      double[] values = svd.getSingularValues();
      Integer[] order = new Integer[values.length];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, (a, b) -> Double.compare(values[b], values[a]));
      for (int i = 0; i < Math.min(most, order.length); i++) {
        if (values[order[i]] > distinct * values[order[0]]) {
          double[] vector = new double[n];
          for (int v = 0; v < n; v++) {
            vector[v] = u.get(v, order[i]);
          }
          vectors.add(vector);
        }
      }
    }
    vectors.addAll(List.of(more));
    return new Coupling(n, orthonormal(vectors));
  }

  private static double[][] orthonormal(List<double[]> vectors) {
    List<double[]> basis = new ArrayList<>();
    for (double[] vector : vectors) {
      double before = Math.sqrt(dot(vector, vector));
      double[] rest = vector.clone();
      // The second pass removes rounding errors of the first.
      for (int pass = 0; pass < 2; pass++) {
        for (double[] other : basis) {
          double product = dot(rest, other);
          for (int v = 0; v < rest.length; v++) {
            rest[v] -= product * other[v];
          }
        }
      }
      double left = Math.sqrt(dot(rest, rest));
      if (left > 1e-6 * before) {
        for (int v = 0; v < rest.length; v++) {
          rest[v] /= left;
        }
        basis.add(rest);
      }
    }
    return basis.toArray(new double[0][]);
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** Returns X - U Uᵀ X for an n x m matrix X; X itself if nothing is coupled. */
  double[] away(double[] x, int m) {
    if (basis.length == 0) {
      return x;
    }
    double[] away = x.clone();
    for (double[] vector : basis) {
      double[] along = new double[m];
      for (int v = 0; v < n; v++) {
        for (int j = 0; j < m; j++) {
          along[j] += vector[v] * x[v * m + j];
        }
      }
      for (int v = 0; v < n; v++) {
        for (int j = 0; j < m; j++) {
          away[v * m + j] -= vector[v] * along[j];
        }
      }
    }
    return away;
  }
}
