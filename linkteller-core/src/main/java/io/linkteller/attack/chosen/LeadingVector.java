package io.linkteller.attack.chosen;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.matrix.DenseKernels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The leading eigenvector π of Â^k: sqrt(d_u) for first-order and sqrt(d_u + 1) for augmented
 * normalization, 1 for random walks, times a separate factor in each connected component.
 *
 * <p>Found by the Lanczos method (symmetric Â) with full reorthogonalization, which needs only the
 * square root of the number of steps of power iteration. The start vector 1 has a part in every
 * component's π, and all components share the leading eigenvalue, so none is lost. Once rounding
 * has put other vectors of that eigenvalue into the basis, as single precision does, π is the
 * projection of the start vector onto all of them.
 */
final class LeadingVector {

  private static final double CONVERGED = 1e-11;

  private LeadingVector() {}

  /**
   * Finds π.
   *
   * @param ofOnes Â^k 1, up to a factor
   * @param oracle s -> Â^k s up to the same factor, for s of both signs
   * @param steps how often the oracle may be queried
   * @param tie the relative difference up to which eigenvalues are equal
   * @return π, largest entry 1
   */
  static double[] find(double[] ofOnes, UnaryOperator<double[]> oracle, int steps, double tie) {
    int n = ofOnes.length;
    List<double[]> basis = new ArrayList<>();
    DMatrixRMaj projected = new DMatrixRMaj(steps + 1, steps + 1);
    double[] q = LogitRows.filled(n, 1 / Math.sqrt(n));
    double[] combination = {1};
    for (int step = 0; step <= steps; step++) {
      basis.add(q);
      double[] next = step == 0 ? scaled(ofOnes, 1 / Math.sqrt(n)) : oracle.apply(q);
      // Twice: the first pass leaves components of the size of rounding errors.
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < basis.size(); i++) {
          double part = LogitRows.dot(next, basis.get(i));
          DenseKernels.add(-part, basis.get(i), n, next);
          projected.add(i, step, part);
        }
      }
      double rest = LogitRows.norm(next);
      EigenDecomposition_F64<DMatrixRMaj> eigen = decompose(projected, step + 1);
      double value = leading(eigen);
      combination = startWithin(eigen, value * (1 - tie));
      if (rest * Math.abs(combination[step]) <= CONVERGED * value || rest <= 1e-13 * value) {
        break;
      }
      q = scaled(next, 1 / rest);
    }
    double[] pi = new double[n];
    for (int i = 0; i < basis.size(); i++) {
      DenseKernels.add(combination[i], basis.get(i), n, pi);
    }
    double sum = 0;
    for (double p : pi) {
      sum += p;
    }
    return scaled(pi, Math.signum(sum) / LogitRows.largest(pi));
  }

  private static EigenDecomposition_F64<DMatrixRMaj> decompose(DMatrixRMaj projected, int size) {
    DMatrixRMaj symmetric = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        symmetric.set(i, j, (projected.get(i, j) + projected.get(j, i)) / (i == j ? 2 : 1));
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(symmetric)) {
      throw new UnsuitableModelException("the answers have no leading eigenvector");
    }
    return eigen;
  }

  private static double leading(EigenDecomposition_F64<DMatrixRMaj> eigen) {
    double leading = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < eigen.getNumberOfEigenvalues(); i++) {
      leading = Math.max(leading, eigen.getEigenvalue(i).getReal());
    }
    return leading;
  }

  /** Projects the first unit vector onto the eigenvectors with values above a bound; length 1. */
  private static double[] startWithin(EigenDecomposition_F64<DMatrixRMaj> eigen, double least) {
    double[] projection = new double[eigen.getNumberOfEigenvalues()];
    for (int i = 0; i < projection.length; i++) {
      if (eigen.getEigenvalue(i).getReal() >= least) {
        double[] vector = eigen.getEigenVector(i).getData();
        DenseKernels.add(vector[0], vector, vector.length, projection);
      }
    }
    return scaled(projection, 1 / LogitRows.norm(projection));
  }

  private static double[] scaled(double[] vector, double factor) {
    double[] out = new double[vector.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = factor * vector[i];
    }
    return out;
  }
}
