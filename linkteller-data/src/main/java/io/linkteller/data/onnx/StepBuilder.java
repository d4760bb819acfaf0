package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxFile.Node;
import io.linkteller.models.operator.Activate;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Combine;
import io.linkteller.models.operator.Gather;
import io.linkteller.models.operator.GroupSoftmax;
import io.linkteller.models.operator.Linear;
import io.linkteller.models.operator.MatrixProduct;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.operator.Scatter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Converts ONNX operators to constants or, if they depend on the features, to operators of this
 * library. Sequences that a fused operator can compute are recognized. Gathers, weights and
 * scatters along edges become weighted sums over neighbors, also in combination with a product
 * before or after them. The exponentials, sums and quotients of attention become a softmax over the
 * edges of each node.
 */
final class StepBuilder {

  private final LongConsumer spend;

  /** Groups of rows that several operators share, by the hash code of their indices. */
  private final Map<Groups, RowGroups> groups = new HashMap<>();

  /** The file and the node that is being read, for messages about failures while a model runs. */
  private final Path file;

  private String node = "";

  /**
   * Creates a builder.
   *
   * @param file the file
   * @param spend receives the number of doubles that are allocated; throws an exception if there
   *     are too many
   */
  StepBuilder(Path file, LongConsumer spend) {
    this.file = file;
    this.spend = spend;
  }

  /** Sets the node that is read next. */
  void reading(String described) {
    node = described;
  }

  private record Groups(List<Integer> hash, int count) {}

  private RowGroups groups(int[] indices, int count) {
    // The same indices recur in each layer; sharing them saves memory.
    Groups key = new Groups(List.of(Arrays.hashCode(indices), indices.length), count);
    RowGroups known = groups.get(key);
    if (known != null && isOf(known, indices)) {
      return known;
    }
    RowGroups fresh = RowGroups.of(indices, count);
    groups.put(key, fresh);
    return fresh;
  }

  private static boolean isOf(RowGroups groups, int[] indices) {
    for (int i = 0; i < indices.length; i++) {
      if (groups.groupOf(i) != indices[i]) {
        return false;
      }
    }
    return true;
  }

  OnnxValue apply(Node node, Kernel kernel, OnnxValue... in) {
    return apply(node.operator(), kernel, in);
  }

  /** Applies a kernel immediately if all inputs are constant, or otherwise as a step. */
  OnnxValue apply(String name, Kernel kernel, OnnxValue... in) {
    int[][] shapes = Arrays.stream(in).map(value -> value.shape).toArray(int[][]::new);
    int[] shape = kernel.checkedShape(shapes);
    NumberFormat format =
        kernel.format(Arrays.stream(in).map(value -> value.format).toArray(NumberFormat[]::new));
    if (Arrays.stream(in).allMatch(OnnxValue::isConstant)) {
      return named(constant(kernel, format, shape, in), name, in);
    }
    int axis = rowAxis(kernel, in, shapes, shape);
    OnnxValue moved = moved(kernel, in, shapes, shape, axis, format);
    if (moved != null) {
      return named(moved, name, in);
    }
    if (kernel instanceof ShapeKernels.Select select && in[0].hasRows()) {
      OnnxValue rows = selectedRows(select, in[0], shape);
      if (rows != null) {
        return named(rows, name, in);
      }
    }
    String reading = node;
    OnnxStep[] inputs =
        Arrays.stream(in)
            .filter(value -> !value.isConstant())
            .map(OnnxValue::step)
            .toArray(OnnxStep[]::new);
    return named(
        OnnxValue.of(
            format,
            shape,
            axis,
            rounded(
                OnnxStep.of(
                    () -> new TensorOperator(name, file, reading, kernel, in, shape, axis), inputs),
                format)),
        name,
        in);
  }

  /**
   * Restores the rows of a value whose axis of nodes is the first axis again, after it followed
   * another axis, such as an axis of attention heads. Returns other values unchanged.
   */
  OnnxValue withRows(OnnxValue value, int nodes) {
    int rank = value.shape.length;
    int axis = rank == 3 && value.shape[0] == 1 ? 1 : 0;
    if (value.isConstant()
        || value.hasRows()
        || rank < 2
        || nodes == 1
        || value.shape[axis] != nodes) {
      return value;
    }
    String reading = node;
    OnnxValue[] in = {value};
    Kernel same = ElementwiseKernels.of(element -> element);
    OnnxStep step =
        OnnxStep.of(
            () -> new TensorOperator("Rows", file, reading, same, in, value.shape, axis),
            value.step());
    return named(OnnxValue.of(value.format, value.shape, axis, step), "Rows", value);
  }

  private static OnnxValue named(OnnxValue value, String name, OnnxValue... in) {
    if (value.operator == null) {
      value.operator = name;
      value.inputs = List.of(in);
    }
    return value;
  }

  private OnnxValue constant(Kernel kernel, NumberFormat format, int[] shape, OnnxValue... in) {
    double[] out = new double[size(shape)];
    Tensor[] tensors = Arrays.stream(in).map(OnnxValue::constant).toArray(Tensor[]::new);
    if (out.length > 0) {
      kernel.compute(tensors, shape, out);
      format.round(out, 0, out.length);
    }
    return OnnxValue.of(new Tensor(format, shape, out));
  }

