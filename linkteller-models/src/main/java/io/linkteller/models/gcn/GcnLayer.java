package io.linkteller.models.gcn;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.network.ServedWeight;
import io.linkteller.models.network.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A graph convolution Z = Â H W + b, H n x d and W d x d', computed in the order that costs less:
 *
 * <ul>
 *   <li>Â (H W): (entries of H + entries of Â) d' multiplications,
 *   <li>(Â H) W: entries of Â times d, and n d d'. Less where a layer widens what is written out.
 * </ul>
 */
final class GcnLayer implements Layer {

  private final CsrMatrix adjacency;
  private final Tensor weight;
  private final Tensor bias;

  /** Whether the last forward pass went by (Â H) W. */
  private boolean propagatedFirst;

  /**
   * H W of the last forward pass, or Â H where propagated first; the backward pass reuses it for
   * the derivative with respect to it.
   */
  private final DMatrixRMaj inner = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj gradInner = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj weightTransposed = new DMatrixRMaj(0, 0);
  private final ServedWeight servedWeight = new ServedWeight();

  GcnLayer(CsrMatrix adjacency, Tensor weight, Tensor bias) {
    this.adjacency = adjacency;
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

  private boolean isCheaperPropagatedFirst(LeftOperand in) {
    long d = inputWidth();
    long width = outputWidth();
    long transformFirst = (in.storedCount() + adjacency.entryCount()) * width;
    return adjacency.entryCount() * d + adjacency.rows() * d * width < transformFirst;
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    propagatedFirst = isCheaperPropagatedFirst(in);
    if (!pass.isTraining()) {
      servedWeight.set(weight.value());
    }
    if (propagatedFirst) {
      in.multiplyBy(adjacency, inner, workers);
      DenseOperand.view(inner).multiply(weight.value(), out, workers);
      addBias(out, workers);
    } else {
      in.multiply(weight.value(), inner, workers);
      adjacency.multiplyPlusRow(inner, bias.value().data, out, workers);
    }
  }

  private void addBias(DMatrixRMaj out, Workers workers) {
    int width = outputWidth();
    workers.forRows(
        out.numRows,
        64,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(1, bias.value().data, 0, width, out.data, row * width);
          }
        });
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    bias.gradient().reshape(1, outputWidth());
    ColumnSums.of(gradOut, bias.gradient().data, workers);
    if (gradIn.isPresent()) {
      weightTransposed.reshape(outputWidth(), inputWidth());
      CommonOps_DDRM.transpose(weight.value(), weightTransposed);
    }
    if (propagatedFirst) {
      DenseOperand.view(inner).multiplyTransposed(gradOut, weight.gradient(), workers);
      if (gradIn.isPresent()) {
        DenseOperand.view(gradOut).multiply(weightTransposed, gradInner, workers);
        adjacency.multiplyTransposed(gradInner, gradIn.get(), workers);
      }
    } else {
      adjacency.multiplyTransposed(gradOut, inner, workers);
      in.multiplyTransposed(inner, weight.gradient(), workers);
      if (gradIn.isPresent()) {
        DenseOperand.view(inner).multiply(weightTransposed, gradIn.get(), workers);
      }
    }
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges spare, RowChanges out) {
    if (propagatedFirst) {
      return false;
    }
    int width = outputWidth();
    out.clear(width);
    double[] t = new double[width];
    System.arraycopy(inner.data, row * width, t, 0, width);
    spread(row, factor - 1, t, width, out);
    return true;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    int width = outputWidth();
    out.clear(width);
    if (isCheaperSpreadFirst(in)) {
      spare.clear(in.width());
      for (int slot = 0; slot < in.count(); slot++) {
        spread(in.row(slot), 1, in.difference(slot), in.width(), spare);
      }
      for (int slot = 0; slot < spare.count(); slot++) {
        servedWeight.multiply(spare.difference(slot), out.add(spare.row(slot)));
      }
    } else {
      double[] change = new double[width];
      for (int slot = 0; slot < in.count(); slot++) {
        servedWeight.multiply(in.difference(slot), change);
        spread(in.row(slot), 1, change, width, out);
      }
    }
  }

  /** Compares the orders of products for changes as {@link #forward} does for whole matrices. */
  private boolean isCheaperSpreadFirst(RowChanges in) {
    long d = inputWidth();
    long width = outputWidth();
    long entries = 0;
    CsrMatrix reached = adjacency.transpose();
    for (int slot = 0; slot < in.count(); slot++) {
      entries += reached.offset(in.row(slot) + 1) - reached.offset(in.row(slot));
    }
    // How many rows are reached is known too late; there can't be more than this.
    long rows = Math.min(entries, adjacency.rows());
    return entries * d + rows * d * width < in.count() * d * width + entries * width;
  }

  /** Adds factor Â_uv t to the row of each u that node v reaches. */
  private void spread(int v, double factor, double[] t, int width, RowChanges out) {
    CsrMatrix reached = adjacency.transpose();
    for (int e = reached.offset(v); e < reached.offset(v + 1); e++) {
      DenseKernels.add(factor * reached.value(e), t, width, out.add(reached.column(e)));
    }
  }
}
