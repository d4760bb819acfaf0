package io.linkteller.attack.prior;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ResponseRates;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The structure of a perturbed graph that degrees do not explain: the low-rank part of the
 * standardized residuals R_ij = (B_ij - g_ij) / sqrt(g_ij (1 - g_ij)), where B is the adjacency
 * matrix of the perturbed graph and g_ij is the probability of observing an edge under the degree
 * model.
 *
 * <p>Without structure, R is a Wigner matrix of unit variance, whose spectrum ends at 2 sqrt(n) up
 * to a term of relative size n^(-2/3). Eigenvalues beyond that limit indicate structure and are
 * shrunk: an observed eigenvalue y > 2 sqrt(n) stems from a true eigenvalue l = (y + sqrt(y² -
 * 4n))/2, and the squared cosine between its eigenvector and the true one is 1 - n/l²
 * (Benaych-Georges, Nadakuditi 2011).
 */
final class ResidualStructure {

  /**
   * The maximum number of Lanczos steps. Outliers converge geometrically, so this many steps
   * separate them from the bulk.
   */
  private static final int STEPS = 128;

  private final double[][] vectors;
  private final double[] values;

  private ResidualStructure(double[][] vectors, double[] values) {
    this.vectors = vectors;
    this.values = values;
  }

  /** Finds the structure by the Lanczos method, in at most 128 steps of O(n²) time each. */
  static ResidualStructure of(
      Graph shown, DegreeModel degrees, ResponseRates rates, long seed, Workers workers) {
    int n = shown.nodeCount();
    double edge = 2 * Math.sqrt(n);
    double beyond = edge * (1 + Math.pow(n, -2 / 3.0));
    int steps = Math.min(n, STEPS);
    double[][] basis = new double[steps][];
    DMatrixRMaj tridiagonal = new DMatrixRMaj(steps, steps);
    SplittableRandom random = new SplittableRandom(seed);
    double[] q = new double[n];
    for (int i = 0; i < n; i++) {
      q[i] = 2 * random.nextDouble() - 1;
    }
    scale(q, 1 / norm(q));
    int size = 0;
    while (size < steps) {
      basis[size] = q;
      double[] next = new double[n];
      double[] from = q;
      workers.forRows(n, 16, (a, b) -> multiply(shown, degrees, rates, from, a, b, next));
      // Orthogonalize twice, because the first pass leaves components of the size of rounding
      // errors.
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i <= size; i++) {
          double part = dot(next, basis[i]);
          DenseKernels.add(-part, basis[i], n, next);
          if (i == size) {
            tridiagonal.add(i, i, part);
          }
        }
      }
      size++;
      double rest = norm(next);
      if (rest <= 1e-10 * edge) {
        break;
      }
      if (size < steps) {
        tridiagonal.set(size, size - 1, rest);
        tridiagonal.set(size - 1, size, rest);
      }
      scale(next, 1 / rest);
      q = next;
    }
    return outliers(tridiagonal, basis, size, beyond);
  }

  private static ResidualStructure outliers(
      DMatrixRMaj tridiagonal, double[][] basis, int size, double beyond) {
    DMatrixRMaj symmetric = CommonOps_DDRM.extract(tridiagonal, 0, size, 0, size);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(symmetric)) {
      return new ResidualStructure(new double[0][], new double[0]);
    }
    int n = basis[0].length;
    double[][] vectors = new double[size][];
    double[] values = new double[size];
    int found = 0;
    for (int r = 0; r < size; r++) {
      double y = eigen.getEigenvalue(r).getReal();
      if (Math.abs(y) <= beyond) {
        continue;
      }
      double l = (Math.abs(y) + Math.sqrt(y * y - 4.0 * n)) / 2;
      values[found] = Math.signum(y) * (l - n / l);
      double[] combination = eigen.getEigenVector(r).getData();
      double[] vector = new double[n];
      for (int i = 0; i < size; i++) {
        DenseKernels.add(combination[i], basis[i], n, vector);
      }
      vectors[found++] = vector;
    }
    return new ResidualStructure(Arrays.copyOf(vectors, found), Arrays.copyOf(values, found));
  }

  /** {@return the number of eigenvalues beyond the noise} */
  int rank() {
    return values.length;
  }

  /** Returns the excess of a pair over the degree model, in standard deviations of its cell. */
  double excess(int i, int j) {
    double sum = 0;
    for (int r = 0; r < values.length; r++) {
      sum += values[r] * vectors[r][i] * vectors[r][j];
    }
    return sum;
  }

  /** Computes the rows of R x from {@code from} (inclusive) to {@code to} (exclusive). */
  private static void multiply(
      Graph shown,
      DegreeModel degrees,
      ResponseRates rates,
      double[] x,
      int from,
      int to,
      double[] out) {
    double gap = rates.keep() - rates.fill();
    for (int i = from; i < to; i++) {
      double sum = 0;
      for (int j = 0; j < x.length; j++) {
        if (j != i) {
          double g = rates.fill() + gap * degrees.probability(i, j);
          sum -= Math.sqrt(g / (1 - g)) * x[j];
        }
      }
      for (int k = 0; k < shown.degree(i); k++) {
        int j = shown.neighbor(i, k);
        double g = rates.fill() + gap * degrees.probability(i, j);
        sum += x[j] / Math.sqrt(g * (1 - g));
      }
      out[i] = sum;
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  private static void scale(double[] x, double factor) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= factor;
    }
  }
}