  private int size(int[] shape) {
    int size = Tensor.size(shape);
    spend.accept(size);
    return size;
  }

  /**
   * Rounds the result of a half-precision operator, which may be part of a single-precision model.
   */
  private static OnnxStep rounded(OnnxStep step, NumberFormat format) {
    return format == NumberFormat.FLOAT16 || format == NumberFormat.BFLOAT16
        ? OnnxStep.of(() -> new Rounding(format), step)
        : step;
  }

  /**
   * Returns the axis of the output's rows, or -1 if there is none. A row may depend only on the
   * same row of inputs that have rows, and on all elements of other inputs.
   */
  private static int rowAxis(Kernel kernel, OnnxValue[] in, int[][] shapes, int[] shape) {
    int axis = -1;
    for (int i = 0; i < in.length && axis < 0; i++) {
      if (in[i].hasRows()) {
        axis = kernel.outAxis(i, in[i].rowAxis, shapes, shape);
      }
    }
    if (axis < 0 || Tensor.product(shape, 0, axis) != 1) {
      return -1;
    }
    for (int i = 0; i < in.length; i++) {
      int needed = kernel.inAxis(i, axis, shapes, shape);
      if (in[i].hasRows() && needed >= 0 && needed != in[i].rowAxis) {
        return -1;
      }
      if (needed >= 0 && Tensor.product(shapes[i], 0, needed) != 1) {
        return -1;
      }
    }
    return axis;
  }

  /**
   * Returns a tensor in the shape of one row of a value, whose elements are the numbers of their
   * columns, counted from {@code first}.
   */
  private static Tensor positions(OnnxValue value, int first) {
    int[] shape = value.shape.clone();
    if (value.hasRows()) {
      shape[value.rowAxis] = 1;
    }
    double[] positions = new double[value.cols()];
    Arrays.setAll(positions, c -> first + c);
    return new Tensor(NumberFormat.INT64, shape, positions);
  }

  /**
   * Converts a kernel that only moves elements within rows to a selection of columns. Returns null
   * for other kernels.
   */
  private @Nullable OnnxValue moved(
      Kernel kernel, OnnxValue[] in, int[][] shapes, int[] shape, int axis, NumberFormat format) {
    boolean moves =
        kernel instanceof ShapeKernels.Reshape
            || kernel instanceof ShapeKernels.Transpose
            || kernel instanceof ShapeKernels.Select
            || kernel instanceof ShapeKernels.Concat
            || (kernel instanceof ShapeKernels.Gather && in[1].isConstant());
    if (!moves || (in[0].hasRows() && axis < 0)) {
      return null;
    }
    boolean concat = kernel instanceof ShapeKernels.Concat;
    List<OnnxStep> parts = new ArrayList<>();
    Tensor[] tensors = new Tensor[in.length];
    int columns = 0;
    for (int i = 0; i < in.length; i++) {
      boolean rows = in[i].hasRows();
      if (concat || i == 0) {
        if (in[i].isConstant()) {
          int at = axis < 0 ? -1 : kernel.inAxis(i, axis, shapes, shape);
          OnnxValue whole = OnnxValue.of(in[i].format, in[i].shape, at, matrix(in[i], at));
          tensors[i] = positions(whole, columns);
          columns += whole.cols();
          parts.add(whole.step());
          continue;
        }
        if (rows != (axis >= 0)) {
          return null;
        }
        tensors[i] = positions(in[i], columns);
        columns += in[i].cols();
        parts.add(in[i].step());
      } else {
        tensors[i] = in[i].constant();
      }
    }
    int[] single = shape.clone();
    if (axis >= 0) {
      single[axis] = 1;
    }
    double[] map = new double[size(single)];
    if (map.length > 0) {
      kernel.compute(tensors, single, map);
    }
    int[] index = Arrays.stream(map).mapToInt(column -> (int) column).toArray();
    boolean same = index.length == columns;
    for (int c = 0; c < index.length && same; c++) {
      same = index[c] == c;
    }
    boolean unchanged = same && parts.size() == 1;
    OnnxStep step =
        unchanged
            ? parts.get(0)
            : OnnxStep.of(() -> new Columns(index), parts.toArray(OnnxStep[]::new));
    OnnxValue result = OnnxValue.of(format, shape, axis, step);
    if (unchanged) {
      // The same matrix in a different shape still consists of the same sums of rows.
      result.sums = in[0].sums;
    }
    return result;
  }

  /** Returns a constant as a matrix with rows along an axis. */
  private static OnnxStep matrix(OnnxValue value, int axis) {
    Tensor constant = value.constant();
    int rows = axis < 0 ? 1 : value.shape[axis];
    int cols = Tensor.product(value.shape, axis + 1, value.shape.length);
    return OnnxStep.of(DMatrixRMaj.wrap(rows, cols, constant.values()));
  }

  /** Returns whole rows by their index, or null if elements within rows are selected too. */
  private @Nullable OnnxValue selectedRows(ShapeKernels.Select select, OnnxValue of, int[] shape) {
    int axis = of.rowAxis;
    int[][] in = {of.shape};
    for (int a = 0; a < shape.length; a++) {
      if (a != axis && select.inAxis(0, a, in, shape) != a) {
        return null;
      }
    }
    return gatheredRows(of, select.indices(axis, of.rows()), shape, axis);
  }

