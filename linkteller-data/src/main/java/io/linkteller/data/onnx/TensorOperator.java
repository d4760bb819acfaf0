package io.linkteller.data.onnx;

import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.operator.Changes;
import io.linkteller.models.operator.IncrementalOperator;
import io.linkteller.models.operator.Operands;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.operator.Shape;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * An ONNX operator without a counterpart in this library: a kernel that is applied to the rows that
 * change. Derivatives are central difference quotients. The inputs are those inputs of the kernel
 * that depend on the features, in the same order.
 */
final class TensorOperator implements IncrementalOperator {

  /**
   * The step of difference quotients relative to the largest magnitude of the inputs. Richardson
   * extrapolation from steps h and 2h leaves an error of order h<sup>4</sup> plus the rounding
   * error divided by h.
   */
  private static final double STEP = 0x1p-12;

  /** The number of rows per block of a parallel loop. */
  private static final int BLOCK_ROWS = 256;

  private final String name;

  /**
   * The file and its node, for messages about indices that depend on features and are out of range.
   */
  private final Path file;

  private final String node;
  private final Kernel kernel;
  private final OnnxValue[] in;

  /** The position of each input of the kernel among the inputs of this operator; -1 if constant. */
  private final int[] position;

  private final int[][] shapes;
  private final int[] outShape;

  /** The axis of the output's rows; -1 if the output is a single row with all elements. */
  private final int outAxis;

  private final boolean wholeInput;
  private final boolean isSmooth;

  TensorOperator(
      String name,
      Path file,
      String node,
      Kernel kernel,
      OnnxValue[] in,
      int[] outShape,
      int outAxis) {
    this.name = name;
    this.file = file;
    this.node = node;
    this.kernel = kernel;
    this.in = in;
    this.outShape = outShape;
    this.outAxis = outAxis;
    isSmooth =
        kernel
            .format(Arrays.stream(in).map(value -> value.format).toArray(NumberFormat[]::new))
            .isFloating();
    shapes = Arrays.stream(in).map(value -> value.shape).toArray(int[][]::new);
    position = new int[in.length];
    int next = 0;
    boolean whole = false;
    for (int i = 0; i < in.length; i++) {
      position[i] = in[i].isConstant() ? -1 : next++;
      whole |= !in[i].isConstant() && readsWhole(i);
    }
    wholeInput = whole;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    return outAxis < 0
        ? new Shape(1, Tensor.size(outShape))
        : new Shape(outShape[outAxis], Tensor.product(outShape, outAxis + 1, outShape.length));
  }

  @Override
  public boolean isRowwise() {
    return outAxis >= 0 && !wholeInput;
  }

  /** Returns whether each row of the output may depend on all rows of an input. */
  private boolean readsWhole(int input) {
    return inAxis(input) < 0 || !in[input].hasRows();
  }

  private int inAxis(int input) {
    return outAxis < 0 ? -1 : kernel.inAxis(input, outAxis, shapes, outShape);
  }

  @Override
  public void forward(Operands operands, DMatrixRMaj out, Pass pass) {
    if (outAxis < 0) {
      double[] all = compute(operands, null, 0, new int[0], 0);
      System.arraycopy(all, 0, out.data, 0, all.length);
      return;
    }
    int width = out.numCols;
    pass.workers()
        .forRows(
            out.numRows,
            BLOCK_ROWS,
            (from, to) -> {
              int[] rows = new int[to - from];
              Arrays.setAll(rows, i -> from + i);
              double[] part = compute(operands, null, 0, rows, rows.length);
              System.arraycopy(part, 0, out.data, from * width, part.length);
            });
  }

  /**
   * Applies the kernel to given rows, or to all elements, of the inputs plus {@code step} times
   * their changes.
   */
  private double[] compute(
      Operands operands, @Nullable Changes changes, double step, int[] rows, int count) {
    Tensor[] tensors = new Tensor[in.length];
    for (int i = 0; i < in.length; i++) {
      int axis = inAxis(i);
      if (position[i] < 0) {
        Tensor constant = in[i].constant();
        tensors[i] = axis < 0 ? constant : constant.take(axis, rows, count);
      } else {
        tensors[i] = read(operands, changes, step, i, axis, rows, count);
      }
    }
    int[] shape = outShape;
    if (outAxis >= 0) {
      shape = outShape.clone();
      shape[outAxis] = count;
    }
    double[] out = new double[Tensor.size(shape)];
    if (out.length > 0) {
      try {
        kernel.compute(tensors, shape, out);
      } catch (IllegalArgumentException e) {
        throw new ModelFormatException(file, node + ": " + e.getMessage(), e);
      }
    }
    return out;
  }

