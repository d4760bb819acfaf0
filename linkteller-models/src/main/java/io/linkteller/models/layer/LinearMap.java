package io.linkteller.models.layer;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.Pass;
import io.linkteller.models.parameter.Tensor;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The product H W, which is part of nearly every layer, with its derivatives and with products of
 * single rows for incremental queries.
 *
 * <p>{@link #forward} and {@link #backward} must not be called by two threads at the same time;
 * {@link #multiplyRow} may be.
 */
public final class LinearMap {

  private final Tensor weight;
  private final DMatrixRMaj transposed = new DMatrixRMaj(0, 0);
  private final ServedWeight served = new ServedWeight();

  /**
   * Creates a map.
   *
   * @param weight W, d x d'
   */
  public LinearMap(Tensor weight) {
    this.weight = weight;
  }

  /** {@return W, the live tensor} */
  public Tensor weight() {
    return weight;
  }

  /** {@return d, the number of columns of the input} */
  public int inputWidth() {
    return weight.value().numRows;
  }

  /** {@return d', the number of columns of the output} */
  public int outputWidth() {
    return weight.value().numCols;
  }

  /**
   * Computes H W.
   *
   * @param in H, n x d
   * @param out receives H W; reshaped to n x d'
   * @param pass the pass, which has the executor
   */
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    in.multiply(weight.value(), out, pass.workers());
    if (!pass.isTraining()) {
      served.set(weight.value());
    }
  }

  /**
   * Writes the gradient of W and, if requested, computes the gradient of H.
   *
   * @param in H
   * @param gradOut dL/d(H W), n x d'
   * @param gradIn receives dL/dH, reshaped to n x d; empty if dL/dH is not needed
   * @param pass the pass given to {@link #forward}
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
   * Computes h W, where W is the weight at the time of the last {@link #forward} without dropout.
   *
   * @param row h, a vector of length d
   * @param out receives h W, of length d'
   */
  public void multiplyRow(double[] row, double[] out) {
    served.multiply(row, out);
  }
}