  OnnxValue unary(String operator, OnnxValue in) {
    Node node = node(operator);
    return unary(node, ElementwiseKernels.unary(node).orElseThrow(), in);
  }

  private static Node node(String operator) {
    return new Node(operator, "", "", List.of(), List.of(), Map.of());
  }

  OnnxValue unary(Node node, Kernel kernel, OnnxValue in) {
    if (in.isConstant()) {
      return apply(node, kernel, in);
    }
    if (node.operator().equals("Neg")) {
      return binary("Mul", in, OnnxValue.of(Tensor.scalar(in.format, -1)));
    }
    Optional<Activation> activation = ElementwiseKernels.function(node);
    return activation.isEmpty() ? apply(node, kernel, in) : activated(node, activation.get(), in);
  }

  private static OnnxValue activated(Node node, Activation activation, OnnxValue in) {
    OnnxStep step = OnnxStep.of(() -> new Activate(activation, 0), in.step());
    return named(
        OnnxValue.of(in.format, in.shape, in.rowAxis, rounded(step, in.format)),
        node.operator(),
        in);
  }

  OnnxValue cast(OnnxValue in, NumberFormat to) {
    if (in.format == to) {
      return in;
    }
    boolean floating = in.format.isFloating() && to.isFloating();
    if (in.isConstant() || !(floating || to == NumberFormat.DOUBLE)) {
      return apply("Cast", ElementwiseKernels.cast(to), in);
    }
    OnnxStep step = rounded(in.step(), to);
    return named(OnnxValue.of(to, in.shape, in.rowAxis, step), "Cast", in);
  }

  OnnxValue binary(String operator, OnnxValue a, OnnxValue b) {
    return binary(node(operator), a, b);
  }

  OnnxValue binary(Node node, OnnxValue a, OnnxValue b) {
    Kernel kernel = ElementwiseKernels.binary(node, a.format).orElseThrow();
    String name = node.operator();
    if (a.isConstant() && b.isConstant()) {
      return apply(node, kernel, a, b);
    }
    OnnxValue fused = weighted(name, a, b);
    fused = fused == null ? added(name, a, b) : fused;
    fused = fused == null ? softmax(name, a, b) : fused;
    if (fused != null) {
      return named(fused, name, a, b);
    }
    BinaryFunction function =
        switch (name) {
          case "Add" -> BinaryFunction.ADD;
          case "Sub" -> BinaryFunction.SUBTRACT;
          case "Mul" -> BinaryFunction.MULTIPLY;
          case "Div" -> BinaryFunction.DIVIDE;
          case "Max" -> BinaryFunction.MAX;
          case "Min" -> BinaryFunction.MIN;
          case "Pow" -> BinaryFunction.POWER;
          default -> null;
        };
    OnnxValue[] in = {a, b};
    int[][] shapes = {a.shape, b.shape};
    int[] shape = kernel.checkedShape(shapes);
    int axis = rowAxis(kernel, in, shapes, shape);
    if (function == null
        || !a.format.isFloating()
        || ((a.hasRows() || b.hasRows()) && axis < 0)
        || !isPerRow(kernel, a, 0, shapes, shape, axis)
        || !isPerRow(kernel, b, 1, shapes, shape, axis)) {
      return apply(node, kernel, a, b);
    }
    OnnxStep step =
        OnnxStep.of(
            () -> Combine.by(function),
            operand(kernel, a, 0, shapes, shape, axis),
            operand(kernel, b, 1, shapes, shape, axis));
    OnnxValue result = OnnxValue.of(a.format, shape, axis, rounded(step, a.format));
    if (name.equals("Sub") && a.hasRows() && !b.hasRows() && !b.isConstant()) {
      result.shifted = a;
    }
    return named(result, name, a, b);
  }

  /** Returns whether an input has the rows of the output, or one row for all of them. */
  private static boolean isPerRow(
      Kernel kernel, OnnxValue value, int input, int[][] shapes, int[] shape, int axis) {
    int own = axis < 0 ? -1 : kernel.inAxis(input, axis, shapes, shape);
    return value.isConstant() || (own < 0 ? !value.hasRows() : value.rowAxis == own);
  }

  /** Returns an input with one column for each column of the output. */
  private OnnxStep operand(
      Kernel kernel, OnnxValue value, int input, int[][] shapes, int[] shape, int axis) {
    if (value.isUniform()) {
      // A single number, however often it is repeated, becomes a constant row.
      int width = size(Arrays.copyOfRange(shape, axis + 1, shape.length));
      DMatrixRMaj row = new DMatrixRMaj(1, width);
      row.fill(value.unrepeated().values()[0]);
      return OnnxStep.of(row);
    }
    OnnxStep step =
        value.isConstant()
            ? matrix(value, axis < 0 ? -1 : kernel.inAxis(input, axis, shapes, shape))
            : value.step();
    int[] columns = columns(value.shape, shape, axis);
    boolean same = Arrays.equals(columns, IntStream.range(0, columns.length).toArray());
    return same ? step : OnnxStep.of(() -> new Columns(columns), step);
  }

