package io.linkteller.models.operator;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.DenseKernels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A function of two values entry by entry, Z = f(A, B), with broadcasting: a value with one row is
 * combined with every row of the other, and a map of columns says which column of A and of B gives
 * a column of Z. Without maps, both have the same columns or one of them a single one.
 */
public final class Combine implements TrainableOperator, IncrementalOperator {

  /** Stands for a map of every column to column 0. */
  private static final int[] SINGLE = new int[0];

  private final BinaryFunction function;
  private Optional<int[]> left;
  private Optional<int[]> right;
  private int width;

  /** Whether the left value has a row for each row of the output. */
  private boolean fullLeft;

  private Combine(BinaryFunction function, Optional<int[]> left, Optional<int[]> right) {
    this.function = function;
    this.left = left;
    this.right = right;
  }

  /**
   * Returns an operator on values with the same columns, where one may have a single column.
   *
   * @param function f
   * @return the operator
   */
  public static Combine by(BinaryFunction function) {
    return new Combine(function, Optional.empty(), Optional.empty());
  }

  /**
   * Returns an operator with maps of columns, as of tensors of more than two dimensions.
   *
   * @param function f
   * @param left the column of A for each column of Z
   * @param right the column of B for each column of Z
   * @return the operator
   * @throws IllegalArgumentException if the maps differ in length
   */
  public static Combine by(BinaryFunction function, int[] left, int[] right) {
    if (left.length != right.length) {
      throw new IllegalArgumentException(
          "left and right give " + left.length + " and " + right.length + " columns");
    }
    return new Combine(function, Optional.of(left.clone()), Optional.of(right.clone()));
  }

