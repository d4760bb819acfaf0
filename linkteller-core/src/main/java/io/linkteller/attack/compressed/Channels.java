package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The singular vectors of C, the common response of the c numbers of an answer to moves in K
 * directions. A channel pairs a combination of the c numbers with a combination of the K directions
 * and yields one column per query. Immutable; arrays are not copied.
 *
 * @param left the factors of the c numbers of an answer, for each channel
 * @param right the factors of the K directions, for each channel
 * @param errors the root mean square error of a number in the column of each channel
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Channels(double[][] left, double[][] right, double[] errors) {

  /**
   * A channel is dropped if its singular value, as a share of the largest, is below this multiple
   * of the relative error of C.
   */
  private static final double MARGIN = 2;

  /** A channel with at least this share of the largest singular value is always kept. */
  private static final double CLEAR = 0.5;

  /**
   * Decomposes C. Channels are weighted by how far they are above the error.
   *
   * @param common C, c x K
   * @param floor the relative error of C
   * @param bend the curvature of the answers to a move, n x c
   * @param rounding the rounding error of a number in an answer
   */
  static Channels of(DMatrixRMaj common, double floor, double[] bend, double rounding) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd = decomposed(common);
    double[] values = svd.getSingularValues();
    double largest = values[leading(values)];
    double error = MARGIN * floor;
    List<double[]> left = new ArrayList<>();
    List<double[]> right = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      double share = values[i] / largest;
      if (share < Math.min(CLEAR, error)) {
        continue;
      }
      double weight = share / (share + error);
      double[] answer = column(svd.getU(null, false), i, weight / values[i]);
      left.add(answer);
      right.add(column(svd.getV(null, false), i, weight));
      double[] bent = along(bend, answer);
      errors.add(
          Math.max(
              Moves.norm(bent) / Math.sqrt(bent.length),
              // A change is the difference of two answers.
              Math.sqrt(2) * rounding * Moves.norm(answer)));
    }
    if (left.isEmpty()) {
      throw new UnsuitableModelException("answers move by less than their errors");
    }
    return new Channels(
        left.toArray(new double[0][]),
        right.toArray(new double[0][]),
        errors.stream().mapToDouble(Double::doubleValue).toArray());
  }

  static SingularValueDecomposition_F64<DMatrixRMaj> decomposed(DMatrixRMaj matrix) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, true, true, true);
    if (!svd.decompose(matrix.copy())) {
      throw new UnsuitableModelException("failed to compute the singular values of the answers");
    }
    return svd;
  }

  static int leading(double[] values) {
    int leading = 0;
    for (int i = 1; i < values.length; i++) {
      leading = values[i] > values[leading] ? i : leading;
    }
    return leading;
  }

  static double[] column(DMatrixRMaj matrix, int col, double factor) {
    double[] column = new double[matrix.numRows];
    for (int row = 0; row < column.length; row++) {
      column[row] = factor * matrix.get(row, col);
    }
    return column;
  }

  int count() {
    return left.length;
  }

  /**
   * Returns the columns of one query, one for each channel.
   *
   * @param r how far each node moved in each direction, n x K
   * @param change how far the answers moved, n x c
   */
  List<Columns.Column> columns(double[] r, double[] change) {
    List<Columns.Column> columns = new ArrayList<>();
    for (int channel = 0; channel < left.length; channel++) {
      columns.add(
          new Columns.Column(
              along(r, right[channel]), along(change, left[channel]), errors[channel]));
    }
    return columns;
  }

  /** Returns X f for a matrix X with one column per factor. */
  private static double[] along(double[] x, double[] factors) {
    double[] along = new double[x.length / factors.length];
    for (int i = 0; i < x.length; i++) {
      along[i / factors.length] += x[i] * factors[i % factors.length];
    }
    return along;
  }
}
