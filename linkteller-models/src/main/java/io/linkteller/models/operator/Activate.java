package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * An entrywise activation, followed by dropout in training: Z = dropout(σ(H)). Input: H, of any
 * shape.
 */
public final class Activate implements TrainableOperator, IncrementalOperator {

  /**
   * The number of entries per block. A block is masked while its activations are still in the
   * first-level cache.
   */
  private static final int BLOCK = 1 << 11;

  private final Activation activation;
  private final double dropout;

  /**
   * Creates the operator.
   *
   * @param activation σ
   * @param dropout the dropout rate of σ(H) in training, in [0, 1)
   * @throws IllegalArgumentException if {@code dropout} is out of range
   */
  public Activate(Activation activation, double dropout) {
    this.activation = activation;
    this.dropout = Dropout.checkRate("dropout", dropout);
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    return inputs.get(0);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public boolean worksInPlace() {
    return true;
  }

  private double rate(Pass pass) {
    return pass.isTraining() ? dropout : 0;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    double[] h = in.dense(0).data;
    double rate = rate(pass);
    long key = pass.dropoutKey(-1);
    pass.workers()
        .forRows(
            out.getNumElements(),
            BLOCK,
            (from, to) -> {
              activation.apply(h, from, to, out.data);
              Dropout.apply(out.data, from, to, rate, key);
            });
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    double[] h = in.dense(0).data;
    double rate = rate(pass);
    long key = pass.dropoutKey(-1);
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                pass.workers()
                    .forRows(
                        gradOut.getNumElements(),
                        BLOCK,
                        (from, to) -> {
                          if (wanted != gradOut) {
                            System.arraycopy(gradOut.data, from, wanted.data, from, to - from);
                          }
                          Dropout.apply(wanted.data, from, to, rate, key);
                          activation.multiplyBySlope(h, from, to, wanted.data);
                        }));
  }

  @Override
  public void change(Changes in, RowChanges out) {
    if (in.of(0) != out) {
      out.addAll(in.of(0));
    }
    if (in.isDerivative()) {
      out.applySlope(activation, in.dense(0).data);
    } else {
      out.applyChange(activation, in.dense(0).data);
    }
  }
}
