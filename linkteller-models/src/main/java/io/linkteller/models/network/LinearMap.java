package io.linkteller.models.network;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * H to H W, which nearly every layer has in it: the product, its derivatives, and products with
 * single rows to answer from changes.
 *
 * <p>{@link #forward} and {@link #backward} belong to one thread at a time; {@link #multiplyRow}
 * may be called from several.
 */
public final class LinearMap {

  private final Tensor weight;
  private final DMatrixRMaj transposed = new DMatrixRMaj(0, 0);
  private final ServedWeight served = new ServedWeight();

  /**
   * Returns a map.
   *
   * @param weight W, d x d'
   */
  public LinearMap(Tensor weight) {
    this.weight = weight;
  }

  /**
   * Returns W.
   *
   * @return the live weight
   */
  public Tensor weight() {
    return weight;
  }

  /**
   * Returns d.
   *
   * @return the number of columns of the input
   */
  public int inputWidth() {
    return weight.value().numRows;
  }

  /**
   * Returns d'.
   *
   * @return the number of columns of the output
   */
  public int outputWidth() {
    return weight.value().numCols;
  }

  /**
   * Computes H W.
   *
   * @param in H, n x d
   * @param out receives H W; reshaped to n x d'
   * @param pass who shares the work
   */
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    in.multiply(weight.value(), out, pass.workers());
    if (!pass.isTraining()) {
      served.set(weight.value());
    }
  }

  /**
   * Writes the gradient of W, and computes that of H where it is wanted.
   *
   * @param in H
   * @param gradOut dL/d(H W), n x d'
   * @param gradIn where wanted, receives dL/dH; reshaped to n x d
   * @param pass that of the forward pass
   */
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    in.multiplyTransposed(gradOut, weight.gradient(), pass.workers());
    if (gradIn.isPresent()) {
      transposed.reshape(outputWidth(), inputWidth());
      CommonOps_DDRM.transpose(weight.value(), transposed);
      DenseOperand.view(gradOut).multiply(transposed, gradIn.get(), pass.workers());
    }
  }

  /**
   * Computes h W with the W of the last {@link #forward} of a pass without dropout.
   *
   * @param row h, d numbers
   * @param out receives d' numbers
   */
  public void multiplyRow(double[] row, double[] out) {
    served.multiply(row, out);
  }
}
