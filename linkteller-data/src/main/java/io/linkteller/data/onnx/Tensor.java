package io.linkteller.data.onnx;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * An array of numbers with any number of axes, row-major.
 *
 * @param format the type of the numbers
 * @param shape the length of each axis; the product of the lengths is the number of values; not
 *     copied
 * @param values the numbers; not copied, and never modified after an operator has returned them
 */
@SuppressWarnings(
    "ArrayRecordComponent") // The arrays are shared intentionally, because tensors are large.
record Tensor(NumberFormat format, int[] shape, double[] values) {

  /** Checks that there are as many numbers as the shape requires, whatever a file states. */
  Tensor {
    if (values.length != size(shape)) {
      throw new IllegalArgumentException(
          values.length + " numbers cannot have the shape " + text(shape));
    }
  }

  static Tensor scalar(NumberFormat format, double value) {
    return new Tensor(format, new int[0], new double[] {value});
  }

  static Tensor list(NumberFormat format, double... values) {
    return new Tensor(format, new int[] {values.length}, values);
  }

  /** Returns the number of elements, which must fit in an array. */
  static int size(int[] shape) {
    long size = 1;
    boolean empty = false;
    for (int length : shape) {
      if (length < 0) {
        throw new IllegalArgumentException("an axis has the length " + length);
      }
      empty |= length == 0;
      size = Math.min(size * Math.max(length, 1), 1L << 32);
    }
    // Even if there are no elements, products of some of the lengths must not overflow.
    if (size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a tensor of the shape %s has more than the %s numbers that fit in memory"
              .formatted(text(shape), MAX_SIZE));
    }
    return empty ? 0 : (int) size;
  }

  /**
   * Checks the shape of a value that may never be stored in full, such as one row per edge, if the
   * rows are summed directly. The longest axis and the other axes together must each fit in memory.
   */
  static void requireEachAxis(int[] shape) {
    int[] others = shape.clone();
    int largest = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      largest = shape[axis] > shape[largest] ? axis : largest;
    }
    if (shape.length > 0) {
      others[largest] = 1;
      size(new int[] {shape[largest]});
    }
    size(others);
  }

  /**
   * The maximum number of elements, which fill an eighth of the maximum heap, so that a file cannot
   * exhaust memory with a single shape.
   */
  private static final long MAX_SIZE =
      Math.min(Integer.MAX_VALUE - 8L, Runtime.getRuntime().maxMemory() / (8L * Double.BYTES));

  static String text(int[] shape) {
    return Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
  }

  int rank() {
    return shape.length;
  }

  /** Returns the element of a tensor that must have exactly one. */
  double only() {
    if (values.length != 1) {
      throw new IllegalArgumentException(
          "one number was expected, not a tensor of the shape " + text(shape));
    }
    return values[0];
  }

  /** Returns all elements as integers. Large elements saturate. */
  int[] integers() {
    int[] integers = new int[values.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = (int) values[i];
    }
    return integers;
  }

  /** Returns the product of the lengths of the axes from {@code from} to {@code to - 1}. */
  static int product(int[] shape, int from, int to) {
    int product = 1;
    for (int axis = from; axis < to; axis++) {
      product *= shape[axis];
    }
    return product;
  }

  /**
   * Returns the slices at the first {@code count} of the given indices of an axis, in that order.
   */
  Tensor take(int axis, int[] indices, int count) {
    int outer = product(shape, 0, axis);
    int inner = product(shape, axis + 1, shape.length);
    int length = shape[axis];
    int[] taken = shape.clone();
    taken[axis] = count;
    double[] out = new double[size(taken)];
    for (int o = 0; o < outer; o++) {
      for (int i = 0; i < count; i++) {
        System.arraycopy(
            values, (o * length + indices[i]) * inner, out, (o * count + i) * inner, inner);
      }
    }
    return new Tensor(format, taken, out);
  }
}
