package io.linkteller.data.source;

import io.linkteller.file.ReadingBudget;
import java.nio.charset.StandardCharsets;

/** A NumPy array of numbers with one or two dimensions, read from a pickle. */
public final class PickledArray implements PickleFile.Buildable {

  private int[] shape = new int[0];
  private double[] numbers = new double[0];
  private boolean columnsFirst;

  /**
   * Sets the array from a tuple of the version, the shape, the type, the flag for column-major
   * order, and the bytes.
   */
  @Override
  public void build(Object state, ReadingBudget budget) {
    Object[] parts = (Object[]) state;
    Object[] lengths = (Object[]) parts[1];
    PickledType type = (PickledType) parts[2];
    if (parts[4] instanceof String text) {
      budget.take(text.length());
    }
    byte[] bytes =
        parts[4] instanceof String text
            ? text.getBytes(StandardCharsets.ISO_8859_1)
            : (byte[]) parts[4];
    int[] dimensions = new int[lengths.length];
    double claimed = type.width();
    for (int i = 0; i < lengths.length; i++) {
      dimensions[i] = (Integer) lengths[i];
      claimed *= dimensions[i];
      if (dimensions[i] < 0) {
        throw new IllegalArgumentException("a dimension of " + dimensions[i]);
      }
    }
    if (claimed != bytes.length) {
      throw new IllegalArgumentException(
          "an array that claims " + (long) claimed + " bytes but has " + bytes.length);
    }
    budget.take((long) Double.BYTES * (bytes.length / type.width()));
    shape = dimensions;
    columnsFirst = (Boolean) parts[3];
    numbers = type.decode(bytes);
  }

  public boolean isMatrix() {
    return shape.length == 2;
  }

  public int rows() {
    return shape[0];
  }

  public int cols() {
    return shape[1];
  }

  public double get(int row, int col) {
    return numbers[columnsFirst ? col * shape[0] + row : row * shape[1] + col];
  }

  /** {@return the number of elements} */
  public int size() {
    return numbers.length;
  }

  /** Returns the numbers of an array that must have one dimension. */
  public double[] vector() {
    if (shape.length != 1) {
      throw new IllegalArgumentException("an array of " + shape.length + " dimensions, not 1");
    }
    return numbers.clone();
  }

  /** Returns the numbers, which must be integers, of an array that must have one dimension. */
  int[] integers() {
    double[] vector = vector();
    int[] integers = new int[vector.length];
    for (int i = 0; i < vector.length; i++) {
      integers[i] = (int) vector[i];
      if (integers[i] != vector[i]) {
        throw new IllegalArgumentException(vector[i] + " in an array of 32-bit integers");
      }
    }
    return integers;
  }
}
