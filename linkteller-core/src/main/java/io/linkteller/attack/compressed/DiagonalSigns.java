package io.linkteller.attack.compressed;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Recovers the signs of the eigenvalues of S, which an even power loses, from the diagonal of S.
 * Every diagonal entry of A + I is 1, and with known eigenvectors u_e this condition is linear in
 * the eigenvalues s_e: Σ_e s_e u_ej² h_j² = α for each node j, where h is the leading eigenvector
 * (or 1 if Â is not normalized by degrees) and α is an unknown factor. The equations, as many as
 * there are unknowns, are solved by least squares with a ridge.
 */
final class DiagonalSigns {

  private final int size;
  private final double[] root;

  /**
   * KᵀK, where K is the matrix of the equations. The unknowns are the signs of all eigenvalues
   * except the leading one, and α.
   */
  private final DMatrixRMaj normal;

  private final DMatrixRMaj right;

  /**
   * Sets up the equations in O(size³) time.
   *
   * @param vectors eigenvectors, one per row, the leading one first
   * @param root the magnitudes of the eigenvalues of S
   * @param h the factors by which the rows and columns of S are multiplied
   */
  DiagonalSigns(DMatrixRMaj vectors, double[] root, double[] h) {
    this.size = vectors.numRows;
    this.root = root;
    DMatrixRMaj k = new DMatrixRMaj(size, size);
    DMatrixRMaj b = new DMatrixRMaj(size, 1);
    double most = 0;
    for (int j = 0; j < size; j++) {
      for (int e = 1; e < size; e++) {
        double u = vectors.data[e * size + j];
        k.data[j * size + e - 1] = root[e] * u * u * h[j] * h[j];
      }
      double leading = vectors.data[j];
      b.data[j] = -root[0] * leading * leading * h[j] * h[j];
      most = Math.max(most, -b.data[j]);
    }
    for (int j = 0; j < size; j++) {
      // The column of α is scaled to be about as large as the others.
      k.data[j * size + size - 1] = -most;
    }
    this.normal = new DMatrixRMaj(size, size);
    this.right = new DMatrixRMaj(size, 1);
    CommonOps_DDRM.multTransA(k, k, normal);
    CommonOps_DDRM.multTransA(k, b, right);
  }

  /**
   * Solves for the signs.
   *
   * @param ridge the weight that draws signs toward 0, relative to the mean diagonal entry of KᵀK
   * @return the eigenvalues of S with their signs
   */
  double[] signed(double ridge) {
    DMatrixRMaj matrix = normal.copy();
    double weight = ridge * CommonOps_DDRM.trace(normal) / size;
    for (int i = 0; i < size; i++) {
      matrix.add(i, i, weight);
    }
    double[] signed = root.clone();
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(size);
    if (solver.setA(matrix)) {
      DMatrixRMaj signs = new DMatrixRMaj(size, 1);
      solver.solve(right, signs);
      for (int e = 1; e < size; e++) {
        signed[e] = signs.data[e - 1] < 0 ? -root[e] : root[e];
      }
    }
    return signed;
  }
}
