package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxFile.Attribute;
import io.linkteller.data.onnx.OnnxFile.Body;
import io.linkteller.data.onnx.OnnxFile.Function;
import io.linkteller.data.onnx.OnnxFile.Node;
import io.linkteller.data.onnx.OnnxFile.StoredTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the nodes of an ONNX file for given edges. Everything that does not depend on the features,
 * such as shapes, degrees and normalizations, is computed immediately; the rest becomes steps of a
 * program. Nodes that the output does not need are not read. An instance is used only once.
 */
final class OnnxBinding {

  /** Any number of inputs. */
  private static final int MANY = Integer.MAX_VALUE;

  /**
   * The first supported operator set. In earlier sets, operators such as Slice and Clip specify
   * their parameters in a different form.
   */
  private static final long FIRST_SET = 11;

  /** The maximum depth of nested function calls and branches. */
  private static final int MAX_DEPTH = 32;

  private final OnnxFile file;
  private final boolean inDoubles;
  private final int graphNodes;
  private final StepBuilder steps;
  private int nodes;

  /**
   * The number of doubles that constants may still take while the file is read. Initially, they may
   * fill half of the heap.
   */
  private long budget = Runtime.getRuntime().maxMemory() / (2L * Double.BYTES);

  OnnxBinding(Path path, OnnxFile file, boolean inDoubles, int graphNodes) {
    this.file = file;
    this.graphNodes = graphNodes;
    this.inDoubles = inDoubles;
    this.steps = new StepBuilder(path, this::spend);
  }

  private void spend(long numbers) {
    budget -= numbers;
    if (budget < 0) {
      throw new IllegalArgumentException("the constants do not fit in memory");
    }
  }

  /** Returns the type in which numbers are computed. */
  NumberFormat computed(NumberFormat format) {
    return inDoubles && format.isFloating() ? NumberFormat.DOUBLE : format;
  }

  /** The values of a graph, a branch or a function, by name. */
  private static final class Scope {

    final Map<String, OnnxValue> values = new HashMap<>();
    final Map<String, StoredTensor> stored;
    final @Nullable Scope outer;
    final Map<String, Attribute> attributes;
    final long operatorSet;
    final int depth;

    Scope(
        Map<String, StoredTensor> stored,
        @Nullable Scope outer,
        Map<String, Attribute> attributes,
        long operatorSet,
        int depth) {
      if (depth > MAX_DEPTH) {
        throw new IllegalArgumentException(
            "functions and branches are nested more than " + MAX_DEPTH + " levels deep");
      }
      this.stored = stored;
      this.outer = outer;
      this.attributes = attributes;
      this.operatorSet = operatorSet;
      this.depth = depth;
    }
  }

  /**
   * Computes an output.
   *
   * @param inputs the inputs by name
   * @param output the name of the output
   */
  OnnxValue bind(Map<String, OnnxValue> inputs, String output) {
    Body graph = file.graph();
    long set = file.operatorSets().getOrDefault("", 1L);
    if (set < FIRST_SET) {
      throw new UnsupportedOperatorException(
          "operator set " + set + " is not supported, because it is below " + FIRST_SET);
    }
    Scope scope = new Scope(graph.constants(), null, Map.of(), set, 0);
    scope.values.putAll(inputs);
    read(graph.nodes(), Set.of(output), scope);
    return value(output, scope);
  }

