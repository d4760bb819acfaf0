package io.linkteller.models.operator;

/**
 * The shape of a value of a program. Values are matrices. The additional dimensions of a tensor,
 * such as heads x channels, are flattened into the columns.
 *
 * @param rows the number of rows: nodes, edges, or 1 for values that all rows share
 * @param cols the number of columns
 */
public record Shape(int rows, int cols) {

  /**
   * Creates a shape.
   *
   * @param rows the number of rows, at least 0
   * @param cols the number of columns, at least 0
   * @throws IllegalArgumentException if a number is negative, or a matrix of this shape has more
   *     than 2<sup>31</sup> - 1 entries
   */
  public Shape {
    if (rows < 0 || cols < 0 || (long) rows * cols > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a matrix cannot have " + rows + " rows and " + cols + " columns");
    }
  }

  @Override
  public String toString() {
    return rows + " x " + cols;
  }
}
