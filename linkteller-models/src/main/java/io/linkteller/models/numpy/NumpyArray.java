package io.linkteller.models.numpy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** A numeric array with any number of dimensions, in row-major order. Immutable. */
public final class NumpyArray {

  private final int[] shape;
  private final double[] values;

  private NumpyArray(int[] shape, double[] values) {
    this.shape = shape;
    this.values = values;
  }

  /**
   * Returns an array that takes ownership of both arguments. The elements are in NumPy's C order
   * or, if {@code columnsFirst} is true, in Fortran order.
   */
  static NumpyArray of(int[] shape, double[] values, boolean columnsFirst) {
    return new NumpyArray(shape, columnsFirst ? rowsFirst(shape, values) : values);
  }

  /**
   * Returns an array with given elements.
   *
   * @param shape the length of each dimension; empty for a scalar
   * @param values the elements in row-major order; copied
   * @return the array
   * @throws IllegalArgumentException if a length is negative, or the number of elements does not
   *     match the shape
   */
  public static NumpyArray of(List<Integer> shape, double... values) {
    long size = 1;
    for (int length : shape) {
      if (length < 0) {
        throw new IllegalArgumentException("shape = " + shape + " has a negative length");
      }
      size = Math.min(size * length, Integer.MAX_VALUE + 1L);
    }
    if (size != values.length) {
      throw new IllegalArgumentException(
          "shape " + shape + " does not match " + values.length + " elements");
    }
    return new NumpyArray(shape.stream().mapToInt(Integer::intValue).toArray(), values.clone());
  }

  private static double[] rowsFirst(int[] shape, double[] values) {
    double[] ordered = new double[values.length];
    int[] index = new int[shape.length];
    for (double value : values) {
      int at = 0;
      for (int k = 0; k < shape.length; k++) {
        at = at * shape[k] + index[k];
      }
      ordered[at] = value;
      for (int k = 0; k < shape.length && ++index[k] == shape[k]; k++) {
        index[k] = 0;
      }
    }
    return ordered;
  }

  /** {@return the length of each dimension; empty for a scalar} */
  public List<Integer> shape() {
    return IntStream.of(shape).boxed().toList();
  }

  /** {@return the number of elements} */
  public int size() {
    return values.length;
  }

  /**
   * Returns an element.
   *
   * @param i the index in row-major order, in [0, size)
   * @return the element; integers beyond 2<sup>53</sup> are rounded
   */
  public double get(int i) {
    return values[i];
  }

  /**
   * Returns the array as a matrix. A one-dimensional array becomes a matrix with one row.
   *
   * @return a new matrix
   * @throws NumpyFormatException if the array does not have one or two dimensions
   */
  public DMatrixRMaj toMatrix() {
    if (shape.length < 1 || shape.length > 2) {
      throw new NumpyFormatException("has " + shape.length + " dimensions, not 1 or 2");
    }
    int rows = shape.length == 1 ? 1 : shape[0];
    return DMatrixRMaj.wrap(rows, shape[shape.length - 1], values.clone());
  }

  /**
   * Returns the matrices of a three-dimensional array side by side. An array of shape (count, rows,
   * cols) is a stack of {@code count} matrices, each {@code rows} x {@code cols}; matrix k becomes
   * the columns k cols to (k + 1) cols - 1 of the result. The array must have exactly three
   * dimensions, which is not checked.
   *
   * @return a new matrix, {@code rows} x ({@code count} times {@code cols})
   */
  public DMatrixRMaj sideBySide() {
    int count = shape[0];
    int rows = shape[1];
    int cols = shape[2];
    DMatrixRMaj all = new DMatrixRMaj(rows, count * cols);
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < rows; i++) {
        System.arraycopy(values, (k * rows + i) * cols, all.data, (i * count + k) * cols, cols);
      }
    }
    return all;
  }

  /**
   * Returns a one-dimensional array as integers.
   *
   * @return a new array
   * @throws NumpyFormatException if the array does not have one dimension, or an element is not a
   *     32-bit integer
   */
  public int[] toInts() {
    if (shape.length != 1) {
      throw new NumpyFormatException("has " + shape.length + " dimensions, not 1");
    }
    int[] integers = new int[values.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw new NumpyFormatException(
            "has " + values[i] + " at [" + i + "], which is not a 32-bit integer");
      }
    }
    return integers;
  }

  @Override
  public String toString() {
    return "NumpyArray[shape = " + Arrays.toString(shape) + "]";
  }
}
