package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.network.Tensor;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** Z = H + f(H) (He, Zhang, Ren, Sun, CVPR 2016), f a layer as wide as its input. */
public final class Residual implements IncrementalLayer {

  private final IncrementalLayer inner;
  private final DMatrixRMaj input = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradInner = new DMatrixRMaj(0, 0);

  /**
   * Returns a layer with a skip connection around it.
   *
   * @param inner f, whose output is as wide as its input
   * @throws IllegalArgumentException if it is not
   */
  public Residual(Layer inner) {
    if (inner.inputWidth() != inner.outputWidth()) {
      throw new IllegalArgumentException(
          "a residual connection adds "
              + inner.inputWidth()
              + " columns of input to "
              + inner.outputWidth()
              + " of output");
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
    // The inner layer may destroy what it is given.
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