  /** Returns the column of an input for each column of the output to which it is broadcast. */
  private int[] columns(int[] in, int[] out, int axis) {
    int[] strides = Kernel.broadcastStrides(in, out);
    int[] inner = Arrays.copyOfRange(out, axis + 1, out.length);
    int[] columns = new int[size(inner)];
    Kernel.Walk walk = new Kernel.Walk(inner, 0, Arrays.copyOfRange(strides, axis + 1, out.length));
    for (int c = 0; c < columns.length; c++) {
      columns[c] = walk.offsets[0];
      walk.next();
    }
    return columns;
  }

  /**
   * Returns the product or quotient of weighted sums of rows and one number per row, or null for
   * other operations.
   */
  private @Nullable OnnxValue weighted(String name, OnnxValue a, OnnxValue b) {
    boolean times = name.equals("Mul");
    OnnxValue rows = a.isConstant() ? b : a;
    OnnxValue weights = a.isConstant() ? a : b;
    if (!(times || (name.equals("Div") && rows == a))
        || !weights.isConstant()
        || rows.sums.isEmpty()
        || !rows.hasRows()
        || !Arrays.equals(Kernel.broadcast(rows.shape, weights.shape), rows.shape)) {
      return null;
    }
    Optional<double[]> factors = perRow(weights, rows);
    if (factors.isEmpty()) {
      return null;
    }
    double[] each = factors.get().clone();
    for (int i = 0; i < each.length; i++) {
      each[i] = times ? each[i] : 1 / each[i];
      if (!Double.isFinite(each[i])) {
        return null;
      }
    }
    return summed(rows.sums.get().scaled(each), rows.format, rows.shape, rows.rowAxis);
  }

  /** Returns the factor of each row if a constant is the same along all other axes. */
  private static Optional<double[]> perRow(OnnxValue weights, OnnxValue rows) {
    if (weights.shape.length > rows.shape.length) {
      return Optional.empty();
    }
    int axis = rows.rowAxis - rows.shape.length + weights.shape.length;
    if (weights.isUniform()) {
      return Optional.of(new double[] {weights.unrepeated().values()[0]});
    }
    Tensor constant = weights.unrepeated();
    for (int a = 0; a < weights.shape.length; a++) {
      if (a != axis && constant.shape()[a] != 1) {
        return Optional.empty();
      }
    }
    return axis >= 0 && constant.values().length == rows.rows()
        ? Optional.of(constant.values())
        : Optional.empty();
  }

  /**
   * Fuses an addition of two weighted sums of the same rows, of one such sum and the rows
   * themselves, or of a bias. Returns null for other operations.
   */
  private @Nullable OnnxValue added(String name, OnnxValue a, OnnxValue b) {
    if (!name.equals("Add") || a.isConstant() != b.isConstant()) {
      return biased(name, a, b);
    }
    Optional<RowSums> first = a.sums;
    Optional<RowSums> second = b.sums;
    boolean propagated = first.filter(RowSums::isSquare).isPresent();
    boolean other = second.filter(RowSums::isSquare).isPresent();
    if (!propagated && !other) {
      return null;
    }
    RowSums left = first.orElseGet(() -> RowSums.identity(a));
    RowSums right = second.orElseGet(() -> RowSums.identity(b));
    if (left.of.step() != right.of.step()
        || left.rows != right.rows
        || !Arrays.equals(a.shape, b.shape)
        || a.rowAxis != b.rowAxis) {
      return null;
    }
    return summed(left.plus(right), a.format, a.shape, a.rowAxis);
  }

  private OnnxValue summed(RowSums sums, NumberFormat format, int[] shape, int axis) {
    spend.accept(sums.size());
    OnnxValue result = OnnxValue.of(format, shape, axis, rounded(sums.step(), format));
    result.sums = Optional.of(sums);
    return result;
  }

  /**
   * Adds a bias within the operator of a product or of sums, or returns null if there is no bias.
   */
  private static @Nullable OnnxValue biased(String name, OnnxValue a, OnnxValue b) {
    OnnxValue rows = a.isConstant() ? b : a;
    OnnxValue bias = a.isConstant() ? a : b;
    if (!name.equals("Add") || !bias.isConstant() || rows.isConstant()) {
      return null;
    }
    int width = rows.cols();
    OnnxStep step = rows.step();
    // Before the bias, a product has two inputs, and sums have one.
    int before = step.inputs().size();
    boolean fits =
        ((step.kind() == OnnxStep.Kind.LINEAR && before == 2)
                || (step.kind() == OnnxStep.Kind.PROPAGATION && before == 1))
            && rows.shape.length > 0
            && rows.shape[rows.shape.length - 1] == width
            && bias.shape.length > 0
            && bias.shape.length <= rows.shape.length
            && bias.shape[bias.shape.length - 1] == width
            && Tensor.product(bias.shape, 0, bias.shape.length - 1) == 1;
    if (!fits) {
      return null;
    }
    return OnnxValue.of(rows.format, rows.shape, rows.rowAxis, step.with(matrix(bias, -1)));
  }

  private static OnnxStep linear(OnnxStep... inputs) {
    return OnnxStep.of(OnnxStep.Kind.LINEAR, Linear::new, inputs);
  }

