package io.linkteller.feature;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * A change to some rows of a feature matrix, such as the probe of Algorithm 1 of the paper, which
 * multiplies one row by 1 + Δ. An edit does not contain the matrix that it changes, so a client can
 * send the edit instead of the matrix, and a server that has cached the matrix recomputes only the
 * nodes that the edited rows can reach. Immutable.
 *
 * <pre>{@code
 * FeatureEdit probe = FeatureEdit.scaling(v, 1 + 1e-4);
 * if (edit instanceof FeatureEdit.RowsScaled scaled) {
 *   client.sendScaledRows(scaled.rows(), scaled.factor());
 * }
 * }</pre>
 */
public sealed interface FeatureEdit {

  /** {@return the edited rows, strictly ascending, unmodifiable} */
  IntList rows();

  /**
   * Copies an edited row into an array, in O(d) time.
   *
   * @param base the features that are edited, n x d
   * @param index an index into {@link #rows()}
   * @param out receives the d features of the row
   */
  void copyRow(FeatureMatrix base, int index, double[] out);

  /**
   * Checks that this edit can be applied to the given features.
   *
   * @param base the features, n x d
   * @throws IllegalArgumentException if an edited row is outside [0, n), a new row does not have d
   *     numbers, or the difference between a new number and the one it replaces overflows
   */
  void requireFits(FeatureMatrix base);

  /** {@return whether this edit changes no row} */
  default boolean isEmpty() {
    return rows().isEmpty();
  }

  /**
   * Returns features with this edit applied, in O(1) time, or O(d) per replaced row.
   *
   * @param base the features, n x d
   * @return a view of them, or the features themselves if this edit changes no row
   * @throws IllegalArgumentException as described in {@link #requireFits}
   */
  default FeatureMatrix applyTo(FeatureMatrix base) {
    requireFits(base);
    return isEmpty() ? base : new EditedFeatures(base, this);
  }

  /** Checks that rows are strictly ascending, and copies them. */
  private static IntList ascending(IntList rows) {
    int before = -1;
    for (int i = 0; i < rows.size(); i++) {
      int row = rows.getInt(i);
      if (row < 0) {
        throw new IllegalArgumentException("row = " + row + " is negative");
      }
      if (row <= before) {
        throw new IllegalArgumentException(
            "rows must be strictly ascending: " + row + " follows " + before);
      }
      before = row;
    }
    return rows.size() == 1 ? IntLists.singleton(before) : IntImmutableList.of(rows.toIntArray());
  }

  /** Checks that ascending rows exist in x, for which it suffices to check the last row. */
  private static void requireLast(FeatureMatrix x, IntList rows) {
    if (!rows.isEmpty() && rows.getInt(rows.size() - 1) >= x.rows()) {
      throw Checks.outside("row", rows.getInt(rows.size() - 1), x.rows());
    }
  }

  /** The edit that changes nothing. */
  record None() implements FeatureEdit {

    private static final None INSTANCE = new None();

    @Override
    public IntList rows() {
      return IntLists.emptyList();
    }

    @Override
    public void copyRow(FeatureMatrix base, int index, double[] out) {
      throw new IndexOutOfBoundsException("row " + index + " of an edit without rows");
    }

    @Override
    public void requireFits(FeatureMatrix base) {
      // An edit without rows fits every matrix.
    }
  }

  /**
   * An edit that multiplies some rows by the same factor.
   *
   * @param rows the rows, strictly ascending
   * @param factor the factor, finite
   */
  record RowsScaled(IntList rows, double factor) implements FeatureEdit {

    /**
     * Checks and copies the rows.
     *
     * @param rows the rows, strictly ascending
     * @param factor the factor, finite
     * @throws IllegalArgumentException if the rows are not strictly ascending, one is negative, or
     *     {@code factor} is not finite
     */
    public RowsScaled {
      rows = ascending(rows);
      if (!Double.isFinite(factor)) {
        throw new IllegalArgumentException("factor = " + factor + " is not a finite number");
      }
    }

