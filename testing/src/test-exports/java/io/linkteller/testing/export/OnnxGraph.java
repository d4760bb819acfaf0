package io.linkteller.testing.export;

import io.linkteller.file.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a computation operator by operator and writes it as an ONNX file. Values are identified by
 * name: each operator returns the name of its result, which later operators accept as input. Not
 * safe for use by several threads.
 *
 * <pre>{@code
 * OnnxGraph graph = new OnnxGraph();
 * String x = graph.input("x", OnnxGraph.Type.DOUBLE, "n", "3");
 * graph.output(graph.apply("Relu", List.of(x)), "logits", OnnxGraph.Type.DOUBLE, "n", "3");
 * graph.write(Path.of("relu.onnx"));
 * }</pre>
 */
public final class OnnxGraph {

  /** The default version of ONNX's operators. */
  public static final int OPERATOR_SET = 18;

  /** The version of the file format that was introduced with these operators. */
  private static final int FILE_VERSION = 8;

  /** Types of numbers, with their codes in ONNX. */
  public enum Type {
    /** 32-bit floating-point numbers. */
    FLOAT(1, Float.BYTES),
    /** 32-bit integers. */
    INT32(6, Integer.BYTES),
    /** 64-bit integers. */
    INT64(7, Long.BYTES),
    /** 64-bit floating-point numbers. */
    DOUBLE(11, Double.BYTES);

    private final int code;
    private final int size;

    Type(int code, int size) {
      this.code = code;
      this.size = size;
    }
  }

  /** An attribute of an operator. */
  public static final class Attribute {

    // The codes of the types of attributes in ONNX.
    private static final int FLOAT = 1;
    private static final int INT = 2;
    private static final int STRING = 3;
    private static final int INTS = 7;

    private final ProtobufBytes message;

    private Attribute(ProtobufBytes message) {
      this.message = message;
    }

    private static ProtobufBytes start(String name, int type) {
      return new ProtobufBytes().text(1, name).integer(20, type);
    }

    /**
     * Returns an attribute that is an integer.
     *
     * @param name the name of the attribute
     * @param value its value
     * @return the attribute
     */
    public static Attribute of(String name, long value) {
      return new Attribute(start(name, INT).integer(3, value));
    }

    /**
     * Returns an attribute that is a number in single precision.
     *
     * @param name the name of the attribute
     * @param value its value
     * @return the attribute
     */
    public static Attribute of(String name, float value) {
      return new Attribute(start(name, FLOAT).single(2, value));
    }

    /**
     * Returns an attribute that is a string.
     *
     * @param name the name of the attribute
     * @param value its value
     * @return the attribute
     */
    public static Attribute of(String name, String value) {
      return new Attribute(start(name, STRING).text(4, value));
    }

    /**
     * Returns an attribute that is a list of integers.
     *
     * @param name the name of the attribute
     * @param values its values
     * @return the attribute
     */
    public static Attribute of(String name, long[] values) {
      ProtobufBytes message = start(name, INTS);
      for (long value : values) {
        message.integer(8, value);
      }
      return new Attribute(message);
    }
  }

  private final int operatorSet;
  private final ProtobufBytes graph = new ProtobufBytes().text(2, "linkteller");
  private final Map<String, Integer> uses = new HashMap<>();

  /** Creates an empty graph with the operators of {@link #OPERATOR_SET}. */
  public OnnxGraph() {
    this(OPERATOR_SET);
  }

  /**
   * Creates an empty graph with another version of the operators.
   *
   * @param operatorSet the version of ONNX's operators
   */
  public OnnxGraph(int operatorSet) {
    this.operatorSet = operatorSet;
  }

  /**
   * Adds an input.
   *
   * @param name its name
   * @param type its type
   * @param shape the length of each axis: a number, or a name for any length
   * @return the name
   */
  public String input(String name, Type type, String... shape) {
    graph.message(11, valueInfo(name, type, shape));
    return name;
  }

  /**
   * Returns the sources or the targets of edges.
   *
   * @param edges the name of the edges, 2 x m
   * @param row 0 for sources, 1 for targets
   * @return the name of the result, m integers
   */
  public String ends(String edges, int row) {
    return apply(
        "Gather",
        List.of(edges, constant("row", Type.INT64, new double[] {row})),
        Attribute.of("axis", 0));
  }