  OnnxValue product(Node node, OnnxValue a, OnnxValue b) {
    ProductKernels.MatMul kernel = new ProductKernels.MatMul();
    int[] shape = kernel.checkedShape(a.shape, b.shape);
    OnnxValue fused = null;
    if (b.isConstant()) {
      fused = linear(a, b, shape);
    } else if (a.isConstant() && b.hasRows()) {
      fused = adjacency(a, b, shape);
    } else if (!a.isConstant() && a.hasRows()) {
      fused = attended(a, b, shape);
    }
    return fused == null ? apply("MatMul", kernel, a, b) : named(fused, "MatMul", a, b);
  }

  private static @Nullable OnnxValue linear(OnnxValue a, OnnxValue b, int[] shape) {
    if (a.isConstant() || b.shape.length != 2 || !a.hasRowsAlong(a.shape.length - 2)) {
      return null;
    }
    OnnxStep weight = OnnxStep.of(DMatrixRMaj.wrap(b.shape[0], b.shape[1], b.constant().values()));
    if (a.sums.isEmpty() || !a.sums.get().isSquare()) {
      OnnxStep step = rounded(linear(a.step(), weight), a.format);
      return OnnxValue.of(a.format, shape, a.rowAxis, step);
    }
    // S H W is computed from the product H W, which is nearly always narrower than H.
    RowSums sums = a.sums.get();
    OnnxStep step = rounded(sums.step(linear(sums.of.step(), weight)), a.format);
    return OnnxValue.of(a.format, shape, a.rowAxis, step);
  }

  /**
   * Returns a product with a constant matrix, such as a dense adjacency matrix, as sums of rows.
   * Zeros are skipped.
   */
  private @Nullable OnnxValue adjacency(OnnxValue a, OnnxValue b, int[] shape) {
    int rows = a.shape.length - 2;
    if (rows < 0
        || b.rowAxis != b.shape.length - 2
        || a.shape[rows + 1] != b.rows()
        || Tensor.product(a.shape, 0, rows) != 1
        || Tensor.product(b.shape, 0, b.rowAxis) != 1) {
      return null;
    }
    RowSums sums = RowSums.of(b, a.shape[rows], a.constant().values());
    return summed(sums, b.format, shape, shape.length - 2);
  }

  /**
   * Returns one of the two products of attention over all nodes: of each row with all rows, or of
   * the resulting weights with the rows. Returns null for other products.
   */
  private static @Nullable OnnxValue attended(OnnxValue a, OnnxValue b, int[] shape) {
    if (a.shape.length != 2 || a.rowAxis != 0 || b.shape.length != 2) {
      return null;
    }
    // A permutation of the axes that leaves the rows in place does not count as a transposition.
    boolean transposed = b.is("Transpose") && !b.hasRows();
    OnnxValue right = transposed ? b.inputs.get(0) : b;
    if (!right.hasRows() || right.rowAxis != 0) {
      return null;
    }
    OnnxStep step = OnnxStep.of(() -> new MatrixProduct(transposed), a.step(), right.step());
    return OnnxValue.of(a.format, shape, 0, rounded(step, a.format));
  }

  /**
   * Computes Einsum, a sum of products whose axes are denoted by letters. The terms are reshaped to
   * have one axis per letter, with the letters of the result first; then they are multiplied, and
   * the product is summed over the other letters.
   */
  OnnxValue einsum(Node node, OnnxValue... in) {
    String[] sides = node.text("equation", "").replace(" ", "").split("->", -1);
    String[] terms = sides[0].split(",", -1);
    String named = sides[0];
    boolean distinct =
        named.chars().allMatch(l -> l == ',' || (l < 128 && Character.isLetter(l)))
            && Arrays.stream(terms).allMatch(t -> t.chars().distinct().count() == t.length());
    // Ellipses and diagonals are not supported.
    if (!distinct || sides.length > 2) {
      throw new UnsupportedOperatorException(
          node.described() + " has the unsupported equation " + node.text("equation", ""));
    }
    // An omitted result has the letters that occur once, in alphabetical order.
    String result =
        sides.length == 2
            ? sides[1]
            : letters(named.chars().filter(l -> named.indexOf(l) == named.lastIndexOf(l)).sorted());
    if (!result.chars().allMatch(l -> named.indexOf(l) >= 0)
        || result.chars().distinct().count() != result.length()) {
      throw new IllegalArgumentException("the equation has the invalid result " + result);
    }
    String all = letters((result + named).chars().filter(l -> l != ',').distinct());
    OnnxValue product = OnnxValue.of(Tensor.scalar(in[0].format, 1));
    for (int t = 0; t < in.length; t++) {
      if (terms.length != in.length || terms[t].length() != in[t].shape.length) {
        throw new IllegalArgumentException(
            "the equation %s does not fit an input of the shape %s"
                .formatted(named, Tensor.text(in[t].shape)));
      }
      String term = terms[t];
      int[] order = all.chars().map(term::indexOf).filter(axis -> axis >= 0).toArray();
      OnnxValue ordered = apply("Transpose", new ShapeKernels.Transpose(order), in[t]);
      int[] lengths = in[t].shape;
      int[] shape =
          all.chars().map(l -> term.indexOf(l) < 0 ? 1 : lengths[term.indexOf(l)]).toArray();
      OnnxValue factor = reshaped(ordered, shape);
      product = t == 0 ? factor : binary("Mul", product, factor);
    }
    boolean[] reduced = new boolean[all.length()];
    Arrays.fill(reduced, result.length(), reduced.length, true);
    return result.length() == reduced.length
        ? product
        : reduce(node, ReduceKernels.How.SUM, reduced, false, product);
  }

