package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Weighted sums over neighbors with fixed weights, Z = S H + b. Inputs: H (m x d) and, optionally,
 * b (1 x d); S is n x m. Only H may depend on the features.
 */
public final class Propagation implements TrainableOperator, IncrementalOperator {

  private final NeighborSums sums;

  /**
   * Creates the operator.
   *
   * @param sums S
   */
  public Propagation(NeighborSums sums) {
    this.sums = sums;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 2);
    Shape h = inputs.get(0);
    if (h.rows() != sums.matrix().cols()) {
      throw new IllegalArgumentException(
          "sums over " + sums.matrix().cols() + " rows do not take a matrix of " + h);
    }
    if (inputs.size() > 1) {
      Shapes.require("the bias", inputs.get(1), 1, h.cols());
    }
    return new Shape(sums.matrix().rows(), h.cols());
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    if (in.count() > 1) {
      sums.multiplyPlusRow(in.dense(0), in.dense(1).data, out, pass.workers());
    } else {
      in.operand(0).multiplyBy(sums.matrix(), out, pass.workers());
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    if (in.count() > 1) {
      RowVectors.backward(gradOut, gradIn, 1, pass.workers());
    }
    gradIn.of(0).ifPresent(wanted -> sums.multiplyTransposed(gradOut, wanted, pass.workers()));
  }

  @Override
  public void change(Changes in, RowChanges out) {
    sums.change(in.of(0), in, out);
  }
}
