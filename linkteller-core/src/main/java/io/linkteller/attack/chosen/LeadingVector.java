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
 * Finds the leading eigenvector π of Â^k: sqrt(d_u) for first-order normalization, sqrt(d_u + 1)
 * for augmented normalization, and 1 for random walks, times a separate factor in each connected
 * component.
 *
 * <p>Uses the Lanczos method for a symmetric Â, with full reorthogonalization. It needs only about
 * the square root of the number of steps that power iteration needs. All components share the
 * leading eigenvalue, and the start vector 1 is not orthogonal to the π of any component, so no
 * component is lost. If rounding, for example to single precision, has added other vectors of that
 * eigenvalue to the basis, π is the projection of the start vector onto all of them.
 */
final class LeadingVector {

  /** The residual, relative to the leading eigenvalue, at which the iteration stops. */
  private static final double CONVERGED = 1e-11;

  private LeadingVector() {}

  /**
   * Finds π.
   *
   * @param ofOnes Â^k 1, up to a factor
   * @param oracle maps s, of any sign, to Â^k s up to the same factor
   * @param steps the maximum number of queries of the oracle
   * @param tie the relative difference up to which eigenvalues count as equal
   * @return π, with 1 as its largest entry
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
      // Orthogonalize twice, because the first pass leaves components of the size of rounding
      // errors.
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

  /**
   * Projects the first unit vector onto the eigenvectors with eigenvalues of at least a bound, and
   * normalizes the result.
   */
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
