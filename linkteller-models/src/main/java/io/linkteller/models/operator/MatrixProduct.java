package io.linkteller.models.operator;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.DenseOperand;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A product of two values that may both depend on the features, Z = A B or Z = A Bᵀ, as in
 * attention over all nodes. Inputs: A (n x d) and B (d x c, or c x d if transposed). A change of B
 * changes all rows of Z. If B is a parameter, {@link Linear} is faster.
 */
public final class MatrixProduct implements TrainableOperator, IncrementalOperator {

  private final boolean transposed;

  /**
   * Creates the operator.
   *
   * @param transposed whether the right factor is transposed
   */
  public MatrixProduct(boolean transposed) {
    this.transposed = transposed;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 2, 2);
    Shape a = inputs.get(0);
    Shape b = inputs.get(1);
    if (a.cols() != (transposed ? b.cols() : b.rows())) {
      throw new IllegalArgumentException(
          "cannot multiply " + a + " by " + b + (transposed ? " transposed" : ""));
    }
    return new Shape(a.rows(), transposed ? b.rows() : b.cols());
  }

  /** Returns B, d x c. */
  private DMatrixRMaj right(Operands in) {
    return transposed ? CommonOps_DDRM.transpose(in.dense(1), null) : in.dense(1);
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    in.operand(0).multiply(right(in), out, pass.workers());
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    DMatrixRMaj b = right(in);
    gradIn
        .of(0)
        .ifPresent(
            wanted ->
                DenseOperand.view(gradOut)
                    .multiply(CommonOps_DDRM.transpose(b, null), wanted, pass.workers()));
    gradIn
        .of(1)
        .ifPresent(
            wanted -> {
              if (transposed) {
                DenseOperand.view(gradOut).multiplyTransposed(in.dense(0), wanted, pass.workers());
              } else {
                in.operand(0).multiplyTransposed(gradOut, wanted, pass.workers());
              }
            });
  }

  /**
   * Computes Z' - Z = (A' - A) B + A (B' - B) + (A' - A) (B' - B). The last term is omitted for
   * derivatives.
   */
  @Override
  public void change(Changes in, RowChanges out) {
    DMatrixRMaj a = in.dense(0);
    DMatrixRMaj b = in.dense(1);
    RowChanges da = in.of(0);
    RowChanges db = in.of(1);
    for (int slot = 0; slot < da.count(); slot++) {
      double[] difference = out.add(da.row(slot));
      double[] of = da.difference(slot);
      for (int k = 0; k < (transposed ? b.numRows : b.numCols); k++) {
        for (int i = 0; i < a.numCols; i++) {
          difference[k] += of[i] * b.data[transposed ? k * b.numCols + i : i * b.numCols + k];
        }
      }
    }
    if (db.count() == 0) {
      return;
    }
    for (int u = 0; u < a.numRows; u++) {
      double[] difference = out.add(u);
      int own = in.isDerivative() ? -1 : da.slotOf(u);
      for (int slot = 0; slot < db.count(); slot++) {
        int row = db.row(slot);
        double[] of = db.difference(slot);
        if (transposed) {
          difference[row] += DenseKernels.dot(a.data, u * a.numCols, of, 0, a.numCols);
          if (own >= 0) {
            difference[row] += DenseKernels.dot(da.difference(own), 0, of, 0, a.numCols);
          }
        } else {
          double factor = a.data[u * a.numCols + row] + (own < 0 ? 0 : da.difference(own)[row]);
          DenseKernels.add(factor, of, db.width(), difference);
        }
      }
    }
  }
}
