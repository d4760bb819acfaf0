package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A residual connection, Z = H + f(H) (He, Zhang, Ren, Sun, CVPR 2016), around a layer f whose
 * output is as wide as its input.
 */
public final class Residual implements IncrementalLayer {

  private final IncrementalLayer inner;
  private final DMatrixRMaj input = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradInner = new DMatrixRMaj(0, 0);

  /**
   * Creates a residual connection around a layer.
   *
   * @param inner f
   * @throws IllegalArgumentException if the input and output widths of {@code inner} differ
   */
  public Residual(Layer inner) {
    if (inner.inputWidth() != inner.outputWidth()) {
      throw new IllegalArgumentException(
          "a residual connection cannot add "
              + inner.inputWidth()
              + " input columns to "
              + inner.outputWidth()
              + " output columns");
    }
    this.inner = IncrementalLayer.of(inner);
  }

  @Override
  public int inputWidth() {
    return inner.inputWidth();
  }

  @Override
  public int outputWidth() {
    return inner.outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return inner.parameters();
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    inner.forward(in, out, pass);
    DenseRows.copy(in, input, pass.workers());
    DenseRows.add(input, out, pass.workers());
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    // Copied because the backward pass of the inner layer may overwrite its argument.
    gradInner.setTo(gradOut);
    inner.backward(in, gradInner, gradIn, pass);
    gradIn.ifPresent(wanted -> DenseRows.add(gradOut, wanted, pass.workers()));
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    inner.changeInputRows(in, out, buffers);
    out.addAll(in);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    inner.moveInputRows(in, out, buffers);
    out.addAll(in);
  }

  @Override
  public void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    inner.changeObservedRows(in, observed, out, buffers);
    out.addAll(in);
  }

  @Override
  public void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    inner.moveObservedRows(in, observed, out, buffers);
    out.addAll(in);
  }
}