  private Tensor read(
      Operands operands,
      @Nullable Changes changes,
      double step,
      int input,
      int axis,
      int[] rows,
      int count) {
    DMatrixRMaj h = operands.dense(position[input]);
    // This input has no rows but varies along the rows of the output.
    if (axis >= 0 && !in[input].hasRows()) {
      return read(operands, changes, step, input, -1, rows, count).take(axis, rows, count);
    }
    int width = h.numCols;
    int taken = axis < 0 ? h.numRows : count;
    double[] values = new double[taken * width];
    RowChanges moved = changes == null ? null : changes.of(position[input]);
    if (axis < 0) {
      System.arraycopy(h.data, 0, values, 0, values.length);
      for (int slot = 0; moved != null && slot < moved.count(); slot++) {
        add(step, moved.difference(slot), values, moved.row(slot) * width, width);
      }
    } else {
      for (int i = 0; i < count; i++) {
        System.arraycopy(h.data, rows[i] * width, values, i * width, width);
        int slot = moved == null ? -1 : moved.slotOf(rows[i]);
        if (moved != null && slot >= 0) {
          add(step, moved.difference(slot), values, i * width, width);
        }
      }
    }
    int[] shape = shapes[input];
    if (axis >= 0) {
      shape = shape.clone();
      shape[axis] = count;
    }
    return new Tensor(in[input].format, shape, values);
  }

  private static void add(double step, double[] difference, double[] to, int at, int width) {
    for (int c = 0; c < width; c++) {
      to[at + c] += step * difference[c];
    }
  }

  /** Returns the rows of the output that can change and are wanted. */
  private int[] rows(Changes changes) {
    boolean all = false;
    for (int i = 0; i < in.length; i++) {
      all |= position[i] >= 0 && readsWhole(i) && changes.of(position[i]).count() > 0;
    }
    if (all) {
      return changes.wantsAll()
          ? IntStream.range(0, outShape[outAxis]).toArray()
          : changes.wanted().toIntArray();
    }
    IntAVLTreeSet rows = new IntAVLTreeSet();
    for (int i = 0; i < in.length; i++) {
      if (position[i] >= 0) {
        RowChanges moved = changes.of(position[i]);
        for (int slot = 0; slot < moved.count(); slot++) {
          rows.add(moved.row(slot));
        }
      }
    }
    return rows.toIntArray();
  }

  @Override
  public void change(Changes changes, RowChanges out) {
    if (changes.isDerivative()) {
      derivative(changes, out);
      return;
    }
    int[] rows = outAxis < 0 ? new int[0] : rows(changes);
    double[] after = compute(changes, changes, 1, rows, rows.length);
    double[] before = changes.output().data;
    add(rows, out, (i, at) -> difference(after[i], before[at]));
  }

  private void derivative(Changes changes, RowChanges out) {
    // A comparison jumps and is constant everywhere else, so its derivative counts as 0.
    double step = isSmooth ? step(changes) : 0;
    if (step == 0) {
      return;
    }
    int[] rows = outAxis < 0 ? new int[0] : rows(changes);
    // Richardson extrapolation (4 D(h) - D(2h)) / 3 of the central quotients D(h) = (Z(h) -
    // Z(-h)) / 2h.
    double[] up = compute(changes, changes, step, rows, rows.length);
    double[] down = compute(changes, changes, -step, rows, rows.length);
    double[] upTwice = compute(changes, changes, 2 * step, rows, rows.length);
    double[] downTwice = compute(changes, changes, -2 * step, rows, rows.length);
    add(
        rows,
        out,
        (i, at) ->
            (8 * difference(up[i], down[i]) - difference(upTwice[i], downTwice[i])) / (12 * step));
  }

  /**
   * Returns the change of a number. An infinite number that remains the same, as in attention
   * masks, has not changed.
   */
  private static double difference(double after, double before) {
    return after == before ? 0 : after - before;
  }

  /**
   * Returns the step of difference quotients, or 0 if nothing changes. The step is a power of two,
   * which makes the steps and the divisions by them exact.
   */
  private double step(Changes changes) {
    double largest = 0;
    double fastest = 0;
    for (int p = 0; p < changes.count(); p++) {
      RowChanges moved = changes.of(p);
      DMatrixRMaj h = changes.dense(p);
      for (int slot = 0; slot < moved.count(); slot++) {
        double[] difference = moved.difference(slot);
        for (int c = 0; c < moved.width(); c++) {
          fastest = Math.max(fastest, Math.abs(difference[c]));
          double magnitude = Math.abs(h.data[moved.row(slot) * h.numCols + c]);
          largest = Math.max(largest, magnitude < Double.POSITIVE_INFINITY ? magnitude : 0);
        }
      }
    }
    if (fastest == 0) {
      return 0;
    }
    double scale = (largest > 0 ? largest : 1) / fastest;
    return STEP * Math.scalb(1.0, Math.getExponent(scale));
  }

  /** The change of an element, by its index in the computed part and in the whole output. */
  @FunctionalInterface
  private interface Difference {
    double of(int computed, int whole);
  }

  private void add(int[] rows, RowChanges out, Difference difference) {
    int width = out.width();
    int count = outAxis < 0 ? 1 : rows.length;
    for (int i = 0; i < count; i++) {
      int row = outAxis < 0 ? 0 : rows[i];
      boolean moved = false;
      for (int c = 0; c < width && !moved; c++) {
        moved = difference.of(i * width + c, row * width + c) != 0;
      }
      if (moved) {
        double[] to = out.add(row);
        for (int c = 0; c < width; c++) {
          to[c] = difference.of(i * width + c, row * width + c);
        }
      }
    }
  }
}
