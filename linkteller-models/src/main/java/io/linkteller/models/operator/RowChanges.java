package io.linkteller.models.operator;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;

/**
 * The changes of some rows of a matrix: a sparse set of rows, each with a dense array of
 * differences. Serves as reusable scratch space for one thread; clearing takes time proportional to
 * the number of changed rows, not to the number of rows of the matrix.
 */
public final class RowChanges {

  private final int[] slotOfRow;
  private int[] rows = new int[16];
  private double[][] differences = new double[16][];
  private double[][] sortedDifferences = new double[0][];
  private double[] rowCopy = new double[0];
  private double[] written = new double[0];
  private int count;
  private int width;

  /**
   * Creates an empty set of changes.
   *
   * @param matrixRows the number of rows of the matrices whose changes are stored
   */
  public RowChanges(int matrixRows) {
    slotOfRow = new int[matrixRows];
    Arrays.fill(slotOfRow, -1);
  }

  /**
   * Removes all changes.
   *
   * @param newWidth the number of columns of the matrix whose changes are stored next
   */
  public void clear(int newWidth) {
    for (int slot = 0; slot < count; slot++) {
      slotOfRow[rows[slot]] = -1;
    }
    count = 0;
    width = newWidth;
  }

  /**
   * Returns the difference of a row, after adding a zero difference if the row has none.
   *
   * @param row a row of the matrix
   * @return the live difference, in the first {@link #width()} elements of an array that may be
   *     longer
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
   * Returns whether a row has a difference.
   *
   * @param row a row of the matrix
   * @return true if the row was added
   */
  public boolean contains(int row) {
    return slotOfRow[row] >= 0;
  }

  /**
   * Returns the slot of a row.
   *
   * @param row a row of the matrix
   * @return the slot of its difference, or -1 if it has none
   */
  public int slotOf(int row) {
    return slotOfRow[row];
  }

  /** {@return the number of rows of the matrix} */
  public int matrixRows() {
    return slotOfRow.length;
  }

  /** {@return the number of changed rows} */
  public int count() {
    return count;
  }

  /**
   * Returns the row of a slot.
   *
   * @param slot the slot, in [0, count); slots are in order of insertion unless sorted
   * @return the index of the row in the matrix
   */
  public int row(int slot) {
    return rows[slot];
  }

  /** {@return the number of columns} */
  public int width() {
    return width;
  }

  /**
   * Returns the difference of a slot.
   *
   * @param slot the slot, in [0, count)
   * @return the live difference, in the first {@link #width()} elements of an array that may be
   *     longer
   */
  public double[] difference(int slot) {
    return differences[slot];
  }

  /**
   * Sorts the changes by row, so that sums over them are bit-identical regardless of the order of
   * insertion. Takes O(m log m) time for m changes, or O(m) if they are already sorted.
   */
  public void sortByRow() {
    int inOrder = 1;
    while (inOrder < count && rows[inOrder - 1] < rows[inOrder]) {
      inOrder++;
    }
    if (inOrder >= count) {
      return;
    }
    if (sortedDifferences.length < count) {
      sortedDifferences = new double[rows.length][];
    }
    Arrays.sort(rows, 0, count);
    // slotOfRow still has the old slots here; it is updated once all differences have moved. Only
    // the slots in use are processed, because the arrays have grown to the largest set so far.
    for (int slot = 0; slot < count; slot++) {
      sortedDifferences[slot] = differences[slotOfRow[rows[slot]]];
    }
    System.arraycopy(sortedDifferences, 0, differences, 0, count);
    for (int slot = 0; slot < count; slot++) {
      slotOfRow[rows[slot]] = slot;
    }
  }

  /**
   * Returns the changes as a dense, row-major matrix with zeros in unchanged rows. The array may be
   * longer than the matrix and is valid until the next call.
   */
  double[] writtenOut() {
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

  /** Converts changes of the rows of z to changes of the rows of σ(z). */
  void applyChange(Activation activation, double[] z) {
    if (activation.equals(Activation.IDENTITY)) {
      return;
    }
    for (int slot = 0; slot < count; slot++) {
      activation.change(copyOf(z, rows[slot] * width, width), width, differences[slot]);
    }
  }

  /** Converts derivatives of the rows of z to derivatives of the rows of σ(z). */
  void applySlope(Activation activation, double[] z) {
    if (activation.equals(Activation.IDENTITY)) {
      return;
    }
    for (int slot = 0; slot < count; slot++) {
      double[] row = copyOf(z, rows[slot] * width, width);
      activation.multiplyBySlope(row, 0, width, differences[slot]);
    }
  }

  /** Adds the changes of another set, which belongs to a matrix of the same shape. */
  void addAll(RowChanges other) {
    for (int slot = 0; slot < other.count(); slot++) {
      DenseKernels.add(1, other.difference(slot), width, add(other.row(slot)));
    }
  }

  /** Returns a copy of a range of an array, valid until the next call. */
  private double[] copyOf(double[] numbers, int from, int size) {
    if (rowCopy.length < size) {
      rowCopy = new double[size];
    }
    System.arraycopy(numbers, from, rowCopy, 0, size);
    return rowCopy;
  }
}
