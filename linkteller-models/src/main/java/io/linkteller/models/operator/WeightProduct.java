package io.linkteller.models.operator;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Computes the product H W and its derivatives. Also multiplies single rows by the W of the last
 * forward pass without dropout, using a copy of W in a suitable layout. Used by all operators that
 * multiply by a weight.
 */
final class WeightProduct {

  /**
   * With fewer columns than this, the copy is transposed: dot products over the long dimension are
   * then faster than additions of short rows.
   */
  private static final int NARROW = 8;

  private final DMatrixRMaj transposed = new DMatrixRMaj(0, 0);
  private double[][] rows = new double[0][];
  private int height;
  private int width;

  /** Computes out = H W. */
  void forward(LeftOperand in, DMatrixRMaj weight, DMatrixRMaj out, Pass pass) {
    in.multiply(weight, out, pass.workers());
    if (!pass.isTraining()) {
      keep(weight);
    }
  }

  private void keep(DMatrixRMaj weight) {
    height = weight.numRows;
    width = weight.numCols;
    boolean narrow = width < NARROW;
    int count = narrow ? width : height;
    int length = narrow ? height : width;
    if (rows.length != count || (count > 0 && rows[0].length != length)) {
      rows = new double[count][length];
    }
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) {
        rows[narrow ? c : r][narrow ? r : c] = weight.data[r * width + c];
      }
    }
  }

  /** Computes dL/dW and dL/dH, if they are wanted, from dL/d(H W). */
  void backward(
      LeftOperand in,
      DMatrixRMaj weight,
      DMatrixRMaj gradOut,
      Optional<DMatrixRMaj> gradIn,
      Optional<DMatrixRMaj> gradWeight,
      Pass pass) {
    gradWeight.ifPresent(wanted -> in.multiplyTransposed(gradOut, wanted, pass.workers()));
    gradIn.ifPresent(
        wanted -> {
          transposed.reshape(weight.numCols, weight.numRows);
          CommonOps_DDRM.transpose(weight, transposed);
          DenseOperand.view(gradOut).multiply(transposed, wanted, pass.workers());
        });
  }

  /** Computes out = x W for a row x. */
  void multiplyRow(double[] x, double[] out) {
    if (width < NARROW) {
      for (int c = 0; c < width; c++) {
        out[c] = DenseKernels.dot(x, 0, rows[c], 0, height);
      }
      return;
    }
    Arrays.fill(out, 0, width, 0.0);
    // Adding four rows at a time loads and stores each output entry a quarter as often.
    int r = 0;
    for (; r + 3 < height; r += 4) {
      DenseKernels.addFour(
          x[r],
          rows[r],
          x[r + 1],
          rows[r + 1],
          x[r + 2],
          rows[r + 2],
          x[r + 3],
          rows[r + 3],
          width,
          out);
    }
    for (; r < height; r++) {
      DenseKernels.add(x[r], rows[r], width, out);
    }
  }
}
