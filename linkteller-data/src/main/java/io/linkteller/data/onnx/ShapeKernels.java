package io.linkteller.data.onnx;

import java.util.Arrays;
import java.util.Set;

/** Operators that move elements; only scatters may also combine them. */
final class ShapeKernels {

  private ShapeKernels() {}

  /** Changes the shape of a tensor without moving elements. */
  static final class Reshape extends Kernel {

    private final int[] target;

    Reshape(int[] target) {
      this.target = target;
    }

    /**
     * Returns the shape that a target specifies. One of its lengths may be -1, which is replaced
     * with the number of remaining elements.
     */
    static int[] resolve(int[] in, int[] target, boolean zeroCopies) {
      int[] shape = target.clone();
      int rest = -1;
      long known = 1;
      for (int axis = 0; axis < shape.length; axis++) {
        if (shape[axis] == 0 && zeroCopies) {
          if (axis >= in.length) {
            throw new IllegalArgumentException("axis " + axis + " of the input does not exist");
          }
          shape[axis] = in[axis];
        }
        if (shape[axis] == -1 && rest < 0) {
          rest = axis;
        } else if (shape[axis] < 0) {
          throw new IllegalArgumentException("a target shape has an axis of length " + shape[axis]);
        } else {
          known = Math.min(known * shape[axis], Integer.MAX_VALUE);
        }
      }
      int size = Tensor.size(in);
      if (rest >= 0) {
        shape[rest] = known == 0 ? 0 : (int) (size / known);
      }
      if (Tensor.size(shape) != size) {
        throw new IllegalArgumentException(
            Tensor.text(in) + " elements cannot have the shape " + Arrays.toString(target));
      }
      return shape;
    }

    @Override
    int[] shape(int[]... in) {
      return target;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      int before = Tensor.product(out, 0, outAxis);
      for (int axis = 0; axis < in[0].length; axis++) {
        if (in[0][axis] == out[outAxis] && Tensor.product(in[0], 0, axis) == before) {
          return axis;
        }
      }
      return -1;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      System.arraycopy(in[0].values(), 0, out, 0, out.length);
    }
  }

  /** Permutes the axes of a tensor. */
  static final class Transpose extends Kernel {

    private final int[] order;

    /** Creates an operator whose output's axis i is axis {@code order[i]} of its input. */
    Transpose(int... order) {
      int[] sorted = order.clone();
      Arrays.sort(sorted);
      for (int axis = 0; axis < sorted.length; axis++) {
        if (sorted[axis] != axis) {
          throw new IllegalArgumentException(
              Arrays.toString(order) + " does not list each of " + order.length + " axes once");
        }
      }
      this.order = order;
    }

    @Override
    int[] shape(int[]... in) {
      if (order.length != in[0].length) {
        throw new IllegalArgumentException(
            Arrays.toString(order)
                + " is not an order of the axes of a tensor of the shape "
                + Tensor.text(in[0]));
      }
      return Arrays.stream(order).map(axis -> in[0][axis]).toArray();
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return order[outAxis];
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[] own = strides(in[0].shape());
      int[] strides = new int[order.length];
      for (int axis = 0; axis < order.length; axis++) {
        strides[axis] = own[order[axis]];
      }
      Walk walk = new Walk(shape, 0, strides);
      for (int i = 0; i < out.length; i++) {
        out[i] = in[0].values()[walk.offsets[0]];
        walk.next();
      }
    }
  }

  /** Concatenates tensors along an axis. */
  static final class Concat extends Kernel {

    private final long along;

    Concat(long along) {
      this.along = along;
    }

    @Override
    int[] shape(int[]... in) {
      int axis = axis(along, in[0].length);
      int[] shape = in[0].clone();
      for (int i = 1; i < in.length; i++) {
        for (int a = 0; a < shape.length; a++) {
          if (in[i].length != shape.length || (a != axis && in[i][a] != shape[a])) {
            throw new IllegalArgumentException(
                "the shapes "
                    + Tensor.text(in[0])
                    + " and "
                    + Tensor.text(in[i])
                    + " cannot be concatenated");
          }
        }
        shape[axis] = Math.addExact(shape[axis], in[i][axis]);
      }
      return shape;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return outAxis == axis(along, out.length) ? -1 : outAxis;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int axis = axis(along, shape.length);
      int outer = Tensor.product(shape, 0, axis);
      int inner = Tensor.product(shape, axis, shape.length);
      int at = 0;
      for (Tensor each : in) {
        int part = Tensor.product(each.shape(), axis, shape.length);
        for (int o = 0; o < outer; o++) {
          System.arraycopy(each.values(), o * part, out, o * inner + at, part);
        }
        at += part;
      }
    }
  }

  /**
   * Selects elements at a fixed step along each axis, wrapping around at the end of the axis. This
   * covers slices, repeated tensors and broadcast tensors.
   */
  static final class Select extends Kernel {