    @Override
    public void copyRow(FeatureMatrix base, int index, double[] out) {
      base.copyRow(rows.getInt(index), out);
      for (int col = 0; col < base.cols(); col++) {
        out[col] *= factor;
      }
    }

    @Override
    public void requireFits(FeatureMatrix base) {
      requireLast(base, rows);
    }

    @Override
    public String toString() {
      return (rows.size() == 1 ? "row " + rows.getInt(0) : rows.size() + " rows")
          + " multiplied by "
          + factor;
    }
  }

  /**
   * An edit that replaces some rows.
   *
   * @param rows the rows, strictly ascending
   * @param values the new rows in the same order, one per entry of {@code rows}
   */
  record RowsReplaced(IntList rows, FeatureMatrix values) implements FeatureEdit {

    /**
     * Checks and copies the rows.
     *
     * @param rows the rows, strictly ascending
     * @param values the new rows in the same order, one per entry of {@code rows}
     * @throws IllegalArgumentException if the rows are not strictly ascending, one is negative, or
     *     the number of rows of {@code values} differs
     */
    public RowsReplaced {
      rows = ascending(rows);
      if (values.rows() != rows.size()) {
        throw new IllegalArgumentException(
            "values has " + values.rows() + " rows for " + rows.size() + " replaced rows");
      }
    }

    @Override
    public void copyRow(FeatureMatrix base, int index, double[] out) {
      values.copyRow(index, out);
    }

    @Override
    public void requireFits(FeatureMatrix base) {
      requireLast(base, rows);
      if (values.cols() != base.cols()) {
        throw new IllegalArgumentException(
            "a row of " + values.cols() + " features does not fit " + base.cols() + " columns");
      }
      double[] before = new double[base.cols()];
      double[] after = new double[base.cols()];
      for (int i = 0; i < rows.size(); i++) {
        base.copyRow(rows.getInt(i), before);
        values.copyRow(i, after);
        for (int col = 0; col < after.length; col++) {
          Checks.finite(rows.getInt(i), col, after[col] - before[col]);
        }
      }
    }

    @Override
    public String toString() {
      return (rows.size() == 1 ? "row " + rows.getInt(0) : rows.size() + " rows") + " replaced";
    }
  }

  /** {@return the edit that changes nothing} */
  static FeatureEdit none() {
    return None.INSTANCE;
  }

  /**
   * Returns an edit that multiplies one row by a factor, such as the probe of Algorithm 1, line 3,
   * whose factor is 1 + Δ.
   *
   * @param row the row, at least 0
   * @param factor the factor, finite
   * @return the edit
   * @throws IllegalArgumentException if {@code row} is negative or {@code factor} is not finite
   */
  static FeatureEdit scaling(int row, double factor) {
    return new RowsScaled(IntLists.singleton(row), factor);
  }

  /**
   * Returns an edit that multiplies several rows by the same factor.
   *
   * @param rows the rows, strictly ascending
   * @param factor the factor, finite
   * @return the edit
   * @throws IllegalArgumentException if the rows are not strictly ascending, one is negative, or
   *     {@code factor} is not finite
   */
  static FeatureEdit scaling(IntList rows, double factor) {
    return new RowsScaled(rows, factor);
  }

  /**
   * Returns an edit that replaces one row, in O(d) time.
   *
   * @param row the row, at least 0
   * @param values d finite numbers; copied
   * @return the edit
   * @throws IllegalArgumentException if {@code row} is negative or a number is not finite
   */
  static FeatureEdit replacing(int row, double[] values) {
    for (int col = 0; col < values.length; col++) {
      Checks.finite(row, col, values[col]);
    }
    return new RowsReplaced(IntLists.singleton(row), FeatureMatrix.dense(new double[][] {values}));
  }

  /**
   * Returns an edit that replaces several rows.
   *
   * @param rows the rows, strictly ascending
   * @param values the new rows in the same order, one per entry of {@code rows}
   * @return the edit
   * @throws IllegalArgumentException if the rows are not strictly ascending, one is negative, or
   *     the number of rows of {@code values} differs
   */
  static FeatureEdit replacing(IntList rows, FeatureMatrix values) {
    return new RowsReplaced(rows, values);
  }
}
