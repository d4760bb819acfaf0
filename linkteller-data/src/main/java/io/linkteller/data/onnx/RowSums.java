package io.linkteller.data.onnx;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.Propagation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Weighted sums of rows, S H, where H is a value and S is a fixed sparse matrix. S is collected
 * while gathers, weights and scatters are read, so that messages along edges need not be stored.
 */
final class RowSums {

  final OnnxValue of;
  final int rows;
  private final int[] row;
  private final int[] column;
  private final double[] weight;
  private @Nullable Propagation sums;

  private RowSums(OnnxValue of, int rows, int[] row, int[] column, double[] weight) {
    this.of = of;
    this.rows = rows;
    this.row = row;
    this.column = column;
    this.weight = weight;
  }

  /** Returns the rows of H at given indices. */
  static RowSums gathered(OnnxValue of, int[] indices) {
    double[] ones = new double[indices.length];
    Arrays.fill(ones, 1);
    int[] rows = new int[indices.length];
    Arrays.setAll(rows, e -> e);
    return new RowSums(of, indices.length, rows, indices, ones);
  }

  /** Returns H itself. */
  static RowSums identity(OnnxValue of) {
    int[] all = new int[of.rows()];
    Arrays.setAll(all, v -> v);
    return gathered(of, all);
  }

  /** Returns the product of a row-major matrix and H, skipping the zeros of the matrix. */
  static RowSums of(OnnxValue of, int rows, double[] matrix) {
    int count = 0;
    for (double entry : matrix) {
      count += entry != 0 ? 1 : 0;
    }
    int[] row = new int[count];
    int[] column = new int[count];
    double[] weight = new double[count];
    int cols = of.rows();
    int next = 0;
    for (int i = 0; i < matrix.length; i++) {
      if (matrix[i] != 0) {
        row[next] = i / cols;
        column[next] = i % cols;
        weight[next++] = matrix[i];
      }
    }
    return new RowSums(of, rows, row, column, weight);
  }

  /**
   * Returns whether there are as many sums as rows of H, that is, one per node rather than one per
   * edge.
   */
  boolean isSquare() {
    return rows == of.rows();
  }

  private Propagation propagation() {
    Propagation known = sums;
    if (known == null) {
      known = Propagation.of(matrix());
      sums = known;
    }
    return known;
  }

  /** Returns the step that computes the sums. */
  OnnxStep step() {
    return step(of.step());
  }

  /** Returns the step that computes the same sums of another value, such as a product with H. */
  OnnxStep step(OnnxStep other) {
    return OnnxStep.of(OnnxStep.Kind.PROPAGATION, this::propagation, other);
  }

  /** Returns these rows, each multiplied by a factor. */
  RowSums scaled(double[] factors) {
    double[] scaled = weight.clone();
    for (int e = 0; e < scaled.length; e++) {
      scaled[e] *= factors[factors.length == 1 ? 0 : row[e]];
    }
    return new RowSums(of, rows, row, column, scaled);
  }

  /** Returns sums over the rows that have the same target. */
  RowSums scattered(int[] targets, int groups) {
    int[] to = new int[row.length];
    for (int e = 0; e < to.length; e++) {
      to[e] = targets[row[e]];
    }
    return new RowSums(of, groups, to, column, weight);
  }

  /** {@return the memory that the entries use, in units of 8 bytes} */
  long size() {
    return 2L * row.length;
  }

  /**
   * Returns the sum of these rows and other rows of the same H. Entries at the same position are
   * merged, so repeatedly adding a value to itself does not increase its size.
   */
  RowSums plus(RowSums other) {
    int count = row.length + other.row.length;
    int[] to = Arrays.copyOf(row, count);
    int[] from = Arrays.copyOf(column, count);
    double[] weights = Arrays.copyOf(weight, count);
    System.arraycopy(other.row, 0, to, row.length, other.row.length);
    System.arraycopy(other.column, 0, from, row.length, other.row.length);
    System.arraycopy(other.weight, 0, weights, row.length, other.row.length);
    CsrMatrix sum = new RowSums(of, rows, to, from, weights).matrix();
    int[] own = new int[sum.entryCount()];
    for (int r = 0; r < rows; r++) {
      Arrays.fill(own, sum.offset(r), sum.offset(r + 1), r);
    }
    return new RowSums(of, rows, own, sum.copyColumns(), sum.copyValues());
  }

  /** Returns S, adding entries with the same row and column. */
  CsrMatrix matrix() {
    // Two counting sorts, by column and then by row, order the entries by row and column.
    int[] byColumn = order(column, of.rows(), null);
    int[] order = order(row, rows, byColumn);
    int[] columns = new int[row.length];
    double[] values = new double[row.length];
    int[] offsets = new int[rows + 1];
    int count = 0;
    int last = -1;
    for (int e : order) {
      if (last >= 0 && row[e] == row[last] && column[e] == columns[count - 1]) {
        values[count - 1] += weight[e];
      } else {
        columns[count] = column[e];
        values[count++] = weight[e];
        offsets[row[e] + 1]++;
      }
      last = e;
    }
    for (int r = 0; r < rows; r++) {
      offsets[r + 1] += offsets[r];
    }
    return CsrMatrix.of(
        of.rows(), offsets, Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
  }

  private static int[] order(int[] keys, int groups, int @Nullable [] before) {
    int[] at = new int[groups + 1];
    for (int key : keys) {
      at[key + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      at[g + 1] += at[g];
    }
    int[] order = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int e = before == null ? i : before[i];
      order[at[keys[e]]++] = e;
    }
    return order;
  }
}