  private OnnxValue value(String name, Scope scope) {
    for (Scope at = scope; at != null; at = at.outer) {
      OnnxValue known = at.values.get(name);
      if (known != null) {
        return known;
      }
      StoredTensor stored = at.stored.get(name);
      if (stored != null) {
        OnnxValue constant = OnnxValue.of(decoded(stored));
        at.values.put(name, constant);
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "the value " + name + " depends on itself or is read before any node computes it");
  }

  private Tensor decoded(StoredTensor stored) {
    spend(Tensor.size(stored.shape()));
    Tensor tensor = stored.decode();
    return new Tensor(computed(tensor.format()), tensor.shape(), tensor.values());
  }

  private void read(List<Node> operators, Set<String> wanted, Scope scope) {
    boolean[] needed = new boolean[operators.size()];
    Set<String> names = new HashSet<>(wanted);
    for (int i = operators.size() - 1; i >= 0; i--) {
      Node node = operators.get(i);
      if (node.outputs().stream().anyMatch(names::contains)) {
        needed[i] = true;
        names.addAll(node.inputs());
        node.attributes().values().forEach(each -> each.graph().ifPresent(b -> reads(b, names)));
      }
    }
    for (int i = 0; i < needed.length; i++) {
      if (needed[i]) {
        node(operators.get(i), scope);
      }
    }
  }

  /** Adds the names that a branch reads, some of which it defines itself. */
  private static void reads(Body body, Set<String> names) {
    body.outputs().forEach(output -> names.add(output.name()));
    for (Node node : body.nodes()) {
      names.addAll(node.inputs());
      node.attributes().values().forEach(each -> each.graph().ifPresent(b -> reads(b, names)));
    }
  }

  private void node(Node written, Scope scope) {
    if (++nodes > OnnxFile.MAX_NODES) {
      throw new IllegalArgumentException(
          "it has more than " + OnnxFile.MAX_NODES + " nodes, including those of its functions");
    }
    Node node = resolved(written, scope);
    try {
      Function function = file.functions().get(node.domain() + "." + node.operator());
      if (function != null) {
        call(function, node, scope);
      } else if (!node.domain().isEmpty()) {
        throw new UnsupportedOperatorException(
            node.described() + " is not an operator of ONNX itself");
      } else if (node.operator().equals("If")) {
        branch(node, scope);
      } else {
        apply(node, scope);
      }
    } catch (UnsupportedOperatorException | NodeException e) {
      throw e;
    } catch (RuntimeException e) {
      // Shapes that overflow or do not fit cause various arithmetic exceptions.
      throw new NodeException(node.described() + ": " + e.getMessage(), e);
    }
  }

  /** Thrown with the innermost node that could not be read. */
  static final class NodeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NodeException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Replaces references to attributes of the calling node with their values. */
  private static Node resolved(Node node, Scope scope) {
    if (node.attributes().values().stream().allMatch(each -> each.reference().isEmpty())) {
      return node;
    }
    Map<String, Attribute> attributes = new HashMap<>();
    node.attributes()
        .forEach(
            (name, attribute) -> {
              Optional<Attribute> given =
                  attribute.reference().isEmpty()
                      ? Optional.of(attribute)
                      : Optional.ofNullable(scope.attributes.get(attribute.reference().get()));
              given.ifPresent(value -> attributes.put(name, value));
            });
    return new Node(
        node.operator(), node.domain(), node.name(), node.inputs(), node.outputs(), attributes);
  }

  private void call(Function function, Node node, Scope caller) {
    Map<String, Attribute> attributes = new HashMap<>(function.defaults());
    attributes.putAll(node.attributes());
    long set = function.operatorSets().getOrDefault("", caller.operatorSet);
    Scope scope = new Scope(Map.of(), null, attributes, set, caller.depth + 1);
    for (int i = 0; i < node.inputs().size() && i < function.inputs().size(); i++) {
      if (!node.inputs().get(i).isEmpty()) {
        scope.values.put(function.inputs().get(i), value(node.inputs().get(i), caller));
      }
    }
    read(function.nodes(), new HashSet<>(function.outputs()), scope);
    if (node.outputs().size() > function.outputs().size()) {
      throw new IllegalArgumentException(
          node.outputs().size()
              + " outputs are used, but the function has only "
              + function.outputs().size());
    }
    for (int i = 0; i < node.outputs().size(); i++) {
      caller.values.put(node.outputs().get(i), value(function.outputs().get(i), scope));
    }
  }

  /**
   * Reads the branch that applies. In exported files, branches depend on shapes, which are known.
   */
  private void branch(Node node, Scope scope) {
    if (node.inputs().isEmpty()) {
      throw new IllegalArgumentException("input 0 is missing");
    }
    OnnxValue condition = value(node.inputs().get(0), scope);
    if (!condition.isConstant()) {
      throw new UnsupportedOperatorException(
          node.described() + " branches on a value that depends on the features");
    }
    boolean holds = condition.constant().only() != 0;
    Attribute chosen = node.attributes().get(holds ? "then_branch" : "else_branch");
    Body body = chosen == null ? null : chosen.graph().orElse(null);
    if (body == null || body.outputs().size() < node.outputs().size()) {
      throw new IllegalArgumentException("a branch is missing");
    }
    Scope inner =
        new Scope(body.constants(), scope, scope.attributes, scope.operatorSet, scope.depth + 1);
    Set<String> wanted = new HashSet<>();
    body.outputs().forEach(output -> wanted.add(output.name()));
    read(body.nodes(), wanted, inner);
    for (int i = 0; i < node.outputs().size(); i++) {
      scope.values.put(node.outputs().get(i), value(body.outputs().get(i).name(), inner));
    }
  }

  private void apply(Node node, Scope scope) {
    OnnxValue[] in = new OnnxValue[node.inputs().size()];
    boolean[] given = new boolean[in.length];
    OnnxValue none = OnnxValue.of(Tensor.list(NumberFormat.INT64));
    for (int i = 0; i < in.length; i++) {
      given[i] = !node.inputs().get(i).isEmpty();
      in[i] = given[i] ? value(node.inputs().get(i), scope) : none;
    }
    steps.reading(node.described());
    List<OnnxValue> out = results(new Call(node, in, given, scope.operatorSet));
    for (int i = 0; i < Math.min(out.size(), node.outputs().size()); i++) {
      scope.values.put(node.outputs().get(i), steps.withRows(out.get(i), graphNodes));
    }
  }

  /** A node with its inputs. */
  @SuppressWarnings("ArrayRecordComponent") // Read only, and never compared.
  private record Call(Node node, OnnxValue[] in, boolean[] given, long operatorSet) {

    boolean has(int input) {
      return input < in.length && given[input];
    }

    OnnxValue in(int input) {
      if (!has(input)) {
        throw new IllegalArgumentException("input " + input + " is missing");
      }
      return in[input];
    }

    /** Returns all inputs; none may be omitted. */
    OnnxValue[] all(int least, int most) {
      if (in.length < least || in.length > most) {
        throw new IllegalArgumentException(
            in.length + " inputs instead of " + least + (most > least ? " or more" : ""));
      }
      for (int i = 0; i < in.length; i++) {
        in(i);
      }
      return in;
    }

    /** Returns an input that must be a single number. */
    double number(int input) {
      return constant(input).only();
    }

    /** Returns an input that determines shapes, so it must not depend on the features. */
    Tensor constant(int input) {
      OnnxValue value = in(input);
      if (!value.isConstant()) {
        throw new UnsupportedOperatorException(
            node.described() + ": input " + input + " must not depend on the features");
      }
      return value.constant();
    }

    int[] integers(int input) {
      return constant(input).integers();
    }

    int rank() {
      return in(0).shape.length;
    }

    /** Returns axes that are an attribute in old versions and an input in new ones. */
    Optional<int[]> axes(int input) {
      Optional<Tensor> attribute = node.integers("axes");
      return attribute.isPresent()
          ? attribute.map(Tensor::integers)
          : has(input) ? Optional.of(integers(input)) : Optional.empty();
    }
  }

  private List<OnnxValue> results(Call call) {
    Node node = call.node();
    return switch (node.operator()) {
      case "Split" -> split(call);
      case "Dropout" -> {
        if (call.has(2) && call.number(2) != 0) {
          throw new UnsupportedOperatorException(
              node.described() + " is in training mode; export the model in eval mode");
        }
        yield List.of(call.in(0));
      }
      default -> List.of(result(call));
    };
  }

  private OnnxValue result(Call call) {
    Node node = call.node();
    return switch (node.operator()) {
      case "Identity" -> call.in(0);
      case "Constant" -> constant(node);
      case "ConstantOfShape" -> constantOfShape(call);
      case "Shape" -> shape(call);
      case "Size" -> OnnxValue.of(Tensor.scalar(NumberFormat.INT64, Tensor.size(call.in(0).shape)));
      case "Range" -> range(call);
      case "NonZero" -> nonZero(call.constant(0));
      case "OneHot" -> oneHot(call);
      case "Cast" -> steps.cast(call.in(0), computed(NumberFormat.of(node.integer("to", 1))));
      case "CastLike" -> steps.cast(call.in(0), call.in(1).format);
      case "Clip" -> clip(call);
      case "Reshape" ->
          steps.apply(
              node,
              new ShapeKernels.Reshape(
                  ShapeKernels.Reshape.resolve(
                      call.in(0).shape, call.integers(1), node.integer("allowzero", 0) == 0)),
              call.in(0));
      case "Flatten" -> flatten(call);
      case "Squeeze" -> squeeze(call);
      case "Unsqueeze" -> unsqueeze(call);
      case "Transpose" -> steps.apply(node, new ShapeKernels.Transpose(order(call)), call.in(0));
      case "Concat" ->
          steps.apply(node, new ShapeKernels.Concat(node.integer("axis", 0)), call.all(1, MANY));
      case "Slice" -> steps.apply(node, slice(call), call.in(0));
      case "Expand" -> steps.expand(node, call.in(0), call.integers(1));
      case "Tile" -> steps.tile(node, call.in(0), call.integers(1));
      case "Gather" -> steps.gather(node, call.in(0), call.in(1), node.integer("axis", 0));
      case "GatherElements" ->
          steps.gatherElements(node, call.in(0), call.in(1), node.integer("axis", 0));
      case "GatherND" -> steps.gatherNd(node, call.in(0), call.in(1));
      case "ScatterElements", "Scatter" ->
          steps.scatter(
              node,
              call.in(0),
              call.in(1),
              call.in(2),
              node.integer("axis", 0),
              node.text("reduction", "none"));
      case "ScatterND" ->
          steps.scatterNd(node, call.in(0), call.in(1), call.in(2), node.text("reduction", "none"));
      case "MatMul" -> steps.product(node, call.in(0), call.in(1));
      case "Gemm" -> gemm(call);
      case "Einsum" -> steps.einsum(node, call.all(1, MANY));
      case "BatchNormalization" -> batchNormalization(call);
      case "Softmax", "LogSoftmax" -> softmax(call);
      case "LayerNormalization" -> layerNormalization(call);
      case "InstanceNormalization" -> instanceNormalization(call);
      case "ArgMax", "ArgMin" -> extreme(call);
      case "Mean" ->
          steps.binary("Div", folded("Add", call), scalar(call.in(0).format, call.in().length));
      case "Sum" -> folded("Add", call);
      case "Max", "Min" -> folded(node.operator(), call);
      case "Where" -> steps.apply(node, new ElementwiseKernels.Where(), call.all(3, 3));
      default -> otherResult(call);
    };
  }

  private OnnxValue otherResult(Call call) {
    Node node = call.node();
    if (node.operator().startsWith("Reduce")) {
      return reduce(call);
    }
    if (call.in().length == 2 && ElementwiseKernels.binary(node, call.in(0).format).isPresent()) {
      return steps.binary(node, call.in(0), call.in(1));
    }
    Optional<Kernel> unary =
        call.in().length == 1 ? ElementwiseKernels.unary(node) : Optional.empty();
    if (unary.isEmpty()) {
      throw unsupported(node);
    }
    return steps.unary(node, unary.get(), call.in(0));
  }

  private static UnsupportedOperatorException unsupported(Node node) {
    return new UnsupportedOperatorException(
        node.described() + " is not among the supported operators");
  }

  private OnnxValue extreme(Call call) {
    Node node = call.node();
    if (node.integer("select_last_index", 0) != 0) {
      throw new UnsupportedOperatorException(
          node.described() + " selects the last of equal elements, which is not supported");
    }
    return steps.apply(
        node,
        new ReduceKernels.Extreme(
            Kernel.axis(node.integer("axis", 0), call.rank()),
            call.rank(),
            node.operator().equals("ArgMax"),
            node.integer("keepdims", 1) == 1),
        call.in(0));
  }

  private OnnxValue folded(String operator, Call call) {
    OnnxValue result = call.in(0);
    for (int i = 1; i < call.in().length; i++) {
      result = steps.binary(operator, result, call.in(i));
    }
    return result;
  }

  private OnnxValue scalar(NumberFormat format, double value) {
    return OnnxValue.of(Tensor.scalar(format, value));
  }

  private OnnxValue constant(Node node) {
    for (Map.Entry<String, Attribute> each : node.attributes().entrySet()) {
      Attribute value = each.getValue();
      switch (each.getKey()) {
        case "value" -> {
          return OnnxValue.of(
              decoded(
                  value
                      .tensor()
                      .orElseThrow(() -> new IllegalArgumentException("the value is missing"))));
        }
        case "value_int" -> {
          return scalar(NumberFormat.INT64, (double) node.integer(each.getKey(), 0));
        }
        case "value_ints" -> {
          return OnnxValue.of(Tensor.list(NumberFormat.INT64, value.integers()));
        }
        case "value_float" -> {
          return scalar(computed(NumberFormat.FLOAT), node.number(each.getKey(), 0));
        }
        case "value_floats" -> {
          return OnnxValue.of(Tensor.list(computed(NumberFormat.FLOAT), value.numbers()));
        }
        default -> {
          // Other attributes, such as doc strings, are not values.
        }
      }
    }
    throw new UnsupportedOperatorException(node.described() + " is not a constant number");
  }

  private OnnxValue constantOfShape(Call call) {
    int[] shape = call.integers(0);
    Attribute value = call.node().attributes().get("value");
    Tensor one =
        value == null || value.tensor().isEmpty()
            ? Tensor.scalar(computed(NumberFormat.FLOAT), 0)
            : decoded(value.tensor().get());
    int[] ones = new int[shape.length];
    Arrays.fill(ones, 1);
    return OnnxValue.repeated(new Tensor(one.format(), ones, one.values()), shape, this::spend);
  }

  private static OnnxValue shape(Call call) {
    int[] shape = call.in(0).shape;
    int from = within(call.node().integer("start", 0), shape.length);
    int to = within(call.node().integer("end", shape.length), shape.length);
    double[] lengths = new double[Math.max(0, to - from)];
    Arrays.setAll(lengths, i -> shape[from + i]);
    return OnnxValue.of(Tensor.list(NumberFormat.INT64, lengths));
  }

  private static int within(long at, int rank) {
    return (int) Math.max(0, Math.min(rank, at < 0 ? at + rank : at));
  }

  private OnnxValue range(Call call) {
    double start = call.number(0);
    double step = call.number(2);
    double count = Math.max(0, Math.ceil((call.number(1) - start) / step));
    if (!(count <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException("a range of " + count + " numbers is too long");
    }
    double[] numbers = new double[Tensor.size(new int[] {(int) count})];
    spend(numbers.length);
    Arrays.setAll(numbers, i -> start + i * step);
    return OnnxValue.of(Tensor.list(call.in(0).format, numbers));
  }

  /** Returns the positions of the nonzero elements, one column per element. */
  private OnnxValue nonZero(Tensor x) {
    int[] found = IntStream.range(0, x.values().length).filter(i -> x.values()[i] != 0).toArray();
    int[] strides = Kernel.strides(x.shape());
    double[] positions = new double[Math.multiplyExact(found.length, x.rank())];
    spend(positions.length);
    for (int i = 0; i < found.length; i++) {
      for (int axis = 0; axis < x.rank(); axis++) {
        positions[axis * found.length + i] = found[i] / strides[axis] % x.shape()[axis];
      }
    }
    return OnnxValue.of(
        new Tensor(NumberFormat.INT64, new int[] {x.rank(), found.length}, positions));
  }

  private OnnxValue oneHot(Call call) {
    Tensor indices = call.constant(0);
    int depth = (int) call.constant(1).only();
    Tensor values = call.constant(2);
    if (values.values().length != 2) {
      throw new IllegalArgumentException(
          "the values off and on were expected, not " + values.values().length + " numbers");
    }
    int axis = Kernel.axis(call.node().integer("axis", -1), indices.rank() + 1);
    int[] shape = new int[indices.rank() + 1];
    System.arraycopy(indices.shape(), 0, shape, 0, axis);
    shape[axis] = depth;
    System.arraycopy(indices.shape(), axis, shape, axis + 1, indices.rank() - axis);
    double[] out = new double[Tensor.size(shape)];
    spend(out.length);
    Arrays.fill(out, values.values()[0]);
    int inner = Tensor.product(indices.shape(), axis, indices.rank());
    int[] at = indices.integers();
    for (int i = 0; i < at.length; i++) {
      int index = at[i] < 0 ? at[i] + depth : at[i];
      if (index >= 0 && index < depth) {
        out[(i / inner * depth + index) * inner + i % inner] = values.values()[1];
      }
    }
    return OnnxValue.of(new Tensor(values.format(), shape, out));
  }

  private OnnxValue clip(Call call) {
    OnnxValue least = call.has(1) ? steps.binary("Max", call.in(0), call.in(1)) : call.in(0);
    return call.has(2) ? steps.binary("Min", least, call.in(2)) : least;
  }

  private OnnxValue flatten(Call call) {
    int[] shape = call.in(0).shape;
    int axis = within(call.node().integer("axis", 1), shape.length);
    int[] target = {Tensor.product(shape, 0, axis), Tensor.product(shape, axis, shape.length)};
    return steps.apply(call.node(), new ShapeKernels.Reshape(target), call.in(0));
  }

  private OnnxValue squeeze(Call call) {
    int[] shape = call.in(0).shape;
    boolean[] removed = new boolean[shape.length];
    Optional<int[]> axes = call.axes(1);
    for (int axis = 0; axis < shape.length && axes.isEmpty(); axis++) {
      removed[axis] = shape[axis] == 1;
    }
    for (int axis : axes.orElse(new int[0])) {
      int at = Kernel.axis(axis, shape.length);
      removed[at] = true;
      if (shape[at] != 1) {
        throw new IllegalArgumentException("axis " + at + " has length " + shape[at] + ", not 1");
      }
    }
    int[] target =
        IntStream.range(0, shape.length)
            .filter(axis -> !removed[axis])
            .map(axis -> shape[axis])
            .toArray();
    return steps.apply(call.node(), new ShapeKernels.Reshape(target), call.in(0));
  }

  private OnnxValue unsqueeze(Call call) {
    int[] shape = call.in(0).shape;
    int[] axes = call.axes(1).orElse(new int[0]);
    int rank = shape.length + axes.length;
    boolean[] added = new boolean[rank];
    for (int axis : axes) {
      int at = Kernel.axis(axis, rank);
      if (added[at]) {
        throw new IllegalArgumentException("axis " + at + " is added twice");
      }
      added[at] = true;
    }
    int[] target = new int[rank];
    int from = 0;
    for (int axis = 0; axis < rank; axis++) {
      target[axis] = added[axis] ? 1 : shape[from++];
    }
    return steps.apply(call.node(), new ShapeKernels.Reshape(target), call.in(0));
  }

  private static int[] order(Call call) {
    int rank = call.rank();
    return call.node()
        .integers("perm")
        .map(Tensor::integers)
        .orElseGet(
            () -> {
              int[] reversed = new int[rank];
              Arrays.setAll(reversed, axis -> rank - 1 - axis);
              return reversed;
            });
  }

  private static ShapeKernels.Select slice(Call call) {
    int[] starts = call.integers(1);
    int[] axes = call.has(3) ? call.integers(3) : IntStream.range(0, starts.length).toArray();
    int[] ones = new int[starts.length];
    Arrays.fill(ones, 1);
    int[] by = call.has(4) ? call.integers(4) : ones;
    return ShapeKernels.Select.slice(call.in(0).shape, starts, call.integers(2), axes, by);
  }

  private static int[] integers(Node node, String attribute) {
    return node.integers(attribute).map(Tensor::integers).orElse(new int[0]);
  }

  private List<OnnxValue> split(Call call) {
    Node node = call.node();
    int axis = Kernel.axis(node.integer("axis", 0), call.rank());
    int length = call.in(0).shape[axis];
    int parts = node.outputs().size();
    int[] lengths;
    if (call.has(1)) {
      lengths = call.integers(1);
    } else if (node.attributes().containsKey("split")) {
      lengths = integers(node, "split");
    } else {
      int each = (length + parts - 1) / Math.max(1, parts);
      lengths = new int[parts];
      Arrays.fill(lengths, each);
      if (parts > 0) {
        lengths[parts - 1] = length - each * (parts - 1);
      }
    }
    long total = Arrays.stream(lengths).asLongStream().sum();
    if (lengths.length < parts
        || total != length
        || Arrays.stream(lengths).anyMatch(part -> part < 0)) {
      throw new IllegalArgumentException(
          "parts of lengths %s do not divide an axis of length %s into %s outputs"
              .formatted(Arrays.toString(lengths), length, parts));
    }
    List<OnnxValue> out = new ArrayList<>();
    int at = 0;
    for (int part : lengths) {
      ShapeKernels.Select slice =
          ShapeKernels.Select.slice(
              call.in(0).shape,
              new int[] {at},
              new int[] {at + part},
              new int[] {axis},
              new int[] {1});
      out.add(steps.apply(node, slice, call.in(0)));
      at += part;
    }
    return out;
  }

  private OnnxValue gemm(Call call) {
    Node node = call.node();
    OnnxValue a = call.in(0);
    OnnxValue b = call.in(1);
    if (a.shape.length != 2 || b.shape.length != 2) {
      throw new IllegalArgumentException(
          "cannot multiply " + Tensor.text(a.shape) + " by " + Tensor.text(b.shape));
    }
    int[] swapped = {1, 0};
    if (node.integer("transA", 0) == 1) {
      a = transposed(a, swapped);
    }
    if (node.integer("transB", 0) == 1) {
      b = transposed(b, swapped);
    }
    OnnxValue product = steps.product(node, a, b);
    double alpha = node.number("alpha", 1);
    if (alpha != 1) {
      product = steps.binary("Mul", product, scalar(product.format, alpha));
    }
    if (!call.has(2)) {
      return product;
    }
    OnnxValue c = call.in(2);
    double beta = node.number("beta", 1);
    return steps.binary(
        "Add", product, beta == 1 ? c : steps.binary("Mul", c, scalar(c.format, beta)));
  }

  private OnnxValue transposed(OnnxValue value, int[] order) {
    return steps.apply("Transpose", new ShapeKernels.Transpose(order), value);
  }

  /**
   * Computes the normalization as one factor and one addend per channel, because its statistics are
   * fixed.
   */
  private OnnxValue batchNormalization(Call call) {
    if (call.node().integer("training_mode", 0) == 1) {
      throw new UnsupportedOperatorException(
          call.node().described() + " is in training mode; export the model in eval mode");
    }
    int rank = call.rank();
    double[] scale = call.constant(1).values();
    double[] mean = call.constant(3).values();
    double[] variance = call.constant(4).values();
    double epsilon = call.node().number("epsilon", 1e-5);
    double[] factor = new double[scale.length];
    double[] addend = call.constant(2).values().clone();
    int channels = rank < 2 ? -1 : call.in(0).shape[1];
    for (double[] each : List.of(scale, addend, mean, variance)) {
      if (each.length != channels) {
        throw new IllegalArgumentException(
            each.length + " numbers, not one per channel of " + Tensor.text(call.in(0).shape));
      }
    }
    for (int c = 0; c < scale.length; c++) {
      factor[c] = scale[c] / Math.sqrt(variance[c] + epsilon);
      addend[c] -= mean[c] * factor[c];
    }
    int[] shape = new int[Math.max(1, rank - 1)];
    Arrays.fill(shape, 1);
    shape[0] = scale.length;
    NumberFormat format = call.in(0).format;
    OnnxValue scaled =
        steps.binary("Mul", call.in(0), OnnxValue.of(new Tensor(format, shape, factor)));
    return steps.binary("Add", scaled, OnnxValue.of(new Tensor(format, shape, addend)));
  }

  private OnnxValue softmax(Call call) {
    boolean single = call.operatorSet() >= 13;
    int from = Kernel.axis(call.node().integer("axis", single ? -1 : 1), call.rank());
    // Before version 13, all axes from this one on count as a single axis.
    int to = single ? from + 1 : call.rank();
    return steps.apply(
        call.node(),
        new ReduceKernels.Softmax(from, to, call.node().operator().equals("LogSoftmax")),
        call.in(0));
  }

  private OnnxValue layerNormalization(Call call) {
    OnnxValue[] in = call.all(2, 3);
    int from = Kernel.axis(call.node().integer("axis", -1), call.rank());
    OnnxValue scaled = steps.binary("Mul", normalized(call, from), in[1]);
    return shaped(in.length > 2 ? steps.binary("Add", scaled, in[2]) : scaled, in[0]);
  }

  private OnnxValue instanceNormalization(Call call) {
    OnnxValue[] in = call.all(3, 3);
    int[] channels = new int[Math.max(1, call.rank() - 1)];
    Arrays.fill(channels, 1);
    channels[0] = -1;
    OnnxValue scaled =
        steps.binary(
            "Mul",
            normalized(call, Math.min(2, call.rank())),
            reshaped(call.node(), in[1], channels));
    return shaped(steps.binary("Add", scaled, reshaped(call.node(), in[2], channels)), in[0]);
  }

  /** Normalizes to zero mean and unit variance over the axes from {@code from} on. */
  private OnnxValue normalized(Call call, int from) {
    OnnxValue x = call.in(0);
    boolean[] reduced = new boolean[call.rank()];
    Arrays.fill(reduced, from, reduced.length, true);
    ReduceKernels.How mean = ReduceKernels.How.MEAN;
    OnnxValue centered = steps.binary("Sub", x, steps.reduce(call.node(), mean, reduced, true, x));
    OnnxValue squares = steps.binary("Mul", centered, centered);
    OnnxValue variance = steps.reduce(call.node(), mean, reduced, true, squares);
    OnnxValue epsilon = scalar(x.format, call.node().number("epsilon", 1e-5));
    return steps.binary("Div", centered, root(steps.binary("Add", variance, epsilon)));
  }

  private OnnxValue root(OnnxValue value) {
    return steps.binary("Pow", value, scalar(value.format, 0.5));
  }

  /** Rejects factors and addends that would change the shape of the value to which they apply. */
  private static OnnxValue shaped(OnnxValue value, OnnxValue like) {
    if (!Arrays.equals(value.shape, like.shape)) {
      throw new IllegalArgumentException(
          "factors and addends yield the shape %s instead of %s"
              .formatted(Tensor.text(value.shape), Tensor.text(like.shape)));
    }
    return value;
  }

  private OnnxValue reshaped(Node node, OnnxValue value, int[] target) {
    int[] shape = ShapeKernels.Reshape.resolve(value.shape, target, false);
    return steps.apply(node, new ShapeKernels.Reshape(shape), value);
  }

  private OnnxValue reduce(Call call) {
    Node node = call.node();
    boolean[] reduced = new boolean[call.rank()];
    Optional<int[]> axes = call.axes(1).filter(given -> given.length > 0);
    if (axes.isEmpty()) {
      if (node.integer("noop_with_empty_axes", 0) == 1) {
        return call.in(0);
      }
      Arrays.fill(reduced, true);
    }
    for (int axis : axes.orElse(new int[0])) {
      reduced[Kernel.axis(axis, reduced.length)] = true;
    }
    OnnxValue x = call.in(0);
    boolean kept = node.integer("keepdims", 1) == 1;
    ReduceKernels.How sum = ReduceKernels.How.SUM;
    return switch (node.operator()) {
      case "ReduceSum" -> steps.reduce(node, sum, reduced, kept, x);
      case "ReduceMean" -> steps.reduce(node, ReduceKernels.How.MEAN, reduced, kept, x);
      case "ReduceMax" -> steps.reduce(node, ReduceKernels.How.MAX, reduced, kept, x);
      case "ReduceMin" -> steps.reduce(node, ReduceKernels.How.MIN, reduced, kept, x);
      case "ReduceProd" -> steps.reduce(node, ReduceKernels.How.PROD, reduced, kept, x);
      case "ReduceL1" -> steps.reduce(node, sum, reduced, kept, steps.unary("Abs", x));
      case "ReduceL2" -> root(steps.reduce(node, sum, reduced, kept, steps.binary("Mul", x, x)));
      case "ReduceSumSquare" -> steps.reduce(node, sum, reduced, kept, steps.binary("Mul", x, x));
      case "ReduceLogSum" -> steps.unary("Log", steps.reduce(node, sum, reduced, kept, x));
      case "ReduceLogSumExp" -> {
        // Subtracting the maximum prevents the exponentials from overflowing.
        OnnxValue largest = steps.reduce(node, ReduceKernels.How.MAX, reduced, true, x);
        OnnxValue exponentials = steps.unary("Exp", steps.binary("Sub", x, largest));
        OnnxValue sums = steps.reduce(node, sum, reduced, kept, exponentials);
        OnnxValue shift = steps.reduce(node, sum, reduced, kept, largest);
        yield steps.binary("Add", steps.unary("Log", sums), shift);
      }
      default -> throw unsupported(node);
    };
  }
}
