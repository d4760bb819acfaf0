package io.linkteller.models.operator;

import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Columns by an index: slices, permutations and repetitions of the dimensions of a row. Input: H;
 * column c of the output is column index(c) of H, or 0 where the index is -1.
 */
public final class Columns implements TrainableOperator, IncrementalOperator, ExportableOperator {

  private final int[] index;

  /**
   * Creates the operator.
   *
   * @param index the column of H for each column of the output, or -1
   */
  public Columns(int... index) {
    this.index = index.clone();
  }

  /**
   * Returns the operator that selects consecutive columns.
   *
   * @param first the first column
   * @param count the number of columns
   * @return the operator
   */
  public static Columns range(int first, int count) {
    int[] index = new int[count];
    Arrays.setAll(index, i -> first + i);
    return new Columns(index);
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    for (int column : index) {
      if (column < -1 || column >= inputs.get(0).cols()) {
        throw new IllegalArgumentException("column " + column + " is not one of " + inputs.get(0));
      }
    }
    return new Shape(inputs.get(0).rows(), index.length);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  private void select(double[] from, int at, double[] out, int outAt) {
    for (int c = 0; c < index.length; c++) {
      out[outAt + c] = index[c] < 0 ? 0 : from[at + index[c]];
    }
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj h = in.dense(0);
    pass.forEachRow(out.numRows, u -> select(h.data, u * h.numCols, out.data, u * out.numCols));
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    gradIn
        .of(0)
        .ifPresent(
            wanted -> {
              Arrays.fill(wanted.data, 0, wanted.getNumElements(), 0.0);
              for (int u = 0; u < gradOut.numRows; u++) {
                for (int c = 0; c < index.length; c++) {
                  if (index[c] >= 0) {
                    wanted.data[u * wanted.numCols + index[c]] +=
                        gradOut.data[u * index.length + c];
                  }
                }
              }
            });
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    for (int slot = 0; slot < rows.count(); slot++) {
      select(rows.difference(slot), 0, out.add(rows.row(slot)), 0);
    }
  }

  @Override
  public String export(OnnxNodes onnx, List<String> in) {
    DMatrixRMaj kept = new DMatrixRMaj(1, index.length);
    Arrays.setAll(kept.data, c -> index[c] < 0 ? 0 : 1);
    long[] columns = Arrays.stream(index).mapToLong(c -> Math.max(c, 0)).toArray();
    String selected = onnx.gather(in.get(0), onnx.integers(columns), 1);
    return CommonOps_DDRM.elementMin(kept) == 1
        ? selected
        : onnx.apply("Mul", selected, onnx.matrix("kept", kept));
  }
}
