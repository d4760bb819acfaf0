package io.linkteller.models.network;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Z = H W + b: each node by itself, so a row of the input changes the same row of the output. */
public final class LinearLayer implements Layer {

  private static final int BLOCK_ROWS = 64;

  private final Tensor weight;
  private final Tensor bias;
  private final DMatrixRMaj weightTransposed = new DMatrixRMaj(0, 0);
  private final ServedWeight servedWeight = new ServedWeight();

  /**
   * Returns a layer.
   *
   * @param weight W, d x d'
   * @param bias b, a row of d'
   */
  public LinearLayer(Tensor weight, Tensor bias) {
    this.weight = weight;
    this.bias = bias;
  }

  @Override
  public int inputWidth() {
    return weight.value().numRows;
  }

  @Override
  public int outputWidth() {
    return weight.value().numCols;
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(weight, bias);
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    in.multiply(weight.value(), out, pass.workers());
    addToRows(bias.value().data, out, pass.workers());
    if (!pass.isTraining()) {
      servedWeight.set(weight.value());
    }
  }

  /** Adds the same numbers to each row of a matrix. */
  private static void addToRows(double[] numbers, DMatrixRMaj matrix, Workers workers) {
    workers.forRows(
        matrix.numRows,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(1, numbers, 0, matrix.numCols, matrix.data, row * matrix.numCols);
          }
        });
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    bias.gradient().reshape(1, outputWidth());
    ColumnSums.of(gradOut, bias.gradient().data, pass.workers());
    in.multiplyTransposed(gradOut, weight.gradient(), pass.workers());
    if (gradIn.isPresent()) {
      weightTransposed.reshape(outputWidth(), inputWidth());
      CommonOps_DDRM.transpose(weight.value(), weightTransposed);
      DenseOperand.view(gradOut).multiply(weightTransposed, gradIn.get(), pass.workers());
    }
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    out.clear(outputWidth());
    for (int slot = 0; slot < in.count(); slot++) {
      servedWeight.multiply(in.difference(slot), out.add(in.row(slot)));
    }
  }
}
