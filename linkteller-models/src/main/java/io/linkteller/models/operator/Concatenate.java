package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Values side by side. Inputs: at least one, with the same number of rows. */
public final class Concatenate
    implements TrainableOperator, IncrementalOperator, ExportableOperator {

  /** The first column of each input, and the number of columns of the output. */
  private int[] starts = new int[1];

  /** Creates the operator. */
  public Concatenate() {}

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, Integer.MAX_VALUE);
    starts = new int[inputs.size() + 1];
    for (int i = 0; i < inputs.size(); i++) {
      Shapes.require("input " + i, inputs.get(i), inputs.get(0).rows(), inputs.get(i).cols());
      starts[i + 1] = starts[i] + inputs.get(i).cols();
    }
    return new Shape(inputs.get(0).rows(), starts[inputs.size()]);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    for (int i = 0; i < in.count(); i++) {
      DMatrixRMaj h = in.dense(i);
      for (int u = 0; u < h.numRows; u++) {
        System.arraycopy(h.data, u * h.numCols, out.data, u * out.numCols + starts[i], h.numCols);
      }
    }
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    for (int i = 0; i < in.count(); i++) {
      int at = starts[i];
      gradIn
          .of(i)
          .ifPresent(
              wanted -> {
                for (int u = 0; u < wanted.numRows; u++) {
                  System.arraycopy(
                      gradOut.data,
                      u * gradOut.numCols + at,
                      wanted.data,
                      u * wanted.numCols,
                      wanted.numCols);
                }
              });
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    for (int i = 0; i < in.count(); i++) {
      RowChanges rows = in.of(i);
      for (int slot = 0; slot < rows.count(); slot++) {
        System.arraycopy(
            rows.difference(slot), 0, out.add(rows.row(slot)), starts[i], rows.width());
      }
    }
  }

  @Override
  public String export(OnnxNodes onnx, List<String> in) {
    return onnx.concatenate(1, in);
  }
}
