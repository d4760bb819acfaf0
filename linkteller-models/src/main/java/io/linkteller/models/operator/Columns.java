package io.linkteller.models.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Selects columns by an index: slices, permutations, repetitions and concatenations. Inputs: at
 * least one, all with the same number of rows. Column c of the output is column index(c) of the
 * inputs side by side, or 0 if index(c) is -1.
 */
public final class Columns implements TrainableOperator, IncrementalOperator {

  private final int[] index;

  /**
   * The first column of each input when all inputs are side by side. {@link #readers} contains, for
   * each input, the columns of the output that read from it.
   */
  private int[] starts = new int[0];

  private final List<int[]> readers = new ArrayList<>();

  /**
   * Creates the operator.
   *
   * @param index for each column of the output, a column of the inputs side by side, or -1 for
   *     zeros
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
    return new Columns(IntStream.range(first, first + count).toArray());
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, Integer.MAX_VALUE);
    int rows = inputs.get(0).rows();
    starts = new int[inputs.size() + 1];
    readers.clear();
    for (int i = 0; i < inputs.size(); i++) {
      Shapes.require("input " + i, inputs.get(i), rows, inputs.get(i).cols());
      int first = starts[i];
      int end = first + inputs.get(i).cols();
      starts[i + 1] = end;
      readers.add(
          IntStream.range(0, index.length)
              .filter(c -> index[c] >= first && index[c] < end)
              .toArray());
    }
    Shape all = new Shape(rows, starts[inputs.size()]);
    for (int column : index) {
      if (column < -1 || column >= all.cols()) {
        throw new IllegalArgumentException("no column " + column + " in the " + all + " inputs");
      }
    }
    return new Shape(rows, index.length);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj[] h = new DMatrixRMaj[in.count()];
    Arrays.setAll(h, in::dense);
    pass.forEachRow(
        out.numRows,
        u -> {
          int at = u * out.numCols;
          Arrays.fill(out.data, at, at + out.numCols, 0.0);
          for (int i = 0; i < h.length; i++) {
            int from = u * h[i].numCols - starts[i];
            for (int c : readers.get(i)) {
              out.data[at + c] = h[i].data[from + index[c]];
            }
          }
        });
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    for (int i = 0; i < in.count(); i++) {
      int input = i;
      gradIn
          .of(i)
          .ifPresent(
              wanted -> pass.forEachRow(wanted.numRows, u -> backward(u, input, gradOut, wanted)));
    }
  }

  private void backward(int u, int input, DMatrixRMaj gradOut, DMatrixRMaj wanted) {
    int at = u * wanted.numCols;
    Arrays.fill(wanted.data, at, at + wanted.numCols, 0.0);
    for (int c : readers.get(input)) {
      wanted.data[at - starts[input] + index[c]] += gradOut.data[u * gradOut.numCols + c];
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    for (int i = 0; i < in.count(); i++) {
      RowChanges rows = in.of(i);
      for (int slot = 0; slot < rows.count(); slot++) {
        double[] of = rows.difference(slot);
        double[] difference = out.add(rows.row(slot));
        for (int c : readers.get(i)) {
          difference[c] = of[index[c] - starts[i]];
        }
      }
    }
  }
}
