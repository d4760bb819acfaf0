package io.linkteller.data.onnx;

import io.linkteller.models.operator.Changes;
import io.linkteller.models.operator.IncrementalOperator;
import io.linkteller.models.operator.Operands;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.operator.Shape;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Rounds numbers to a format, as in a model that computes in half precision. Derivatives are those
 * of the unrounded numbers.
 */
final class Rounding implements IncrementalOperator {

  private final NumberFormat format;

  Rounding(NumberFormat format) {
    this.format = format;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    return inputs.get(0);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    int size = out.getNumElements();
    System.arraycopy(in.dense(0).data, 0, out.data, 0, size);
    format.round(out.data, 0, size);
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    double[] before = in.dense(0).data;
    double[] rounded = in.output().data;
    int width = rows.width();
    for (int slot = 0; slot < rows.count(); slot++) {
      int at = rows.row(slot) * width;
      double[] difference = rows.difference(slot);
      double[] to = out.add(rows.row(slot));
      if (in.isDerivative()) {
        System.arraycopy(difference, 0, to, 0, width);
        continue;
      }
      for (int c = 0; c < width; c++) {
        to[c] = before[at + c] + difference[c];
      }
      format.round(to, 0, width);
      for (int c = 0; c < width; c++) {
        to[c] = to[c] == rounded[at + c] ? 0 : to[c] - rounded[at + c];
      }
    }
  }
}
