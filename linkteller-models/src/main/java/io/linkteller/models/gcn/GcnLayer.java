package io.linkteller.models.gcn;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.network.Tensor;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A graph convolution H' = σ(Â H W + b), σ the rectifier or nothing. Computed as Â (H W): the
 * product with the sparse matrix then runs over the d' columns of the result.
 */
final class GcnLayer implements Layer {

  private static final int BLOCK_ROWS = 32;

  private final CsrMatrix adjacency;
  private final boolean rectified;
  private final Tensor weight;
  private final Tensor bias;

  /** T = H W of the last forward pass; the backward pass reuses it for dL/dT. */
  private final DMatrixRMaj transformed = new DMatrixRMaj(0, 0);

  /** Â T + b of the last forward pass. */
  private final DMatrixRMaj preActivation = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj weightTransposed = new DMatrixRMaj(0, 0);

  GcnLayer(CsrMatrix adjacency, boolean rectified, Tensor weight, Tensor bias) {
    this.adjacency = adjacency;
    this.rectified = rectified;
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
  public void forward(LeftOperand in, DMatrixRMaj out, Workers workers) {
    in.multiply(weight.value(), transformed, workers);
    adjacency.multiply(transformed, preActivation, workers);
    int width = outputWidth();
    out.reshape(adjacency.rows(), width);
    double[] pre = preActivation.data;
    double[] b = bias.value().data;
    double[] activated = out.data;
    workers.forRows(
        adjacency.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(1, b, 0, width, pre, row * width);
          }
          if (rectified) {
            rectify(pre, from * width, to * width, activated);
          } else {
            System.arraycopy(pre, from * width, activated, from * width, (to - from) * width);
          }
        });
  }

  private static void rectify(double[] pre, int from, int to, double[] activated) {
    for (int i = from; i < to; i++) {
      activated[i] = Math.max(pre[i], 0.0);
    }
  }

  @Override
  public void backward(
      LeftOperand in,
      DMatrixRMaj out,
      DMatrixRMaj gradOut,
      Optional<DMatrixRMaj> gradIn,
      Workers workers) {
    int width = outputWidth();
    int rows = adjacency.rows();
    double[] gradPre = gradOut.data;
    if (rectified) {
      double[] pre = preActivation.data;
      workers.forRows(
          rows, BLOCK_ROWS, (from, to) -> maskNegative(pre, from * width, to * width, gradPre));
    }
    bias.gradient().reshape(1, width);
    bias.gradient().zero();
    for (int row = 0; row < rows; row++) {
      CsrKernels.add(1, gradPre, row * width, width, bias.gradient().data, 0);
    }
    DMatrixRMaj gradTransformed = transformed;
    adjacency.multiplyTransposed(gradOut, gradTransformed, workers);
    in.multiplyTransposed(gradTransformed, weight.gradient(), workers);
    if (gradIn.isPresent()) {
      weightTransposed.reshape(width, inputWidth());
      CommonOps_DDRM.transpose(weight.value(), weightTransposed);
      DenseOperand.view(gradTransformed).multiply(weightTransposed, gradIn.get(), workers);
    }
  }

  private static void maskNegative(double[] pre, int from, int to, double[] grad) {
    for (int i = from; i < to; i++) {
      grad[i] = pre[i] > 0 ? grad[i] : 0.0;
    }
  }

  @Override
  public void scaleInputRow(int row, double factor, RowChanges out) {
    out.clear(outputWidth());
    spread(row, factor - 1, transformed.data, row * outputWidth(), out);
    activate(out);
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out) {
    int width = outputWidth();
    out.clear(width);
    double[] w = weight.value().data;
    double[] change = new double[width];
    for (int slot = 0; slot < in.count(); slot++) {
      Arrays.fill(change, 0.0);
      int from = slot * in.width();
      for (int i = 0; i < in.width(); i++) {
        double difference = in.differences()[from + i];
        if (difference != 0) {
          CsrKernels.add(difference, w, i * width, width, change, 0);
        }
      }
      spread(in.row(slot), 1, change, 0, out);
    }
    activate(out);
  }

  /** Adds factor Â_uv t to the pre-activation of each u that node v reaches. */
  private void spread(int v, double factor, double[] t, int from, RowChanges out) {
    CsrMatrix reached = adjacency.transpose();
    int width = outputWidth();
    for (int e = reached.offset(v); e < reached.offset(v + 1); e++) {
      int at = out.add(reached.column(e));
      CsrKernels.add(factor * reached.value(e), t, from, width, out.differences(), at);
    }
  }

  /** Turns changes of the pre-activation into changes of the output. */
  private void activate(RowChanges out) {
    if (!rectified) {
      return;
    }
    int width = outputWidth();
    double[] pre = preActivation.data;
    double[] differences = out.differences();
    for (int slot = 0; slot < out.count(); slot++) {
      int before = out.row(slot) * width;
      int at = slot * width;
      for (int i = 0; i < width; i++) {
        double old = pre[before + i];
        differences[at + i] = Math.max(old + differences[at + i], 0.0) - Math.max(old, 0.0);
      }
    }
  }
}