    private final int[] starts;
    private final int[] steps;
    private final int[] lengths;

    private Select(int[] starts, int[] steps, int[] lengths) {
      this.starts = starts;
      this.steps = steps;
      this.lengths = lengths;
    }

    private static Select repeating(int[] lengths) {
      int[] ones = new int[lengths.length];
      Arrays.fill(ones, 1);
      return new Select(new int[lengths.length], ones, lengths);
    }

    /** Returns the kernel that repeats a tensor of a given shape along its axes of length 1. */
    static Select expand(int[] in, int[] target) {
      return repeating(broadcast(in, target));
    }

    /** Returns the kernel that repeats a whole tensor of a given shape along its axes. */
    static Select tile(int[] in, int[] repeats) {
      if (repeats.length != in.length) {
        throw new IllegalArgumentException(
            repeats.length + " repeats of a tensor with " + in.length + " axes");
      }
      int[] lengths = new int[in.length];
      Arrays.setAll(lengths, axis -> Math.multiplyExact(in[axis], repeats[axis]));
      return repeating(lengths);
    }

    /**
     * Returns the kernel that slices a tensor of a given shape, with the parameters that ONNX
     * defines.
     */
    static Select slice(int[] in, int[] from, int[] until, int[] axes, int[] by) {
      int[] starts = new int[in.length];
      int[] steps = new int[in.length];
      Arrays.fill(steps, 1);
      int[] lengths = in.clone();
      if (from.length != axes.length || until.length != axes.length || by.length != axes.length) {
        throw new IllegalArgumentException(
            "%s starts, %s ends and %s steps for %s axes"
                .formatted(from.length, until.length, by.length, axes.length));
      }
      for (int i = 0; i < axes.length; i++) {
        int axis = axis(axes[i], in.length);
        int length = in[axis];
        int step = by[i];
        if (step == 0) {
          throw new IllegalArgumentException("a slice has the step 0");
        }
        long start = from[i] < 0 ? (long) from[i] + length : from[i];
        long end = until[i] < 0 ? (long) until[i] + length : until[i];
        start = Math.max(0, Math.min(start, step > 0 ? length : length - 1));
        end = Math.max(step > 0 ? 0 : -1, Math.min(end, length));
        long count = step > 0 ? (end - start + step - 1) / step : (start - end - step - 1) / -step;
        starts[axis] = (int) start;
        steps[axis] = step;
        lengths[axis] = (int) Math.max(0, count);
      }
      return new Select(starts, steps, lengths);
    }

    @Override
    int[] shape(int[]... in) {
      return lengths;
    }

    private int position(int axis, int i, int length) {
      return (starts[axis] + i * steps[axis]) % length;
    }

    /** Returns the selected indices of an axis of a given length. */
    int[] indices(int axis, int length) {
      int[] indices = new int[lengths[axis]];
      Arrays.setAll(indices, i -> position(axis, i, length));
      return indices;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      int axis = outAxis - out.length + in[0].length;
      boolean whole =
          axis >= 0
              && starts[outAxis] == 0
              && steps[outAxis] == 1
              && lengths[outAxis] == in[0][axis];
      return whole ? axis : -1;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[] from = in[0].shape();
      int[] own = strides(from);
      int added = shape.length - from.length;
      int[] at = new int[shape.length];
      for (int i = 0; i < out.length; i++) {
        int source = 0;
        for (int axis = added; axis < at.length; axis++) {
          source += position(axis, at[axis], from[axis - added]) * own[axis - added];
        }
        out[i] = in[0].values()[source];
        for (int axis = at.length - 1; axis >= 0 && ++at[axis] == shape[axis]; axis--) {
          at[axis] = 0;
        }
      }
    }
  }

  /** Selects slices along an axis by index. Inputs: the tensor and the indices. */
  static final class Gather extends Kernel {

    private final long along;

    Gather(long along) {
      this.along = along;
    }

    @Override
    int[] shape(int[]... in) {
      int axis = axis(along, in[0].length);
      int[] shape = new int[in[0].length + in[1].length - 1];
      System.arraycopy(in[0], 0, shape, 0, axis);
      System.arraycopy(in[1], 0, shape, axis, in[1].length);
      System.arraycopy(in[0], axis + 1, shape, axis + in[1].length, in[0].length - axis - 1);
      return shape;
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      int of = axis(along, in[0].length);
      if (input != 0 || (outAxis >= of && outAxis < of + in[1].length)) {
        return -1;
      }
      return outAxis < of ? outAxis : outAxis - in[1].length + 1;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int[] from = in[0].shape();
      int axis = axis(along, from.length);
      int outer = Tensor.product(from, 0, axis);
      int inner = Tensor.product(from, axis + 1, from.length);
      int[] indices = indices(in[1], from[axis]);
      for (int o = 0; o < outer; o++) {
        for (int i = 0; i < indices.length; i++) {
          System.arraycopy(
              in[0].values(),
              (o * from[axis] + indices[i]) * inner,
              out,
              (o * indices.length + i) * inner,
              inner);
        }
      }
    }
  }

