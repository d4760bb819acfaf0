package io.linkteller.data.onnx;

import java.util.Arrays;

/**
 * An ONNX operator on tensors, with fixed attributes. The same kernel computes a whole tensor or
 * only some of its rows: if the output has an axis of rows, and each row depends only on the same
 * row of the inputs, the kernel can be applied to selected rows.
 */
abstract class Kernel {

  /** Returns the shape of the output, or rejects inputs with these shapes. */
  abstract int[] shape(int[]... in);

  /** Returns the shape of the output, which must fit in memory. */
  final int[] checkedShape(int[]... in) {
    int[] shape = shape(in);
    Tensor.size(shape);
    return shape;
  }

  /** Returns the shape of an output that may never be stored in full. */
  final int[] lazyShape(int[]... in) {
    int[] shape = shape(in);
    Tensor.requireEachAxis(shape);
    return shape;
  }

  /**
   * Computes the output.
   *
   * @param in the inputs
   * @param shape the shape of the output
   * @param out receives the numbers before they are rounded to the format of the output; initially
   *     all zero
   */
  abstract void compute(Tensor[] in, int[] shape, double[] out);

  /** Returns the type of the output's numbers. */
  NumberFormat format(NumberFormat... in) {
    return in[0];
  }

  /**
   * Returns the axis of the output that corresponds to an axis of rows of an input, or -1 if there
   * is none.
   */
  final int outAxis(int input, int axis, int[][] in, int[] out) {
    int to = out.length - 1;
    while (to >= 0 && inAxis(input, to, in, out) != axis) {
      to--;
    }
    return to;
  }

  /**
   * Returns the axis of an input whose rows correspond to those along an axis of the output, or -1
   * if a row of the output needs the whole input. By default, axes are aligned at the last one, as
   * in elementwise operators.
   */
  int inAxis(int input, int outAxis, int[][] in, int[] out) {
    int axis = outAxis - out.length + in[input].length;
    return axis >= 0 && in[input][axis] == out[outAxis] && out[outAxis] != 1 ? axis : -1;
  }

  /** Converts an axis that may be negative to an axis counted from the front. */
  static int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw new IllegalArgumentException("axis " + axis + " of a tensor with " + rank + " axes");
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  /**
   * Converts an index that may be negative to an index counted from the front. All indices from
   * files and features are checked here.
   */
  static int index(int index, int length) {
    if (index < -length || index >= length) {
      throw new IllegalArgumentException(
          "index " + index + " is outside an axis of length " + length);
    }
    return index < 0 ? index + length : index;
  }

  /** Converts indices that may be negative to indices counted from the front. */
  static int[] indices(Tensor indices, int length) {
    int[] from = indices.integers();
    for (int i = 0; i < from.length; i++) {
      from[i] = index(from[i], length);
    }
    return from;
  }

  /** Returns the strides of a row-major tensor. */
  static int[] strides(int[] shape) {
    int[] strides = new int[shape.length];
    int stride = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= shape[axis];
    }
    return strides;
  }

  /** Returns the strides of an input that is broadcast to a shape: 0 along repeated axes. */
  static int[] broadcastStrides(int[] in, int[] out) {
    int[] own = strides(in);
    int[] strides = new int[out.length];
    for (int axis = 0; axis < out.length; axis++) {
      int of = axis - out.length + in.length;
      strides[axis] = of < 0 || in[of] == 1 ? 0 : own[of];
    }
    return strides;
  }

  /** Returns the shape to which all inputs are broadcast. */
  static int[] broadcast(int[]... in) {
    int rank = 0;
    for (int[] shape : in) {
      rank = Math.max(rank, shape.length);
    }
    int[] out = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      int length = 1;
      for (int[] shape : in) {
        int of = axis - rank + shape.length;
        int other = of < 0 ? 1 : shape[of];
        if (other != 1) {
          if (length != 1 && length != other) {
            throw new IllegalArgumentException(
                "the shapes "
                    + Tensor.text(in[0])
                    + " and "
                    + Tensor.text(shape)
                    + " cannot be broadcast");
          }
          length = other;
        }
      }
      out[axis] = length;
    }
    return out;
  }

  /**
   * Iterates over the positions of a shape in row-major order, with the offsets of tensors that
   * have their own strides.
   */
  static final class Walk {

    private final int[] shape;
    private final int[][] strides;
    private final int[] at;

    /** The offset of each tensor at the current position. */
    final int[] offsets;

    /** Creates an iteration over all axes except the last {@code inner}. */
    Walk(int[] shape, int inner, int[]... strides) {
      this.shape = Arrays.copyOf(shape, shape.length - inner);
      this.strides = strides;
      at = new int[this.shape.length];
      offsets = new int[strides.length];
    }

    /** Advances by one position. */
    void next() {
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        at[axis]++;
        for (int t = 0; t < strides.length; t++) {
          offsets[t] += strides[t][axis];
        }
        if (at[axis] < shape[axis]) {
          return;
        }
        at[axis] = 0;
        for (int t = 0; t < strides.length; t++) {
          offsets[t] -= strides[t][axis] * shape[axis];
        }
      }
    }
  }
}
