package io.linkteller.models.operator;

import io.linkteller.matrix.CsrKernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Columns by an index: slices, permutations, repetitions and concatenations of the dimensions of a
 * row. Inputs: at least one, with the same number of rows; column c of the output is column
 * index(c) of the inputs side by side, or 0 where the index is -1.
 */
public final class Columns implements TrainableOperator, IncrementalOperator {

  private final int[] index;
  private final List<Run> runs = new ArrayList<>();

  /** Consecutive columns of an input, or of zeros if it is -1, that stay consecutive. */
  private record Run(int input, int from, int to, int size) {

    void copy(double[] of, int at, double[] out, int outAt) {
      for (int c = 0; c < size; c++) {
        out[outAt + to + c] = of[at + from + c];
      }
    }
  }

  /**
   * Creates the operator.
   *
   * @param index the column of the inputs for each column of the output, or -1
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
    Shapes.requireCount(inputs, 1, Integer.MAX_VALUE);
    int rows = inputs.get(0).rows();
    int[] starts = new int[inputs.size() + 1];
    for (int i = 0; i < inputs.size(); i++) {
      Shapes.require("input " + i, inputs.get(i), rows, inputs.get(i).cols());
      starts[i + 1] = starts[i] + inputs.get(i).cols();
    }
    Shape all = new Shape(rows, starts[inputs.size()]);
    for (int column : index) {
      if (column < -1 || column >= all.cols()) {
        throw new IllegalArgumentException("column " + column + " is not one of " + all);
      }
    }
    findRuns(starts);
    return new Shape(rows, index.length);
  }

  /** Returns whether an index selects all columns in order. */
  static boolean isIdentity(int[] index, int cols) {
    return index.length == cols && Arrays.equals(index, IntStream.range(0, cols).toArray());
  }

  private void findRuns(int[] starts) {
    runs.clear();
    int end;
    for (int c = 0; c < index.length; c = end) {
      int input = inputOf(index[c], starts);
      int limit = input < 0 ? 0 : starts[input + 1];
      end = c + 1;
      while (end < index.length
          && index[end] < limit
          && index[end] == (input < 0 ? -1 : index[end - 1] + 1)) {
        end++;
      }
      runs.add(new Run(input, input < 0 ? 0 : index[c] - starts[input], c, end - c));
    }
  }

  /** Returns the input that has a column, or -1 for a column of zeros. */
  private static int inputOf(int column, int[] starts) {
    int at = Arrays.binarySearch(starts, column);
    int input = at < 0 ? -at - 2 : at;
    // Inputs without columns start where the next one does.
    while (input >= 0 && starts[input + 1] <= column) {
      input++;
    }
    return input;
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj[] h = new DMatrixRMaj[in.count()];
    Arrays.setAll(h, in::dense);
    int width = out.numCols;
    pass.forEachRow(
        out.numRows,
        u -> {
          for (Run run : runs) {
            if (run.input < 0) {
              Arrays.fill(out.data, u * width + run.to, u * width + run.to + run.size, 0.0);
            } else {
              DMatrixRMaj of = h[run.input];
              run.copy(of.data, u * of.numCols, out.data, u * width);
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
    int outAt = u * gradOut.numCols;
    Arrays.fill(wanted.data, at, at + wanted.numCols, 0.0);
    for (Run run : runs) {
      if (run.input == input) {
        CsrKernels.add(1, gradOut.data, outAt + run.to, run.size, wanted.data, at + run.from);
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    for (int i = 0; i < in.count(); i++) {
      RowChanges rows = in.of(i);
      for (int slot = 0; slot < rows.count(); slot++) {
        double[] difference = out.add(rows.row(slot));
        for (Run run : runs) {
          if (run.input == i) {
            run.copy(rows.difference(slot), 0, difference, 0);
          }
        }
      }
    }
  }
}