  private static String letters(IntStream letters) {
    return letters
        .filter(l -> l != ',')
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  OnnxValue expand(Node node, OnnxValue in, int[] target) {
    ShapeKernels.Select kernel = ShapeKernels.Select.expand(in.shape, target);
    int[] shape = kernel.lazyShape(in.shape);
    if (in.isConstant()) {
      return repeated(in, shape);
    }
    // A single row for all nodes becomes one row per node.
    int[] aligned = new int[shape.length];
    Arrays.fill(aligned, 1);
    System.arraycopy(in.shape, 0, aligned, shape.length - in.shape.length, in.shape.length);
    int axis = 0;
    while (axis < shape.length && shape[axis] == 1) {
      axis++;
    }
    if (!in.hasRows() && axis < shape.length && aligned[axis] == 1 && shape[axis] > 1) {
      int[] rest = aligned.clone();
      rest[axis] = shape[axis];
      if (Arrays.equals(rest, shape)) {
        OnnxValue row = OnnxValue.of(in.format, aligned, -1, in.step());
        return named(gatheredRows(row, new int[shape[axis]], shape, axis), "Expand", in);
      }
    }
    return apply(node, kernel, in);
  }

  OnnxValue tile(Node node, OnnxValue in, int[] repeats) {
    ShapeKernels.Select kernel = ShapeKernels.Select.tile(in.shape, repeats);
    int[] shape = kernel.lazyShape(in.shape);
    boolean broadcast = in.isConstant();
    for (int axis = 0; axis < repeats.length && broadcast; axis++) {
      broadcast = repeats[axis] == 1 || in.unrepeatedLength(axis) == 1;
    }
    return broadcast ? repeated(in, shape) : apply(node, kernel, in);
  }

  private OnnxValue repeated(OnnxValue in, int[] shape) {
    Tensor of = in.unrepeated();
    int[] padded = new int[shape.length];
    Arrays.fill(padded, 1);
    System.arraycopy(of.shape(), 0, padded, shape.length - of.shape().length, of.shape().length);
    return OnnxValue.repeated(new Tensor(of.format(), padded, of.values()), shape, spend);
  }

  OnnxValue gather(Node node, OnnxValue in, OnnxValue index, long along) {
    ShapeKernels.Gather kernel = new ShapeKernels.Gather(along);
    int axis = Kernel.axis(along, in.shape.length);
    if (!index.isConstant() || !in.hasRowsAlong(axis) || index.shape.length != 1) {
      return apply(node, kernel, in, index);
    }
    int[] shape = kernel.lazyShape(in.shape, index.shape);
    int[] indices = Kernel.indices(index.constant(), in.rows());
    return named(gatheredRows(in, indices, shape, axis), "Gather", in, index);
  }

  private OnnxValue gatheredRows(OnnxValue in, int[] indices, int[] shape, int axis) {
    OnnxStep step = OnnxStep.of(() -> new Gather(groups(indices, in.rows())), in.step());
    OnnxValue result = OnnxValue.of(in.format, shape, axis, step);
    RowSums gathered = RowSums.gathered(in, indices);
    spend.accept(gathered.size());
    result.sums = Optional.of(gathered);
    result.index = indices;
    return result;
  }

  /**
   * Returns the index of each row if the index is the same along columns. Exporters select rows
   * with one index per element.
   */
  private static Optional<int[]> rowIndices(OnnxValue index, int axis, int length) {
    if (!index.isConstant()) {
      return Optional.empty();
    }
    Tensor tensor = index.unrepeated();
    for (int a = 0; a < tensor.rank(); a++) {
      if (a != axis && tensor.shape()[a] != 1) {
        return same(index, axis, length);
      }
    }
    if (tensor.values().length != index.shape[axis]) {
      return Optional.empty();
    }
    return Optional.of(Kernel.indices(tensor, length));
  }

  /**
   * Returns the index of each row if a constant that is stored in full repeats it along columns.
   */
  private static Optional<int[]> same(OnnxValue index, int axis, int length) {
    int cols = Tensor.product(index.shape, axis + 1, index.shape.length);
    if (Tensor.product(index.shape, 0, axis) != 1 || cols == 0) {
      return Optional.empty();
    }
    int[] all = Kernel.indices(index.constant(), length);
    int[] indices = new int[index.shape[axis]];
    for (int i = 0; i < all.length; i++) {
      if (i % cols == 0) {
        indices[i / cols] = all[i];
      } else if (all[i] != indices[i / cols]) {
        return Optional.empty();
      }
    }
    return Optional.of(indices);
  }

  OnnxValue gatherElements(Node node, OnnxValue in, OnnxValue index, long along) {
    ShapeKernels.GatherElements kernel = new ShapeKernels.GatherElements(along);
    int axis = Kernel.axis(along, in.shape.length);
    int[] shape = kernel.lazyShape(in.shape, index.shape);
    if (in.hasRowsAlong(axis) && isWhole(in.shape, shape, axis)) {
      Optional<int[]> indices = rowIndices(index, axis, in.rows());
      if (indices.isPresent()) {
        return named(gatheredRows(in, indices.get(), shape, axis), "Gather", in, index);
      }
    }
    return apply(node, kernel, in, index);
  }

  private static boolean isWhole(int[] data, int[] indices, int axis) {
    for (int a = 0; a < data.length; a++) {
      if (a != axis && data[a] != indices[a]) {
        return false;
      }
    }
    return true;
  }

  /** Gathers the slices at given positions as rows of the tensor reshaped to two axes. */
  OnnxValue gatherNd(Node node, OnnxValue in, OnnxValue index) {
    if (node.integer("batch_dims", 0) != 0) {
      throw new UnsupportedOperatorException(
          node.described() + " has batch axes, which are not supported");
    }
    int[] shape = ShapeKernels.slices(in.shape, index.shape);
    OnnxValue places = places(node, in.shape, index);
    int inner = inner(in.shape, index);
    return reshaped(gather(node, reshaped(in, -1, inner), places, 0), shape);
  }

  private OnnxValue reshaped(OnnxValue value, int... target) {
    int[] shape = ShapeKernels.Reshape.resolve(value.shape, target, false);
    return apply("Reshape", new ShapeKernels.Reshape(shape), value);
  }

  /** Returns the number of elements of a slice. */
  private static int inner(int[] data, OnnxValue index) {
    return Tensor.product(data, index.shape[index.shape.length - 1], data.length);
  }

  /** Returns the index of each slice, in a list. */
  private static OnnxValue places(Node node, int[] data, OnnxValue index) {
    if (!index.isConstant()) {
      throw new UnsupportedOperatorException(
          node.described() + " has positions that depend on the features");
    }
    double[] places =
        Arrays.stream(ShapeKernels.places(data, index.constant())).asDoubleStream().toArray();
    return OnnxValue.of(Tensor.list(NumberFormat.INT64, places));
  }

  OnnxValue scatter(
      Node node, OnnxValue data, OnnxValue index, OnnxValue updates, long along, String reduction) {
    ShapeKernels.ScatterElements kernel = new ShapeKernels.ScatterElements(along, reduction);
    int axis = Kernel.axis(along, data.shape.length);
    kernel.lazyShape(data.shape, index.shape, updates.shape);
    if (!updates.isConstant() && isWhole(data.shape, index.shape, axis)) {
      Optional<int[]> targets = rowIndices(index, axis, data.shape[axis]);
      OnnxValue fused =
          targets.isEmpty() ? null : scattered(data, targets.get(), updates, axis, reduction);
      if (fused != null) {
        return named(fused, "Scatter", data, index, updates);
      }
    }
    return apply(node, kernel, data, index, updates);
  }

  /** Scatters slices as rows of the tensor reshaped to two axes. */
  OnnxValue scatterNd(
      Node node, OnnxValue data, OnnxValue index, OnnxValue updates, String reduction) {
    int[] slices = ShapeKernels.slices(data.shape, index.shape);
    if (!Arrays.equals(updates.shape, slices)) {
      throw new IllegalArgumentException(
          "updates of the shape %s instead of %s"
              .formatted(Tensor.text(updates.shape), Tensor.text(slices)));
    }
    OnnxValue places = places(node, data.shape, index);
    int inner = inner(data.shape, index);
    int[] all = {places.shape[0], inner};
    OnnxValue column = reshaped(places, -1, 1);
    OnnxValue scattered =
        scatter(
            node,
            reshaped(data, -1, inner),
            OnnxValue.repeated(column.constant(), all, spend),
            reshaped(updates, all),
            0,
            reduction);
    return reshaped(scattered, data.shape);
  }

  private @Nullable OnnxValue scattered(
      OnnxValue data, int[] targets, OnnxValue updates, int axis, String reduction) {
    if (!updates.hasRowsAlong(axis) || Tensor.product(data.shape, 0, axis) != 1) {
      return null;
    }
    int count = data.shape[axis];
    if (reduction.equals("add")) {
      OnnxValue sums = sumsOf(updates, targets, count, data.shape, axis);
      boolean zero = data.isUniform() && data.unrepeated().values()[0] == 0;
      return zero ? sums : binary("Add", data, sums);
    }
    if (!reduction.equals("max") && !reduction.equals("min")) {
      return null;
    }
    Reduction extreme = reduction.equals("max") ? Reduction.MAX : Reduction.MIN;
    RowGroups into = groups(targets, count);
    OnnxStep step = OnnxStep.of(() -> Scatter.of(into, extreme), updates.step());
    OnnxValue found = OnnxValue.of(updates.format, data.shape, axis, step);
    // Scatter returns 0 for a group without members and ignores the previous values.
    boolean infinite =
        data.isUniform()
            && (reduction.equals("max")
                ? data.unrepeated().values()[0] < -1e30
                : data.unrepeated().values()[0] > 1e30);
    double[] reached = new double[count];
    Arrays.setAll(reached, g -> into.offset(g) < into.offset(g + 1) ? 1 : 0);
    if (infinite && Arrays.stream(reached).allMatch(each -> each == 1)) {
      return found;
    }
    int[] column = new int[data.shape.length];
    Arrays.fill(column, 1);
    column[axis] = count;
    OnnxValue isReached = OnnxValue.of(new Tensor(NumberFormat.BOOL, column, reached));
    OnnxValue larger =
        infinite ? found : binary(reduction.equals("max") ? "Max" : "Min", data, found);
    return apply("Where", new ElementwiseKernels.Where(), isReached, larger, data);
  }

  private OnnxValue sumsOf(OnnxValue updates, int[] targets, int count, int[] shape, int axis) {
    if (updates.sums.isPresent()) {
      RowSums sums = updates.sums.get().scattered(targets, count);
      return summed(sums, updates.format, shape, axis);
    }
    OnnxStep step =
        OnnxStep.of(() -> Scatter.of(groups(targets, count), Reduction.SUM), updates.step());
    OnnxValue result = OnnxValue.of(updates.format, shape, axis, rounded(step, updates.format));
    result.index = targets;
    result.scattered = updates;
    return result;
  }

  /**
   * Returns a softmax for the quotient of exponentials and their sums over the edges of each node,
   * or null for other operations. A number subtracted from the scores cancels if it is the same for
   * all edges of a node; the tiny number that PyTorch Geometric adds to the sums is negligible.
   */
  private @Nullable OnnxValue softmax(String name, OnnxValue a, OnnxValue b) {
    if (!name.equals("Div") || !a.is("Exp")) {
      return null;
    }
    OnnxValue gathered = withoutTiny(b);
    int[] index = gathered.index;
    if (!gathered.is("Gather") || index == null) {
      return null;
    }
    OnnxValue sums = withoutTiny(gathered.inputs.get(0));
    if (sums.scattered != a || !Arrays.equals(sums.index, index)) {
      return null;
    }
    OnnxValue scores = a.inputs.get(0);
    if (scores.shifted != null) {
      scores = scores.shifted;
    } else if (scores.is("Sub")) {
      OnnxValue shift = scores.inputs.get(1);
      if (shift.is("Gather") && Arrays.equals(shift.index, index)) {
        scores = scores.inputs.get(0);
      }
    }
    if (!scores.hasRows()
        || !Arrays.equals(scores.shape, a.shape)
        || !Arrays.equals(b.shape, a.shape)) {
      return null;
    }
    int nodes = sums.rows();
    OnnxStep step = OnnxStep.of(() -> new GroupSoftmax(groups(index, nodes)), scores.step());
    return OnnxValue.of(a.format, a.shape, a.rowAxis, rounded(step, a.format));
  }

  private static OnnxValue withoutTiny(OnnxValue value) {
    if (!value.is("Add")) {
      return value;
    }
    OnnxValue tiny = value.inputs.get(1);
    boolean cancels =
        Arrays.equals(value.shape, value.inputs.get(0).shape)
            && tiny.isUniform()
            && Math.abs(tiny.unrepeated().values()[0]) <= 1e-12;
    return cancels ? value.inputs.get(0) : value;
  }

  OnnxValue reduce(
      Node node, ReduceKernels.How how, boolean[] reduced, boolean kept, OnnxValue in) {
    ReduceKernels.Reduce kernel = new ReduceKernels.Reduce(how, reduced, kept);
    if (in.isConstant()) {
      return apply(node, kernel, in);
    }
    int[] shape = kernel.checkedShape(in.shape);
    boolean overRows = in.hasRows() && reduced[in.rowAxis];
    // Elements are reduced within each row, then over the rows.
    int axis =
        overRows || !in.hasRows()
            ? -1
            : kernel.outAxis(0, in.rowAxis, new int[][] {in.shape}, shape);
    int[] inner = Arrays.copyOfRange(in.shape, in.rowAxis + 1, in.shape.length);
    int[] keptInner = inner.clone();
    int count = 1;
    for (int a = 0; a < inner.length; a++) {
      if (reduced[in.rowAxis + 1 + a]) {
        keptInner[a] = 1;
        count *= inner[a];
      }
    }
    boolean sums = how == ReduceKernels.How.SUM || how == ReduceKernels.How.MEAN;
    if (how == ReduceKernels.How.PROD || Tensor.size(in.shape) == 0 || (count > 1 && !sums)) {
      return apply(node, kernel, in);
    }
    Reduction reduction = Reduction.valueOf(how.name());
    OnnxStep step = in.step();
    if (count > 1) {
      // A product with this constant adds up columns.
      int[] sumOf = columns(keptInner, inner, -1);
      spend.accept((long) sumOf.length * Tensor.size(keptInner));
      DMatrixRMaj added = new DMatrixRMaj(sumOf.length, Tensor.size(keptInner));
      for (int c = 0; c < sumOf.length; c++) {
        added.set(c, sumOf[c], how == ReduceKernels.How.MEAN ? 1.0 / count : 1);
      }
      step = linear(step, OnnxStep.of(added));
    }
    if (overRows) {
      int rows = in.rows();
      step = OnnxStep.of(() -> Scatter.ofAllRows(rows, reduction), step);
    }
    return named(
        OnnxValue.of(in.format, shape, axis, rounded(step, in.format)), node.operator(), in);
  }
}
