package io.linkteller.data.onnx;

import java.util.Arrays;

/** Operators that combine elements along axes. */
final class ReduceKernels {

  private ReduceKernels() {}

  /** How elements are combined. */
  enum How {
    SUM,
    MEAN,
    MAX,
    MIN,
    PROD
  }

  /** Reduces the elements along given axes to one number. */
  static final class Reduce extends Kernel {

    private final How how;
    private final boolean[] reduced;
    private final boolean kept;

    /**
     * Creates a reduction.
     *
     * @param how how elements are combined
     * @param reduced which axes are reduced
     * @param kept whether reduced axes remain, with length 1
     */
    Reduce(How how, boolean[] reduced, boolean kept) {
      this.how = how;
      this.reduced = reduced;
      this.kept = kept;
    }

    @Override
    int[] shape(int[]... in) {
      int[] shape = new int[in[0].length];
      int rank = 0;
      for (int axis = 0; axis < shape.length; axis++) {
        if (!reduced[axis]) {
          shape[rank++] = in[0][axis];
        } else if (kept) {
          shape[rank++] = 1;
        }
      }
      return Arrays.copyOf(shape, rank);
    }

    private int before(int axis) {
      int rank = 0;
      for (int a = 0; a < axis; a++) {
        rank += kept || !reduced[a] ? 1 : 0;
      }
      return rank;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      for (int axis = 0; axis < reduced.length; axis++) {
        if (!reduced[axis] && before(axis) == outAxis) {
          return axis;
        }
      }
      return -1;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[] from = in[0].shape();
      double[] x = in[0].values();
      int[] keptShape = from.clone();
      int count = 1;
      for (int axis = 0; axis < from.length; axis++) {
        if (reduced[axis]) {
          keptShape[axis] = 1;
          count *= from[axis];
        }
      }
      double start =
          switch (how) {
            case MAX -> Double.NEGATIVE_INFINITY;
            case MIN -> Double.POSITIVE_INFINITY;
            case PROD -> 1;
            default -> 0;
          };
      Arrays.fill(out, start);
      int[] strides = broadcastStrides(keptShape, from);
      Walk walk = new Walk(from, 0, strides);
      for (double value : x) {
        int to = walk.offsets[0];
        switch (how) {
          case MAX -> out[to] = Math.max(out[to], value);
          case MIN -> out[to] = Math.min(out[to], value);
          case PROD -> out[to] *= value;
          default -> out[to] += value;
        }
        walk.next();
      }
      for (int i = 0; i < out.length && how == How.MEAN; i++) {
        out[i] /= count;
      }
    }
  }

  /** Softmax or its logarithm over the axes from {@code from} to {@code to - 1}. */
  static final class Softmax extends Kernel {

    private final int from;
    private final int to;
    private final boolean logarithm;

    Softmax(int from, int to, boolean logarithm) {
      this.from = from;
      this.to = to;
      this.logarithm = logarithm;
    }

    @Override
    int[] shape(int[]... in) {
      return in[0];
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return outAxis >= from && outAxis < to ? -1 : outAxis;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      System.arraycopy(in[0].values(), 0, out, 0, out.length);
      int length = Tensor.product(shape, from, to);
      int inner = Tensor.product(shape, to, shape.length);
      for (int start = 0; start < out.length; start += length * inner) {
        for (int i = 0; i < inner; i++) {
          slice(out, start + i, inner, length);
        }
      }
    }

    /** Transforms the elements {@code at + i * stride} for i below {@code length}. */
    private void slice(double[] x, int at, int stride, int length) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < length; i++) {
        largest = Math.max(largest, x[at + i * stride]);
      }
      double sum = 0;
      for (int i = 0; i < length; i++) {
        double e = Math.exp(x[at + i * stride] - largest);
        sum += e;
        if (!logarithm) {
          x[at + i * stride] = e;
        }
      }
      double shift = largest + Math.log(sum);
      for (int i = 0; i < length; i++) {
        x[at + i * stride] = logarithm ? x[at + i * stride] - shift : x[at + i * stride] / sum;
      }
    }
  }

  /**
   * Finds the position of the largest or smallest element along an axis, the first if several are
   * equal.
   */
  static final class Extreme extends Kernel {

    private final int axis;
    private final double sign;
    private final Reduce shape;

    Extreme(int axis, int rank, boolean largest, boolean kept) {
      this.axis = axis;
      this.sign = largest ? 1 : -1;
      boolean[] reduced = new boolean[rank];
      reduced[axis] = true;
      this.shape = new Reduce(How.MAX, reduced, kept);
    }

    @Override
    int[] shape(int[]... in) {
      if (in[0][axis] == 0) {
        throw new IllegalArgumentException("axis " + axis + " is empty");
      }
      return shape.shape(in);
    }

    @Override
    NumberFormat format(NumberFormat... in) {
      return NumberFormat.INT64;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return shape.inAxis(input, outAxis, in, out);
    }

    @Override
    void compute(Tensor[] in, int[] ofOutput, double[] out) {
      int[] from = in[0].shape();
      double[] x = in[0].values();
      int inner = Tensor.product(from, axis + 1, from.length);
      int length = from[axis];
      for (int i = 0; i < out.length; i++) {
        int at = i / inner * inner * length + i % inner;
        int best = 0;
        for (int j = 1; j < length; j++) {
          if (sign * x[at + j * inner] > sign * x[at + best * inner]) {
            best = j;
          }
        }
        out[i] = best;
      }
    }
  }
}
