package io.linkteller.data.onnx;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A value of an ONNX file that is read for given edges: a constant, or a matrix that a step of the
 * program computes from the features. If one axis of the tensor is an axis of nodes or edges, all
 * axes before it have length 1, and the matrix has one row per node or edge; otherwise, the matrix
 * is a single row that contains all elements.
 */
final class OnnxValue {

  final NumberFormat format;
  final int[] shape;

  /**
   * The numbers, if they do not depend on the features. They are repeated along axes to fill {@link
   * #shape}.
   */
  private @Nullable Tensor constant;

  /** Receives the number of elements that are stored when a repeated constant is expanded. */
  private LongConsumer spend = numbers -> {};

  /** The step that computes the value, if it depends on the features. */
  final @Nullable OnnxStep step;

  /** The axis of the rows; -1 if there is none. */
  final int rowAxis;

  /**
   * The ONNX operator, if known. Sequences of operators are recognized from it and {@link #inputs}.
   */
  @Nullable String operator;

  List<OnnxValue> inputs = List.of();

  /** The index of each row, if the value gathers or scatters rows. */
  int @Nullable [] index;

  /** The value whose rows were scattered and summed to compute this value, if any. */
  @Nullable OnnxValue scattered;

  /** The value from which a number that is the same for all rows was subtracted, if any. */
  @Nullable OnnxValue shifted;

  /** This value as weighted sums of rows of another value, if it has this form. */
  Optional<RowSums> sums = Optional.empty();

  private OnnxValue(
      NumberFormat format,
      int[] shape,
      @Nullable Tensor constant,
      @Nullable OnnxStep step,
      int rowAxis) {
    this.format = format;
    this.shape = shape;
    this.constant = constant;
    this.step = step;
    this.rowAxis = rowAxis;
  }

  static OnnxValue of(Tensor constant) {
    return new OnnxValue(constant.format(), constant.shape(), constant, null, -1);
  }

  /**
   * Returns a constant that repeats another constant and is stored in full only if something reads
   * every element. Exporters repeat the indices of edges for each column.
   */
  static OnnxValue repeated(Tensor constant, int[] shape, LongConsumer spend) {
    Tensor.requireEachAxis(shape);
    OnnxValue value = new OnnxValue(constant.format(), shape, constant, null, -1);
    value.spend = spend;
    return value;
  }

  /**
   * Returns a value that a step computes. An axis of length 1 does not count as an axis of rows.
   */
  static OnnxValue of(NumberFormat format, int[] shape, int rowAxis, OnnxStep step) {
    boolean single = rowAxis >= 0 && shape[rowAxis] == 1;
    OnnxValue value = new OnnxValue(format, shape, null, step, single ? -1 : rowAxis);
    step.settle(value.rows(), value.cols());
    return value;
  }

  boolean isConstant() {
    return step == null;
  }

  /** Returns the constant before it is repeated. */
  Tensor unrepeated() {
    return Objects.requireNonNull(constant, "not a constant");
  }

  Tensor constant() {
    Tensor known = unrepeated();
    if (!Arrays.equals(known.shape(), shape)) {
      double[] all = new double[Tensor.size(shape)];
      spend.accept(all.length);
      ShapeKernels.Select.expand(known.shape(), shape).compute(new Tensor[] {known}, shape, all);
      known = new Tensor(format, shape, all);
      constant = known;
    }
    return known;
  }

  OnnxStep step() {
    return Objects.requireNonNull(step, "a constant");
  }

  boolean hasRows() {
    return rowAxis >= 0;
  }

  /** {@return the number of rows of the matrix} */
  int rows() {
    return rowAxis < 0 ? 1 : shape[rowAxis];
  }

  /** Returns whether the matrix has one row for each index of an axis. */
  boolean hasRowsAlong(int axis) {
    return !isConstant()
        && (rowAxis == axis
            || (rowAxis < 0 && shape[axis] == 1 && Tensor.product(shape, 0, axis) == 1));
  }

  /** {@return the number of columns of the matrix} */
  int cols() {
    return Tensor.product(shape, rowAxis + 1, shape.length);
  }

  /** Returns the length of an axis before the constant is repeated along it. */
  int unrepeatedLength(int axis) {
    int[] own = unrepeated().shape();
    return own.length == shape.length ? own[axis] : shape[axis];
  }

  boolean is(String name) {
    return name.equals(operator);
  }

  /** Returns whether the value is a constant with one number, possibly repeated. */
  boolean isUniform() {
    return step == null && unrepeated().values().length == 1;
  }
}
