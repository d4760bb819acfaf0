package io.linkteller.models.network;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;

/**
 * How some rows of a matrix differ from what they were: a sparse set of rows, each with the
 * difference of all its columns in an array of its own. Scratch of one thread, reused from query to
 * query; clearing costs what was in it, not what could be.
 */
public final class RowChanges {

  private final int[] slotOfRow;
  private int[] rows = new int[16];
  private double[][] differences = new double[16][];
  private double[] rowCopy = new double[0];
  private double[] written = new double[0];
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
   * Returns the difference of a row, adding one of zero where there is none.
   *
   * @param row a row of the matrix
   * @return the live difference: the first {@link #width()} numbers of an array that may be longer
   */
  public double[] add(int row) {
    int slot = slotOfRow[row];
    if (slot >= 0) {
      return differences[slot];
    }
    slot = count++;
    if (slot == rows.length) {
      rows = Arrays.copyOf(rows, 2 * slot);
      differences = Arrays.copyOf(differences, 2 * slot);
    }
    rows[slot] = row;
    slotOfRow[row] = slot;
    double[] difference = differences[slot];
    if (difference == null || difference.length < width) {
      difference = new double[width];
      differences[slot] = difference;
    } else {
      Arrays.fill(difference, 0, width, 0.0);
    }
    return difference;
  }

  /**
   * Tells whether a row has changed.
   *
   * @param row a row of the matrix
   * @return true if it was added
   */
  public boolean contains(int row) {
    return slotOfRow[row] >= 0;
  }

  /**
   * Returns where a row stands.
   *
   * @param row a row of the matrix
   * @return its slot, or -1 if it has not changed
   */
  public int slotOf(int row) {
    return slotOfRow[row];
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
   * Returns a difference.
   *
   * @param slot which, in [0, count)
   * @return the live difference: the first {@link #width()} numbers of an array that may be longer
   */
  public double[] difference(int slot) {
    return differences[slot];
  }

  /**
   * Orders the changes by row: sums over them then have the same bits however they came about. O(m
   * log m) for m changes, O(m) if they are in order.
   */
  public void sortByRow() {
    int inOrder = 1;
    while (inOrder < count && rows[inOrder - 1] < rows[inOrder]) {
      inOrder++;
    }
    if (inOrder >= count) {
      return;
    }
    int[] sorted = Arrays.copyOf(rows, rows.length);
    Arrays.sort(sorted, 0, count);
    double[][] moved = differences.clone();
    for (int slot = 0; slot < count; slot++) {
      moved[slot] = differences[slotOfRow[sorted[slot]]];
    }
    for (int slot = 0; slot < count; slot++) {
      slotOfRow[sorted[slot]] = slot;
    }
    rows = sorted;
    differences = moved;
  }

  /**
   * Returns the changes written out, zero where a row has not changed. O(n d).
   *
   * @return n x d numbers, row-major, of an array that may be longer; valid until the next call
   */
  public double[] writtenOut() {
    int size = Math.multiplyExact(slotOfRow.length, width);
    if (written.length < size) {
      written = new double[size];
    } else {
      Arrays.fill(written, 0, size, 0.0);
    }
    for (int slot = 0; slot < count; slot++) {
      System.arraycopy(differences[slot], 0, written, rows[slot] * width, width);
    }
    return written;
  }

  /**
   * Turns changes of the rows of z into changes of the rows of σ(z).
   *
   * @param activation σ
   * @param z a matrix of {@link #width()} columns, row-major, before the change
   */
  public void applyChange(Activation activation, double[] z) {
    if (activation.equals(Activation.IDENTITY)) {
      return;
    }
    for (int slot = 0; slot < count; slot++) {
      activation.change(copyOf(z, rows[slot] * width, width), width, differences[slot]);
    }
  }

  /**
   * Turns derivatives of the rows of z into derivatives of the rows of σ(z).
   *
   * @param activation σ
   * @param z a matrix of {@link #width()} columns, row-major
   */
  public void applySlope(Activation activation, double[] z) {
    if (activation.equals(Activation.IDENTITY)) {
      return;
    }
    for (int slot = 0; slot < count; slot++) {
      double[] row = copyOf(z, rows[slot] * width, width);
      activation.multiplyBySlope(row, 0, width, differences[slot]);
    }
  }

  /**
   * Adds changes.
   *
   * @param other changes of a matrix of the same shape
   */
  public void addAll(RowChanges other) {
    for (int slot = 0; slot < other.count(); slot++) {
      DenseKernels.add(1, other.difference(slot), width, add(other.row(slot)));
    }
  }

  /** Returns a copy of a stretch of a long array, valid until the next call. */
  private double[] copyOf(double[] numbers, int from, int size) {
    if (rowCopy.length < size) {
      rowCopy = new double[size];
    }
    System.arraycopy(numbers, from, rowCopy, 0, size);
    return rowCopy;
  }
}
