package io.linkteller.models.operator;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * The columns of each group reduced to one, row by row, such as the channels of each head. Input:
 * H. Where several columns attain a maximum or minimum, the derivative is that of the first one.
 */
public final class ReduceColumns implements TrainableOperator, IncrementalOperator {

  private final int columns;
  private final int blocks;
  private final IntUnaryOperator groupOf;
  private final Reduction reduction;

  /** The columns of each group; empty before the first pass. */
  private RowGroups groups = RowGroups.of(new int[0], 0);

  private ReduceColumns(int columns, int blocks, IntUnaryOperator groupOf, Reduction reduction) {
    this.columns = columns;
    this.blocks = blocks;
    this.groupOf = groupOf;
    this.reduction = reduction;
  }

  /**
   * Returns an operator that reduces groups of columns.
   *
   * @param groups the column of the output for each column of H
   * @param reduction how columns are reduced
   * @return the operator
   */
  public static ReduceColumns of(RowGroups groups, Reduction reduction) {
    return new ReduceColumns(groups.rowCount(), groups.groupCount(), groups::groupOf, reduction);
  }

  /**
   * Returns an operator that reduces each of several blocks of consecutive columns to one column,
   * such as the channels of each head.
   *
   * @param blocks the number of blocks
   * @param width the number of columns of a block
   * @param reduction how columns are reduced
   * @return the operator
   */
  public static ReduceColumns blocks(int blocks, int width, Reduction reduction) {
    return new ReduceColumns(Math.multiplyExact(blocks, width), blocks, c -> c / width, reduction);
  }

  /**
   * Returns an operator that reduces blocks to one block column by column, such as heads to their
   * mean.
   *
   * @param blocks the number of blocks
   * @param width the number of columns of a block, and of the output
   * @param reduction how blocks are reduced
   * @return the operator
   */
  public static ReduceColumns interleaved(int blocks, int width, Reduction reduction) {
    return new ReduceColumns(Math.multiplyExact(blocks, width), width, c -> c % width, reduction);
  }

  @Override
  public String name() {
    return "ReduceColumns by " + reduction;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 1, 1);
    Shapes.require("the input", inputs.get(0), inputs.get(0).rows(), columns);
    return new Shape(inputs.get(0).rows(), blocks);
  }

  @Override
  public boolean isRowwise() {
    return true;
  }

  private double scale(int group) {
    int size = groups.offset(group + 1) - groups.offset(group);
    return reduction == Reduction.MEAN ? Math.max(1, size) : 1;
  }

  /** Returns the column that attains the extreme of a group in a row, or -1 if it is empty. */
  private int extreme(double[] row, int at, int group) {
    int best = -1;
    for (int i = groups.offset(group); i < groups.offset(group + 1); i++) {
      int column = groups.member(i);
      if (best < 0 || reduction.isBetter(row[at + column], row[at + best])) {
        best = column;
      }
    }
    return best;
  }

  private double sum(double[] row, int at, int group) {
    double sum = 0;
    for (int i = groups.offset(group); i < groups.offset(group + 1); i++) {
      sum += row[at + groups.member(i)];
    }
    return sum / scale(group);
  }

  private double value(double[] row, int at, int group) {
    if (!reduction.isExtreme()) {
      return sum(row, at, group);
    }
    int best = extreme(row, at, group);
    return best < 0 ? 0 : row[at + best];
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    index();
    DMatrixRMaj h = in.dense(0);
    pass.forEachRow(
        out.numRows,
        u -> {
          for (int g = 0; g < out.numCols; g++) {
            out.data[u * out.numCols + g] = value(h.data, u * h.numCols, g);
          }
        });
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    DMatrixRMaj h = in.dense(0);
    gradIn
        .of(0)
        .ifPresent(
            wanted -> pass.forEachRow(gradOut.numRows, u -> backward(u, h, gradOut, wanted.data)));
  }

  private void backward(int u, DMatrixRMaj h, DMatrixRMaj gradOut, double[] gradIn) {
    int at = u * h.numCols;
    for (int g = 0; g < gradOut.numCols; g++) {
      double grad = gradOut.data[u * gradOut.numCols + g] / scale(g);
      int best = reduction.isExtreme() ? extreme(h.data, at, g) : -1;
      for (int i = groups.offset(g); i < groups.offset(g + 1); i++) {
        int column = groups.member(i);
        gradIn[at + column] = !reduction.isExtreme() || column == best ? grad : 0;
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    RowChanges rows = in.of(0);
    DMatrixRMaj h = in.dense(0);
    double[] after = new double[reduction.isExtreme() ? h.numCols : 0];
    for (int slot = 0; slot < rows.count(); slot++) {
      int at = rows.row(slot) * h.numCols;
      double[] of = rows.difference(slot);
      double[] difference = out.add(rows.row(slot));
      if (!reduction.isExtreme()) {
        for (int c = 0; c < columns; c++) {
          difference[groups.groupOf(c)] += of[c];
        }
        for (int g = 0; g < groups.groupCount(); g++) {
          difference[g] /= scale(g);
        }
        continue;
      }
      for (int g = 0; g < groups.groupCount(); g++) {
        if (in.isDerivative()) {
          int best = extreme(h.data, at, g);
          difference[g] = best < 0 ? 0 : of[best];
        } else {
          for (int c = 0; c < after.length; c++) {
            after[c] = h.data[at + c] + of[c];
          }
          int best = extreme(after, 0, g);
          difference[g] = best < 0 ? 0 : h.data[at + best] - value(h.data, at, g) + of[best];
        }
      }
    }
  }

  private void index() {
    if (groups.rowCount() != columns) {
      int[] index = new int[columns];
      Arrays.setAll(index, groupOf);
      groups = RowGroups.of(index, blocks);
    }
  }
}
