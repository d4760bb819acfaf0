package io.linkteller.models.network;

import java.util.Arrays;

/**
 * How some rows of a matrix differ from what they were: a sparse set of rows, each with the
 * difference of all its columns. Scratch of one thread, reused from query to query; clearing costs
 * what was in it, not what could be.
 */
public final class RowChanges {

  private final int[] slotOfRow;
  private int[] rows = new int[16];
  private double[] differences = new double[0];
  private int count;
  private int width;

  /**
   * Returns no changes.
   *
   * @param matrixRows the number of rows of the matrices whose changes are kept here
   */
  public RowChanges(int matrixRows) {
    slotOfRow = new int[matrixRows];
    Arrays.fill(slotOfRow, -1);
  }

  /**
   * Forgets all changes.
   *
   * @param newWidth the number of columns of the matrix whose changes come next
   */
  public void clear(int newWidth) {
    for (int slot = 0; slot < count; slot++) {
      slotOfRow[rows[slot]] = -1;
    }
    count = 0;
    width = newWidth;
  }

  /**
   * Returns where the difference of a row lies, adding a difference of zero where there is none.
   * The array that {@link #differences()} returned before may no longer be the one in use.
   *
   * @param row a row of the matrix
   * @return the index of its first number in {@link #differences()}
   */
  public int add(int row) {
    int slot = slotOfRow[row];
    if (slot < 0) {
      slot = count++;
      if (slot == rows.length) {
        rows = Arrays.copyOf(rows, 2 * slot);
      }
      int needed = Math.multiplyExact(count, width);
      if (needed > differences.length) {
        differences =
            Arrays.copyOf(differences, (int) Math.min(Integer.MAX_VALUE - 8, 2L * needed));
      }
      rows[slot] = row;
      slotOfRow[row] = slot;
      Arrays.fill(differences, slot * width, needed, 0.0);
    }
    return slot * width;
  }

  /**
   * Returns the number of changed rows.
   *
   * @return the number of rows
   */
  public int count() {
    return count;
  }

  /**
   * Returns a changed row.
   *
   * @param slot which, in [0, count), in the order of being added
   * @return the row of the matrix
   */
  public int row(int slot) {
    return rows[slot];
  }

  /**
   * Returns the number of columns.
   *
   * @return the width of a difference
   */
  public int width() {
    return width;
  }

  /**
   * Returns the differences: those of the row at slot s are the {@link #width()} numbers from
   * {@code s * width()}. Live until the next {@link #add}.
   *
   * @return the array in use
   */
  public double[] differences() {
    return differences;
  }
}
