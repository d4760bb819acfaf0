package io.linkteller.models.numpy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** Numbers of any number of dimensions, the last index running fastest. Immutable. */
public final class NumpyArray {

  private final int[] shape;
  private final double[] values;

  private NumpyArray(int[] shape, double[] values) {
    this.shape = shape;
    this.values = values;
  }

  /**
   * Returns an array of given numbers.
   *
   * @param shape the length of each dimension; none for a single number
   * @param values as many numbers as the shape says, the last index running fastest; copied
   * @return the array
   * @throws IllegalArgumentException if there is another number of them
   */
  public static NumpyArray of(int[] shape, double... values) {
    long size = 1;
    for (int length : shape) {
      size *= length;
    }
    if (size != values.length) {
      throw new IllegalArgumentException(
          "an array of shape " + Arrays.toString(shape) + " has not " + values.length + " numbers");
    }
    return new NumpyArray(shape.clone(), values.clone());
  }

  /** Takes ownership of both; the numbers run as NumPy's order C or, with columns first, F. */
  static NumpyArray of(int[] shape, double[] values, boolean columnsFirst) {
    return new NumpyArray(shape, columnsFirst ? rowsFirst(shape, values) : values);
  }

  /**
   * Returns an array of given numbers.
   *
   * @param shape the length of each dimension, none for a single number
   * @param values the numbers, the last index running fastest; copied
   * @return the array
   * @throws IllegalArgumentException if a length is negative, or the shape is of another number of
   *     values
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
          "shape = " + shape + " does not hold " + values.length + " numbers");
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

  /**
   * Returns the length of each dimension.
   *
   * @return as many numbers as there are dimensions, none for a single number
   */
  public List<Integer> shape() {
    return IntStream.of(shape).boxed().toList();
  }

  /**
   * Returns how many numbers there are.
   *
   * @return the product of the shape
   */
  public int size() {
    return values.length;
  }

  /**
   * Returns a number.
   *
   * @param i its place when the last index runs fastest, in [0, size)
   * @return the number; integers beyond 2<sup>53</sup> are rounded
   */
  public double get(int i) {
    return values[i];
  }

  /**
   * Returns the numbers as a matrix; one dimension makes one row.
   *
   * @return a new matrix
   * @throws NumpyFormatException if there are not one or two dimensions
   */
  public DMatrixRMaj toMatrix() {
    if (shape.length < 1 || shape.length > 2) {
      throw new NumpyFormatException("has " + shape.length + " dimensions, not 1 or 2");
    }
    int rows = shape.length == 1 ? 1 : shape[0];
    return new DMatrixRMaj(rows, shape[shape.length - 1], true, values.clone());
  }

  /**
   * Returns the numbers of one dimension as integers.
   *
   * @return a new array
   * @throws NumpyFormatException if there is not one dimension, or a number is not an integer of 32
   *     bits
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
            "has " + values[i] + " at [" + i + "], not an integer of 32 bits");
      }
    }
    return integers;
  }

  @Override
  public String toString() {
    return "NumpyArray[shape = " + Arrays.toString(shape) + "]";
  }
}
