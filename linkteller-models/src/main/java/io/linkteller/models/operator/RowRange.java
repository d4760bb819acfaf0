package io.linkteller.models.operator;

import it.unimi.dsi.fastutil.ints.AbstractIntList;

/**
 * Consecutive rows, as the observed rows of a pass over changes. Layers compute only the rows in
 * the range, in time that does not depend on its size. Immutable.
 */
public final class RowRange extends AbstractIntList {

  private final int first;
  private final int end;

  private RowRange(int first, int end) {
    this.first = first;
    this.end = end;
  }

  /**
   * Returns the rows of a range.
   *
   * @param first the first row, at least 0
   * @param end one past the last row, at least {@code first}
   * @return the rows
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static RowRange of(int first, int end) {
    if (first < 0 || end < first) {
      throw new IllegalArgumentException(
          "first = " + first + " and end = " + end + " are not a range of rows");
    }
    return new RowRange(first, end);
  }

  @Override
  public int getInt(int index) {
    ensureRestrictedIndex(index);
    return first + index;
  }

  @Override
  public int size() {
    return end - first;
  }
}
