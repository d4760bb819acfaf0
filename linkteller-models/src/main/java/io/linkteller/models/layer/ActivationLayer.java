package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * An activation inside a composite layer, Z = dropout(σ(H)). Stages of a network apply their own
 * activation and dropout and do not need this layer.
 */
public final class ActivationLayer implements IncrementalLayer {

  private static final int BLOCK = 1 << 12;

  private final Activation activation;
  private final int width;
  private final double dropout;
  private final DMatrixRMaj input = new DMatrixRMaj(0, 0);

  /**
   * Creates an activation layer.
   *
   * @param activation σ
   * @param width d, the number of columns
   * @param dropout the dropout rate of σ(H) in training, in [0, 1)
   * @throws IllegalArgumentException if {@code dropout} is out of range
   */
  public ActivationLayer(Activation activation, int width, double dropout) {
    this.activation = activation;
    this.width = width;
    this.dropout = Dropout.checkRate("dropout", dropout);
  }

  @Override
  public int inputWidth() {
    return width;
  }

  @Override
  public int outputWidth() {
    return width;
  }

  @Override
  public List<Tensor> parameters() {
    return List.of();
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    DenseRows.copy(in, input, pass.workers());
    out.reshape(input.numRows, width);
    pass.workers()
        .forRows(
            input.getNumElements(),
            BLOCK,
            (from, to) -> activation.apply(input.data, from, to, out.data));
    drop(out, pass);
  }

  private void drop(DMatrixRMaj numbers, Pass pass) {
    if (pass.isTraining()) {
      Dropout.apply(
          numbers.data, numbers.getNumElements(), dropout, pass.dropoutKey(0), pass.workers());
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    gradIn.ifPresent(
        wanted -> {
          wanted.setTo(gradOut);
          drop(wanted, pass);
          pass.workers()
              .forRows(
                  input.getNumElements(),
                  BLOCK,
                  (from, to) -> activation.multiplyBySlope(input.data, from, to, wanted.data));
        });
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    out.addAll(in);
    out.applyChange(activation, input.data);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    out.addAll(in);
    out.applySlope(activation, input.data);
  }
}
