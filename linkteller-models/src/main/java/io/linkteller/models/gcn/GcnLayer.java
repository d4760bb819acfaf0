package io.linkteller.models.gcn;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.layer.Bias;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph convolution, Z = Â H W + b with H n x d and W d x d'. The product is computed in the
 * cheaper of two orders:
 *
 * <ul>
 *   <li>Â (H W) takes (nnz(H) + nnz(Â)) d' multiplications, where nnz is the number of stored
 *       entries.
 *   <li>(Â H) W takes nnz(Â) d + n d d' multiplications, which is less if H is dense and d &lt; d'.
 * </ul>
 */
final class GcnLayer implements IncrementalLayer {

  private final Propagation propagation;
  private final CsrMatrix adjacency;
  private final LinearMap map;
  private final Bias bias;

  /** Whether the last forward pass computed (Â H) W. */
  private boolean propagatedFirst;

  /**
   * H W of the last forward pass, or Â H if propagated first. The backward pass overwrites H W with
   * the derivative with respect to it.
   */
  private final DMatrixRMaj inner = new DMatrixRMaj(0, 0);

  private final DMatrixRMaj gradInner = new DMatrixRMaj(0, 0);

  GcnLayer(Propagation propagation, Tensor weight, Tensor bias) {
    this.propagation = propagation;
    this.adjacency = propagation.adjacency();
    this.map = new LinearMap(weight);
    this.bias = new Bias(bias);
  }

  @Override
  public int inputWidth() {
    return map.inputWidth();
  }

  @Override
  public int outputWidth() {
    return map.outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(map.weight(), bias.tensor());
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
    if (propagatedFirst) {
      in.multiplyBy(adjacency, inner, workers);
      map.forward(DenseOperand.view(inner), out, pass);
      bias.addTo(out, workers);
    } else {
      map.forward(in, inner, pass);
      propagation.multiplyPlusRow(inner, bias.tensor().value().data, out, workers);
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    bias.backward(gradOut, workers);
    if (propagatedFirst) {
      map.backward(DenseOperand.view(inner), gradOut, gradIn.map(wanted -> gradInner), pass);
      gradIn.ifPresent(wanted -> propagation.multiplyTransposed(gradInner, wanted, workers));
    } else {
      propagation.multiplyTransposed(gradOut, inner, workers);
      map.backward(in, inner, gradIn, pass);
    }
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    if (propagatedFirst) {
      return false;
    }
    int width = outputWidth();
    out.clear(width);
    // inner holds H W, so the change of row v of H W is (factor - 1) times its stored row.
    double[] t = new double[width];
    System.arraycopy(inner.data, row * width, t, 0, width);
    spread(row, factor - 1, t, width, 0, adjacency.rows() - 1, out);
    return true;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    changeRows(in, 0, adjacency.rows() - 1, out, buffers);
  }

  /** Computes the changes of the rows of Z from {@code first} to {@code last}. */
  private void changeRows(
      RowChanges in, int first, int last, RowChanges out, ChangeBuffers buffers) {
    int width = outputWidth();
    out.clear(width);
    if (isCheaperSpreadFirst(in)) {
      RowChanges spare = buffers.borrow(in.width());
      for (int slot = 0; slot < in.count(); slot++) {
        spread(in.row(slot), 1, in.difference(slot), in.width(), first, last, spare);
      }
      for (int slot = 0; slot < spare.count(); slot++) {
        map.multiplyRow(spare.difference(slot), out.add(spare.row(slot)));
      }
      buffers.release(spare);
    } else {
      double[] change = new double[width];
      for (int slot = 0; slot < in.count(); slot++) {
        map.multiplyRow(in.difference(slot), change);
        spread(in.row(slot), 1, change, width, first, last, out);
      }
    }
  }

  @Override
  public void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    if (observed.isEmpty()) {
      out.clear(outputWidth());
      return;
    }
    if (isCheaperSpreadFirst(in) || !isCheaperGathered(in, observed)) {
      changeRows(in, observed.getInt(0), observed.getInt(observed.size() - 1), out, buffers);
      return;
    }
    int width = outputWidth();
    RowChanges spare = buffers.borrow(width);
    for (int slot = 0; slot < in.count(); slot++) {
      map.multiplyRow(in.difference(slot), spare.add(in.row(slot)));
    }
    double[] changes = spare.writtenOut();
    out.clear(width);
    // Sums in the order of the rows of H, as spread() does, so the results are bit-identical.
    for (int i = 0; i < observed.size(); i++) {
      int u = observed.getInt(i);
      adjacency.addRowProduct(u, changes, width, out.add(u));
    }
    buffers.release(spare);
  }

  @Override
  public void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    changeObservedRows(in, observed, out, buffers);
  }

  /**
   * Returns whether gathering is cheaper than spreading. Gathering visits all neighbors of each
   * observed row; spreading visits all neighbors of each changed row. Gathering wins on dense
   * graphs, where most changed rows reach unobserved ones.
   */
  private boolean isCheaperGathered(RowChanges in, IntList observed) {
    long spread = 0;
    CsrMatrix reached = adjacency.transpose();
    for (int slot = 0; slot < in.count(); slot++) {
      spread += reached.offset(in.row(slot) + 1) - reached.offset(in.row(slot));
    }
    // The cost of writing the changes to a dense matrix.
    long gather = adjacency.rows();
    for (int i = 0; i < observed.size() && gather < spread; i++) {
      gather += adjacency.offset(observed.getInt(i) + 1) - adjacency.offset(observed.getInt(i));
    }
    return gather < spread;
  }

  /**
   * Compares the two orders of products for changes, as {@link #forward} does for whole matrices.
   */
  private boolean isCheaperSpreadFirst(RowChanges in) {
    long d = inputWidth();
    long width = outputWidth();
    long entries = 0;
    CsrMatrix reached = adjacency.transpose();
    for (int slot = 0; slot < in.count(); slot++) {
      entries += reached.offset(in.row(slot) + 1) - reached.offset(in.row(slot));
    }
    // An upper bound of the number of rows reached; the exact number is only known afterwards.
    long rows = Math.min(entries, adjacency.rows());
    return entries * d + rows * d * width < in.count() * d * width + entries * width;
  }

  /**
   * Adds factor * Â_uv * t to row u for each node u from {@code first} to {@code last} with Â_uv !=
   * 0.
   */
  private void spread(
      int v, double factor, double[] t, int width, int first, int last, RowChanges out) {
    CsrMatrix reached = adjacency.transpose();
    int end = reached.offset(v + 1);
    for (int e = first == 0 ? reached.offset(v) : reached.firstFrom(v, first);
        e < end && reached.column(e) <= last;
        e++) {
      DenseKernels.add(factor * reached.value(e), t, width, out.add(reached.column(e)));
    }
  }
}