  @Override
  public String name() {
    return "Combine by " + function;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 2, 2);
    Shape a = inputs.get(0);
    Shape b = inputs.get(1);
    if (a.rows() != b.rows() && a.rows() != 1 && b.rows() != 1) {
      throw new IllegalArgumentException("cannot combine " + a + " and " + b);
    }
    if (left.isEmpty()) {
      if (a.cols() != b.cols() && a.cols() != 1 && b.cols() != 1) {
        throw new IllegalArgumentException("cannot combine " + a + " and " + b);
      }
      width = a.cols() == 1 ? b.cols() : a.cols();
      left = map(a.cols());
      right = map(b.cols());
    } else {
      width = left.get().length;
      checkMap(left.get(), a);
      checkMap(right.get(), b);
      left = left.filter(columns -> !Columns.isIdentity(columns, a.cols()));
      right = right.filter(columns -> !Columns.isIdentity(columns, b.cols()));
    }
    fullLeft = a.rows() > 1 || b.rows() == 1;
    return new Shape(a.rows() == 1 ? b.rows() : a.rows(), width);
  }

  /**
   * Returns the map that repeats a single column, or none if the columns are those of the output.
   */
  private Optional<int[]> map(int columns) {
    return columns == width ? Optional.empty() : Optional.of(SINGLE);
  }

  private static int column(Optional<int[]> map, int c) {
    return map.isEmpty() ? c : map.get() == SINGLE ? 0 : map.get()[c];
  }

  private static void checkMap(int[] columns, Shape shape) {
    for (int column : columns) {
      if (column < 0 || column >= shape.cols()) {
        throw new IllegalArgumentException("column " + column + " is not one of " + shape);
      }
    }
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  /** A sum has the changes and the gradient of its left summand, if that has all its entries. */
  @Override
  public boolean worksInPlace() {
    return isSum() && left.isEmpty() && right.isEmpty() && fullLeft;
  }

  private boolean isSum() {
    return function == BinaryFunction.ADD;
  }

  /** Copies the numbers of a row that columns of the output need. */
  private void read(DMatrixRMaj of, Optional<int[]> map, int row, double[] out) {
    int at = of.numRows == 1 ? 0 : row * of.numCols;
    if (map.isEmpty()) {
      System.arraycopy(of.data, at, out, 0, width);
    } else if (map.get() == SINGLE) {
      Arrays.fill(out, 0, width, of.data[at]);
    } else {
      int[] columns = map.get();
      for (int c = 0; c < width; c++) {
        out[c] = of.data[at + columns[c]];
      }
    }
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj a = in.dense(0);
    DMatrixRMaj b = in.dense(1);
    pass.workers()
        .forRows(
            out.numRows,
            RowVectors.BLOCK_ROWS,
            (from, to) -> {
              if (left.isEmpty() && right.isEmpty() && a.numRows == b.numRows) {
                // One call for all rows: they may be as short as the number of classes.
                int first = from * width;
                function.apply(a.data, first, b.data, first, to * width - first, out.data, first);
                return;
              }
              double[] ofA = left.isPresent() ? new double[width] : a.data;
              double[] ofB = right.isPresent() ? new double[width] : b.data;
              for (int u = from; u < to; u++) {
                int atA = left.isPresent() || a.numRows == 1 ? 0 : u * width;
                int atB = right.isPresent() || b.numRows == 1 ? 0 : u * width;
                if (left.isPresent()) {
                  read(a, left, u, ofA);
                }
                if (right.isPresent()) {
                  read(b, right, u, ofB);
                }
                function.apply(ofA, atA, ofB, atB, width, out.data, u * width);
              }
            });
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    gradIn.of(0).ifPresent(wanted -> backward(in, true, gradOut, wanted, pass));
    gradIn.of(1).ifPresent(wanted -> backward(in, false, gradOut, wanted, pass));
  }

  private void backward(
      Operands in, boolean ofLeft, DMatrixRMaj gradOut, DMatrixRMaj wanted, Pass pass) {
    if (isSum() && (ofLeft ? left : right).isEmpty()) {
      if (wanted == gradOut) {
        return;
      }
      if (wanted.numRows == gradOut.numRows) {
        System.arraycopy(gradOut.data, 0, wanted.data, 0, gradOut.getNumElements());
      } else {
        ColumnSums.of(gradOut, wanted.data, pass.workers());
      }
      return;
    }
    // The gradient of a single row sums over all rows, in their order.
    boolean single = wanted.numRows == 1;
    if (single) {
      Arrays.fill(wanted.data, 0, wanted.numCols, 0.0);
      backward(in, ofLeft, gradOut, wanted, 0, gradOut.numRows);
    } else {
      pass.workers()
          .forRows(
              gradOut.numRows,
              RowVectors.BLOCK_ROWS,
              (from, to) -> backward(in, ofLeft, gradOut, wanted, from, to));
    }
  }

  private void backward(
      Operands in, boolean ofLeft, DMatrixRMaj gradOut, DMatrixRMaj wanted, int from, int to) {
    double[] ofA = new double[width];
    double[] ofB = new double[width];
    Optional<int[]> map = ofLeft ? left : right;
    int cols = wanted.numCols;
    for (int u = from; u < to; u++) {
      read(in.dense(0), left, u, ofA);
      read(in.dense(1), right, u, ofB);
      int at = wanted.numRows == 1 ? 0 : u * cols;
      if (wanted.numRows != 1) {
        Arrays.fill(wanted.data, at, at + cols, 0.0);
      }
      for (int c = 0; c < width; c++) {
        double slope =
            ofLeft ? function.leftSlope(ofA[c], ofB[c]) : function.rightSlope(ofA[c], ofB[c]);
        int column = column(map, c);
        wanted.data[at + column] += slope * gradOut.data[u * width + c];
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    if (worksInPlace()) {
      sum(in, out);
      return;
    }
    DMatrixRMaj a = in.dense(0);
    DMatrixRMaj b = in.dense(1);
    RowChanges da = in.of(0);
    RowChanges db = in.of(1);
    double[] ofA = new double[width];
    double[] ofB = new double[width];
    double[] changeA = new double[width];
    double[] changeB = new double[width];
    // A change of a single row that all rows share changes all of them.
    boolean all =
        in.output().numRows > 1
            && ((a.numRows == 1 && da.count() > 0) || (b.numRows == 1 && db.count() > 0));
    IntList rows = in.wanted();
    int count = !all ? da.count() + db.count() : in.wantsAll() ? in.output().numRows : rows.size();
    for (int i = 0; i < count; i++) {
      int u =
          all
              ? in.wantsAll() ? i : rows.getInt(i)
              : i < da.count() ? da.row(i) : db.row(i - da.count());
      if (out.contains(u)) {
        continue;
      }
      read(a, left, u, ofA);
      read(b, right, u, ofB);
      readChange(da, a.numRows == 1 ? 0 : u, left, changeA);
      readChange(db, b.numRows == 1 ? 0 : u, right, changeB);
      double[] difference = out.add(u);
      for (int c = 0; c < width; c++) {
        difference[c] =
            in.isDerivative()
                ? slope(ofA[c], ofB[c], changeA[c], changeB[c])
                : function.change(ofA[c], ofB[c], changeA[c], changeB[c]);
      }
    }
  }

  private void sum(Changes in, RowChanges out) {
    if (out != in.of(0)) {
      out.addAll(in.of(0));
    }
    RowChanges right = in.of(1);
    int rows = in.output().numRows;
    if (right.count() == 0 || right.matrixRows() == rows) {
      out.addAll(right);
      return;
    }
    int count = in.wantsAll() ? rows : in.wanted().size();
    for (int i = 0; i < count; i++) {
      int u = in.wantsAll() ? i : in.wanted().getInt(i);
      DenseKernels.add(1, right.difference(0), width, out.add(u));
    }
  }

  private double slope(double a, double b, double da, double db) {
    // A slope of what does not move may be infinite, and must not be multiplied by 0.
    double ofA = da == 0 ? 0 : function.leftSlope(a, b) * da;
    return db == 0 ? ofA : ofA + function.rightSlope(a, b) * db;
  }

  private void readChange(RowChanges changes, int row, Optional<int[]> map, double[] out) {
    int slot = changes.slotOf(row);
    if (slot < 0) {
      Arrays.fill(out, 0.0);
      return;
    }
    double[] difference = changes.difference(slot);
    for (int c = 0; c < width; c++) {
      out[c] = difference[column(map, c)];
    }
  }
}
