package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * A linear map of each row, Z = H W + b. Inputs: H (n x d), W (d x d') and, optionally, b (1 x d').
 * Only H may depend on the features.
 */
public final class Linear implements TrainableOperator, IncrementalOperator {

  private final WeightProduct product = new WeightProduct();

  /** Creates the operator. */
  public Linear() {}

  @Override
  public Shape shape(List<Shape> inputs) {
    return Shapes.afterWeight(inputs);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    product.forward(in.operand(0), in.dense(1), out, pass);
    if (in.count() > 2) {
      RowVectors.addTo(out, in.dense(2).data, pass.workers());
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    if (in.count() > 2) {
      RowVectors.backward(gradOut, gradIn, 2, pass.workers());
    }
    product.backward(in.operand(0), in.dense(1), gradOut, gradIn.of(0), gradIn.of(1), pass);
  }

  @Override
  public void change(Changes in, RowChanges out) {
    double growth = in.growth(0);
    if (Double.isNaN(growth)) {
      RowChanges rows = in.of(0);
      for (int slot = 0; slot < rows.count(); slot++) {
        product.multiplyRow(rows.difference(slot), out.add(rows.row(slot)));
      }
      return;
    }
    // The product of the row before the change is known: Z - b.
    DMatrixRMaj z = in.output();
    for (int row : in.rows(0)) {
      double[] difference = out.add(row);
      for (int c = 0; c < z.numCols; c++) {
        double bias = in.count() > 2 ? in.dense(2).data[c] : 0;
        difference[c] = growth * (z.data[row * z.numCols + c] - bias);
      }
    }
  }
}