  /**
   * Adds to each node's row the rows of its in-neighbors.
   *
   * @param x the name of the rows, n x d
   * @param edges the name of the edges, 2 x m
   * @return the name of the sums, n x d
   */
  public String withNeighbors(String x, String edges) {
    return add(x, edges, apply("Gather", List.of(x, ends(edges, 0))));
  }

  /**
   * Adds one row per edge to the row of the edge's target.
   *
   * @param x the name of the nodes' rows, n x d
   * @param edges the name of the edges, 2 x m
   * @param sent the name of the edges' rows, m x d
   * @return the name of the sums, n x d
   */
  public String add(String x, String edges, String sent) {
    String places = apply("Unsqueeze", List.of(ends(edges, 1), integers(1)));
    return apply("ScatterND", List.of(x, places, sent), Attribute.of("reduction", "add"));
  }

  /**
   * Adds an output.
   *
   * @param value the name of the value
   * @param name the name of the output
   * @param type its type
   * @param shape the length of each axis: a number, or a name for any length
   */
  public void output(String value, String name, Type type, String... shape) {
    node("Identity", List.of(value), name);
    graph.message(12, valueInfo(name, type, shape));
  }

  private static ProtobufBytes valueInfo(String name, Type type, String... shape) {
    ProtobufBytes axes = new ProtobufBytes();
    for (String length : shape) {
      ProtobufBytes axis = new ProtobufBytes();
      if (length.chars().allMatch(Character::isDigit)) {
        axis.integer(1, Long.parseLong(length));
      } else {
        axis.text(2, length);
      }
      axes.message(1, axis);
    }
    ProtobufBytes tensor = new ProtobufBytes().integer(1, type.code).message(2, axes);
    return new ProtobufBytes().text(1, name).message(2, new ProtobufBytes().message(1, tensor));
  }

  /**
   * Adds a constant.
   *
   * @param name the beginning of its name
   * @param type its type; numbers are converted to it
   * @param values its numbers, row-major
   * @param shape the length of each axis; none for a single number
   * @return its name
   */
  public String constant(String name, Type type, double[] values, long... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(Math.multiplyExact(values.length, type.size))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (type) {
        case FLOAT -> raw.putFloat((float) value);
        case DOUBLE -> raw.putDouble(value);
        case INT32 -> raw.putInt((int) value);
        case INT64 -> raw.putLong((long) value);
      }
    }
    String unique = unique(name);
    ProtobufBytes tensor = new ProtobufBytes();
    for (long length : shape) {
      tensor.integer(1, length);
    }
    tensor.integer(2, type.code).text(8, unique).bytes(9, raw.array());
    graph.message(5, tensor);
    return unique;
  }

  /**
   * Adds a constant list of integers, such as axes or a shape.
   *
   * @param values the integers
   * @return its name
   */
  public String integers(long... values) {
    double[] numbers = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = values[i];
    }
    return constant("integers", Type.INT64, numbers, values.length);
  }

  /**
   * Applies an operator that has one result.
   *
   * @param operator its name in ONNX, such as {@code MatMul}
   * @param inputs the names of its inputs; an empty name omits an optional input
   * @param attributes its attributes
   * @return the name of the result
   */
  public String apply(String operator, List<String> inputs, Attribute... attributes) {
    String result = unique(operator);
    node(operator, inputs, result, attributes);
    return result;
  }

  private void node(String operator, List<String> inputs, String result, Attribute... attributes) {
    ProtobufBytes node = new ProtobufBytes();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, result).text(3, result).text(4, operator);
    for (Attribute attribute : attributes) {
      node.message(5, attribute.message);
    }
    graph.message(1, node);
  }

  private String unique(String name) {
    return name + "_" + uses.merge(name, 1, Integer::sum);
  }

  /**
   * Returns the contents of the file.
   *
   * @return the bytes
   */
  public byte[] toBytes() {
    return new ProtobufBytes()
        .integer(1, FILE_VERSION)
        .text(2, "linkteller")
        .message(7, graph)
        .message(8, new ProtobufBytes().text(1, "").integer(2, operatorSet))
        .toBytes();
  }

  /**
   * Writes the file atomically.
   *
   * @param file the file to write
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void write(Path file) {
    AtomicFile.write(file, out -> out.write(toBytes()));
  }
}
