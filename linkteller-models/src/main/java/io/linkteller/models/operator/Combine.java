package io.linkteller.models.operator;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.DenseKernels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * An entrywise function of two values with the same number of columns, Z = f(A, B). A value with
 * one row is combined with every row of the other. To repeat columns, use {@link Columns}.
 */
public final class Combine implements TrainableOperator, IncrementalOperator {

  private final BinaryFunction function;

  /** Whether the left value has a row for each row of the output. */
  private boolean fullLeft;

  private Combine(BinaryFunction function) {
    this.function = function;
  }

  /**
   * Returns an operator.
   *
   * @param function f
   * @return the operator
   */
  public static Combine by(BinaryFunction function) {
    return new Combine(function);
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
    if (a.cols() != b.cols() || (a.rows() != b.rows() && a.rows() != 1 && b.rows() != 1)) {
      throw new IllegalArgumentException("cannot combine " + a + " and " + b);
    }
    fullLeft = a.rows() > 1 || b.rows() == 1;
    return fullLeft ? a : b;
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  @Override
  public boolean worksInPlace() {
    return isSum() && fullLeft;
  }

  private boolean isSum() {
    return function == BinaryFunction.ADD;
  }

  /**
   * Returns the index at which a row begins in the data of a value. A value with one row uses it
   * for all rows.
   */
  private static int at(DMatrixRMaj of, int row) {
    return of.numRows == 1 ? 0 : row * of.numCols;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    DMatrixRMaj a = in.dense(0);
    DMatrixRMaj b = in.dense(1);
    int width = out.numCols;
    pass.workers()
        .forRows(
            out.numRows,
            RowVectors.BLOCK_ROWS,
            (from, to) -> {
              // One call for all rows if possible, because rows may be as short as the number of
              // classes.
              int rows = a.numRows == b.numRows ? to - from : 1;
              for (int u = from; u < to; u += rows) {
                function.apply(
                    a.data, at(a, u), b.data, at(b, u), rows * width, out.data, u * width);
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
    boolean single = wanted.numRows != gradOut.numRows;
    if (isSum()) {
      if (single) {
        ColumnSums.of(gradOut, wanted.data, pass.workers());
      } else if (wanted != gradOut) {
        System.arraycopy(gradOut.data, 0, wanted.data, 0, gradOut.getNumElements());
      }
    } else if (single) {
      // The gradient of a shared row is the sum over all rows, in their order.
      Arrays.fill(wanted.data, 0, wanted.numCols, 0.0);
      for (int u = 0; u < gradOut.numRows; u++) {
        backward(u, in, ofLeft, gradOut, wanted);
      }
    } else {
      pass.forEachRow(
          gradOut.numRows,
          u -> {
            Arrays.fill(wanted.data, at(wanted, u), at(wanted, u) + wanted.numCols, 0.0);
            backward(u, in, ofLeft, gradOut, wanted);
          });
    }
  }

  private void backward(
      int u, Operands in, boolean ofLeft, DMatrixRMaj gradOut, DMatrixRMaj wanted) {
    double[] a = in.dense(0).data;
    double[] b = in.dense(1).data;
    int atA = at(in.dense(0), u);
    int atB = at(in.dense(1), u);
    int to = at(wanted, u);
    int from = u * gradOut.numCols;
    for (int c = 0; c < gradOut.numCols; c++) {
      double slope =
          ofLeft
              ? function.leftSlope(a[atA + c], b[atB + c])
              : function.rightSlope(a[atA + c], b[atB + c]);
      wanted.data[to + c] += slope * gradOut.data[from + c];
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
    double[] none = new double[out.width()];
    // If a row that is combined with every row changes, all rows of the output change.
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
      int slotA = da.slotOf(a.numRows == 1 ? 0 : u);
      int slotB = db.slotOf(b.numRows == 1 ? 0 : u);
      double[] changeA = slotA < 0 ? none : da.difference(slotA);
      double[] changeB = slotB < 0 ? none : db.difference(slotB);
      change(in, u, changeA, changeB, out.add(u), out.width());
    }
  }

  private void change(Changes in, int u, double[] da, double[] db, double[] difference, int width) {
    double[] a = in.dense(0).data;
    double[] b = in.dense(1).data;
    int atA = at(in.dense(0), u);
    int atB = at(in.dense(1), u);
    boolean derivative = in.isDerivative();
    for (int c = 0; c < width; c++) {
      difference[c] =
          derivative
              ? slope(a[atA + c], b[atB + c], da[c], db[c])
              : function.change(a[atA + c], b[atB + c], da[c], db[c]);
    }
  }

  /** Adds the changes of both values. {@code out} may be the changes of the first value. */
  private static void sum(Changes in, RowChanges out) {
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
      DenseKernels.add(1, right.difference(0), out.width(), out.add(u));
    }
  }

  private double slope(double a, double b, double da, double db) {
    // The slope of a number that does not change may be infinite and must not be multiplied by 0.
    double ofA = da == 0 ? 0 : function.leftSlope(a, b) * da;
    return db == 0 ? ofA : ofA + function.rightSlope(a, b) * db;
  }
}