  /** Selects one element along an axis for each index. Inputs: the tensor and the indices. */
  static final class GatherElements extends Kernel {

    private final long along;

    GatherElements(long along) {
      this.along = along;
    }

    @Override
    int[] shape(int[]... in) {
      requireFits(in[0], in[1], axis(along, in[0].length));
      return in[1];
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return outAxis == axis(along, out.length) || in[0][outAxis] != out[outAxis] ? -1 : outAxis;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      int axis = axis(along, shape.length);
      int[] strides = strides(in[0].shape());
      int stride = strides[axis];
      strides[axis] = 0;
      int[] indices = indices(in[1], in[0].shape()[axis]);
      Walk walk = new Walk(shape, 0, strides);
      for (int i = 0; i < out.length; i++) {
        out[i] = in[0].values()[walk.offsets[0] + indices[i] * stride];
        walk.next();
      }
    }
  }

  private static void requireFits(int[] data, int[] indices, int axis) {
    boolean fits = data.length == indices.length;
    for (int a = 0; fits && a < data.length; a++) {
      fits = a == axis || indices[a] <= data[a];
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "indices of the shape "
              + Tensor.text(indices)
              + " do not fit data of the shape "
              + Tensor.text(data));
    }
  }

  /** Checks the name of the operation that combines an update with the element at its position. */
  private static String reduction(String reduction) {
    if (!Set.of("none", "add", "mul", "max", "min").contains(reduction)) {
      throw new IllegalArgumentException(
          "reduction = " + reduction + " is not one of none, add, mul, max, min");
    }
    return reduction;
  }

  /** Returns the combination of an update with the element at its position. */
  static double reduced(String reduction, double before, double update) {
    return switch (reduction) {
      case "add" -> before + update;
      case "mul" -> before * update;
      case "max" -> Math.max(before, update);
      case "min" -> Math.min(before, update);
      default -> update;
    };
  }

  /**
   * Writes updates to the positions given by indices. Inputs: the tensor, the indices and the
   * updates.
   */
  static final class ScatterElements extends Kernel {

    private final long along;
    private final String reduction;

    ScatterElements(long along, String reduction) {
      this.along = along;
      this.reduction = reduction(reduction);
    }

    @Override
    int[] shape(int[]... in) {
      requireFits(in[0], in[1], axis(along, in[0].length));
      if (!Arrays.equals(in[1], in[2])) {
        throw new IllegalArgumentException(
            "updates of the shape %s do not fit indices of the shape %s"
                .formatted(Tensor.text(in[2]), Tensor.text(in[1])));
      }
      return in[0];
    }

    @Override
    int inAxis(int input, int outAxis, int[][] in, int[] out) {
      return outAxis == axis(along, out.length) || in[1][outAxis] != out[outAxis] ? -1 : outAxis;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      System.arraycopy(in[0].values(), 0, out, 0, out.length);
      int axis = axis(along, shape.length);
      int[] strides = strides(shape);
      int stride = strides[axis];
      strides[axis] = 0;
      int[] indices = indices(in[1], shape[axis]);
      double[] updates = in[2].values();
      Walk walk = new Walk(in[1].shape(), 0, strides);
      for (int i = 0; i < indices.length; i++) {
        int at = walk.offsets[0] + indices[i] * stride;
        out[at] = reduced(reduction, out[at], updates[i]);
        walk.next();
      }
    }
  }

  /** Returns the shape of the slices at given positions. */
  static int[] slices(int[] data, int[] positions) {
    int depth = positions.length == 0 ? -1 : positions[positions.length - 1];
    if (depth < 1 || depth > data.length) {
      throw new IllegalArgumentException(
          "positions of the shape %s do not have one to %s coordinates"
              .formatted(Tensor.text(positions), data.length));
    }
    int[] shape = Arrays.copyOf(positions, positions.length - 1 + data.length - depth);
    System.arraycopy(data, depth, shape, positions.length - 1, data.length - depth);
    return shape;
  }

  /** Returns the index of the slice at each position. */
  static int[] places(int[] shape, Tensor positions) {
    int depth = positions.shape()[positions.rank() - 1];
    int[] coordinates = positions.integers();
    int[] places = new int[coordinates.length / depth];
    for (int i = 0; i < places.length; i++) {
      for (int axis = 0; axis < depth; axis++) {
        int at = Kernel.index(coordinates[i * depth + axis], shape[axis]);
        places[i] = places[i] * shape[axis] + at;
      }
    }
    return places;
  }
}
