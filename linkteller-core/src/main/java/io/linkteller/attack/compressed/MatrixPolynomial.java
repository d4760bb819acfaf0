package io.linkteller.attack.compressed;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The answers of a model as a polynomial of Â: Y = Σ_a Â^a R P_a. For each power, a small matrix
 * P_a maps the moves of a query to the numbers of its answer. Immutable; arrays are not copied.
 *
 * @param width the number of rows and of columns of each matrix
 * @param matrices P_0, P_1, ..., each row-major
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record MatrixPolynomial(int width, double[][] matrices) {

  /** Returns β Â^k, for columns that are {@linkplain Columns#apart apart}. */
  static MatrixPolynomial ofPower(int depth, double scale) {
    double[][] matrices = new double[depth + 1][1];
    matrices[depth][0] = scale;
    return new MatrixPolynomial(1, matrices);
  }

  /**
   * Fits the matrices P_a by least squares.
   *
   * @param highest the highest power of Â
   */
  static MatrixPolynomial fit(NamedGraph graph, int highest, Columns columns) {
    return new MatrixPolynomial(columns.width(), fit(graph.powers(columns, highest), columns));
  }

  /**
   * Fits a matrix P_a for each of several X_a, which have the shape of R, such that Y ≈ Σ_a X_a
   * P_a.
   */
  static double[][] fit(double[][] powers, Columns columns) {
    int width = columns.width();
    int n = columns.n();
    int queries = columns.count() / width;
    // One row for each node and query contains the node's moves under each power.
    DMatrixRMaj design = new DMatrixRMaj(n * queries, width * powers.length);
    for (int row = 0; row < design.numRows; row++) {
      for (int a = 0; a < powers.length; a++) {
        System.arraycopy(
            powers[a], row * width, design.data, row * design.numCols + a * width, width);
      }
    }
    DMatrixRMaj right = new DMatrixRMaj(design.numRows, width);
    System.arraycopy(columns.y(), 0, right.data, 0, n * columns.count());
    DMatrixRMaj coefficients = new DMatrixRMaj(design.numCols, width);
    // Pivoting is needed because high powers are nearly linear combinations of lower ones.
    LinearSolverDense<DMatrixRMaj> solver =
        LinearSolverFactory_DDRM.leastSquaresQrPivot(true, false);
    double[][] matrices = new double[powers.length][width * width];
    if (solver.setA(design)) {
      solver.solve(right, coefficients);
      for (int a = 0; a < matrices.length; a++) {
        System.arraycopy(coefficients.data, a * width * width, matrices[a], 0, width * width);
      }
    }
    return matrices;
  }

  /** Returns Σ_a Â^a R P_a in the shape of the columns. */
  double[] predict(NamedGraph graph, Columns columns) {
    double[][] powers = graph.powers(columns, matrices.length - 1);
    double[] predicted = new double[columns.y().length];
    for (int a = 0; a < matrices.length; a++) {
      addProduct(width, powers[a], matrices[a], predicted);
    }
    return predicted;
  }

  /** Returns E P_aᵀ. */
  double[] back(double[] e, int a) {
    double[] transposed = new double[width * width];
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        transposed[j * width + i] = matrices[a][i * width + j];
      }
    }
    return product(width, e, transposed);
  }

  /** Returns X P, where P is applied to the columns of each query separately. */
  static double[] product(int width, double[] x, double[] matrix) {
    double[] product = new double[x.length];
    addProduct(width, x, matrix, product);
    return product;
  }

  private static void addProduct(int width, double[] x, double[] matrix, double[] sum) {
    if (Arrays.stream(matrix).allMatch(value -> value == 0)) {
      return;
    }
    for (int from = 0; from < x.length; from += width) {
      for (int i = 0; i < width; i++) {
        for (int j = 0; j < width; j++) {
          sum[from + j] += x[from + i] * matrix[i * width + j];
        }
      }
    }
  }
}
