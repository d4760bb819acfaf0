package io.linkteller.attack.compressed;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * What a model answers whose influences are no single power of Â: Y = Σ_a Â^a R P_a, with a small
 * matrix P_a for each power, from the moves of a query to its numbers.
 */
final class MatrixPolynomial {

  private MatrixPolynomial() {}

  /**
   * Fits the matrices P_a by least squares, and predicts other answers.
   *
   * @param highest the highest power of Â
   * @param fitted the columns that the matrices are fitted to
   * @param held the columns to predict
   * @return the prediction, in the shape of the held columns
   */
  static double[] predict(NamedGraph graph, int highest, Columns fitted, Columns held) {
    int width = fitted.width();
    int unknowns = width * (highest + 1);
    DMatrixRMaj design = design(graph.powers(fitted, highest), fitted);
    DMatrixRMaj right = new DMatrixRMaj(design.numRows, width);
    int queries = fitted.count() / width;
    for (int v = 0; v < fitted.n(); v++) {
      System.arraycopy(
          fitted.y(), v * fitted.count(), right.data, v * queries * width, fitted.count());
    }
    DMatrixRMaj coefficients = new DMatrixRMaj(unknowns, width);
    // High powers are nearly combinations of lower ones.
    LinearSolverDense<DMatrixRMaj> solver =
        LinearSolverFactory_DDRM.leastSquaresQrPivot(true, false);
    if (!solver.setA(design)) {
      return new double[held.y().length];
    }
    solver.solve(right, coefficients);
    DMatrixRMaj other = design(graph.powers(held, highest), held);
    double[] predicted = new double[held.y().length];
    for (int row = 0; row < other.numRows; row++) {
      for (int j = 0; j < width; j++) {
        double sum = 0;
        for (int i = 0; i < unknowns; i++) {
          sum += other.data[row * unknowns + i] * coefficients.data[i * width + j];
        }
        predicted[row * width + j] = sum;
      }
    }
    return predicted;
  }

  /** One row for each node and query: its moves under each power. */
  private static DMatrixRMaj design(double[][] powers, Columns columns) {
    int width = columns.width();
    int queries = columns.count() / width;
    DMatrixRMaj design = new DMatrixRMaj(columns.n() * queries, width * powers.length);
    for (int row = 0; row < design.numRows; row++) {
      for (int a = 0; a < powers.length; a++) {
        System.arraycopy(
            powers[a], row * width, design.data, row * design.numCols + a * width, width);
      }
    }
    return design;
  }
}
