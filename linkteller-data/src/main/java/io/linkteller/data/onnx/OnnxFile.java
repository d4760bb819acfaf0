package io.linkteller.data.onnx;

import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.inference.ModelFormatException;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of an ONNX file that make up a computation. Numbers of large tensors stay in the file
 * until they are used.
 *
 * @param operatorSets the version of the operators of each domain
 * @param graph the computation
 * @param functions the functions that the file defines, by domain and name
 * @param bytes the contents of the file
 */
record OnnxFile(
    Map<String, Long> operatorSets, Body graph, Map<String, Function> functions, ByteBuffer bytes) {

  /**
   * The maximum number of nodes after local functions are expanded, higher than in any real model.
   */
  static final int MAX_NODES = 200_000;

  /**
   * A graph or a subgraph.
   *
   * @param nodes its operators, in the order in which they are computed
   * @param constants the tensors that are stored with it, by name
   * @param inputs its inputs, except constants
   * @param outputs its outputs
   */
  record Body(
      List<Node> nodes,
      Map<String, StoredTensor> constants,
      List<OnnxSlot> inputs,
      List<OnnxSlot> outputs) {}

  /**
   * An operator or a call of a function.
   *
   * @param operator the name of the operator or function in its domain
   * @param domain the domain; empty for the operators of ONNX
   * @param name the name of the node, which may be empty
   * @param inputs the names of its inputs; the name of an omitted optional input is empty
   * @param outputs the names of its results
   * @param attributes its settings
   */
  record Node(
      String operator,
      String domain,
      String name,
      List<String> inputs,
      List<String> outputs,
      Map<String, Attribute> attributes) {

    /** Returns the node's name and operator for messages. */
    String described() {
      String type = domain.isEmpty() ? operator : domain + "." + operator;
      return "node " + (name.isEmpty() ? outputs.toString() : name) + " (" + type + ")";
    }

    long integer(String attribute, long otherwise) {
      Attribute found = attributes.get(attribute);
      return found == null || found.integers().length == 0 ? otherwise : (long) found.integers()[0];
    }

    double number(String attribute, double otherwise) {
      Attribute found = attributes.get(attribute);
      return found == null || found.numbers().length == 0 ? otherwise : found.numbers()[0];
    }

    String text(String attribute, String otherwise) {
      Attribute found = attributes.get(attribute);
      return found == null ? otherwise : found.text();
    }

    Optional<Tensor> integers(String attribute) {
      return Optional.ofNullable(attributes.get(attribute))
          .map(found -> Tensor.list(NumberFormat.INT64, found.integers()));
    }
  }

  /**
   * The value of an attribute, in the field for its type.
   *
   * @param integers an integer or a list of integers
   * @param numbers a floating-point number or a list of them
   * @param text a string
   * @param tensor a tensor
   * @param graph a subgraph
   * @param reference within a function, the attribute of the calling node that provides the value
   */
  @SuppressWarnings("ArrayRecordComponent") // Not modified after parsing.
  record Attribute(
      double[] integers,
      double[] numbers,
      String text,
      Optional<StoredTensor> tensor,
      Optional<Body> graph,
      Optional<String> reference) {}

  /** A function that the file defines. */
  record Function(
      List<String> inputs,
      List<String> outputs,
      List<Node> nodes,
      Map<String, Long> operatorSets,
      Map<String, Attribute> defaults) {}

  /** The first four bytes of a ZIP archive, the container of PyTorch's own formats. */
  private static final int ARCHIVE = 0x504b0304;

  /**
   * Reads a file.
   *
   * @param file an ONNX file of at most 2 GiB, with its external data in the same folder
   * @throws ModelFormatException if it is missing or damaged; the message gives the location
   */
  static OnnxFile read(Path file) {
    return parsed(
        file,
        bytes -> {
          OnnxFile read = of(bytes, file);
          if (read.graph().outputs().isEmpty()) {
            throw new IllegalArgumentException("it has no graph");
          }
          return read;
        });
  }

  /** Parses the bytes of a file. */
  interface Parse<T> {
    T apply(ByteBuffer bytes);
  }

  /** Reads a file. If parsing fails, an exception reports that the file is damaged. */
  static <T> T parsed(Path file, Parse<T> parser) {
    if (!Files.isRegularFile(file)) {
      throw new ModelFormatException(file, "expected an ONNX file, found none");
    }
    try {
      ByteBuffer bytes = map(file);
      if (bytes.remaining() >= Integer.BYTES && bytes.getInt(0) == ARCHIVE) {
        throw new ModelFormatException(file, StateDictFile.kindOf(file));
      }
      return parser.apply(bytes);
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      throw new ModelFormatException(
          file, "not a valid ONNX file, such as one from torch.onnx.export: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ModelFormatException(file, "can't be read: " + e, e);
    }
  }

  private static ByteBuffer map(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("it has " + channel.size() + " bytes, more than 2 GiB");
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
  }

  static OnnxFile of(ByteBuffer bytes, Path file) {
    return new Parser(file).file(bytes);
  }

  /**
   * Numbers as the file stores them.
   *
   * @param name the name of the tensor
   * @param type the code of the type of its numbers; -1 if the tensor is sparse
   * @param shape the length of each axis
   * @param raw its numbers as little-endian bytes, if the file stores them in this form
   * @param listed its numbers, if the file stores them individually
   * @param external the {@code location}, {@code offset} and {@code length} of its numbers, if they
   *     are outside the file
   * @param file the ONNX file
   */
  @SuppressWarnings("ArrayRecordComponent") // Not modified after parsing.
  record StoredTensor(
      String name,
      long type,
      int[] shape,
      Optional<ByteBuffer> raw,
      double[] listed,
      Map<String, String> external,
      Path file) {

    /**
     * Decodes the numbers.
     *
     * @throws UnsupportedOperatorException if their type is not supported
     */
    Tensor decode() {
      NumberFormat format = NumberFormat.of(type);
      int size = Tensor.size(shape);
      if (raw.isEmpty() && external.isEmpty()) {
        requireCount(listed.length, size);
        return new Tensor(format, shape, Arrays.stream(listed).map(format::ofListed).toArray());
      }
      int width = format.stored.size();
      ByteBuffer bytes =
          external.isEmpty()
              ? raw.orElseThrow().duplicate().order(ByteOrder.LITTLE_ENDIAN)
              : externalBytes((long) size * width);
      if (bytes.remaining() != (long) size * width) {
        requireCount(bytes.remaining() / width, size);
        throw new IllegalArgumentException(
            "tensor " + name + " has " + bytes.remaining() + " bytes, which end within a number");
      }
      return new Tensor(format, shape, format.stored.decode(bytes));
    }

    private void requireCount(int count, int size) {
      if (count != size) {
        throw new IllegalArgumentException(
            "tensor %s has %s numbers, but its shape is %s = %s"
                .formatted(name, count, Tensor.text(shape), size));
      }
    }

    /** Maps a part of a file in the folder of the ONNX file. */
    private ByteBuffer externalBytes(long wanted) {
      String location = external.getOrDefault("location", "");
      try (FileChannel channel = FileChannel.open(ExternalData.inFolderOf(file, location))) {
        long offset = Long.parseLong(external.getOrDefault("offset", "0"));
        long length = Long.parseLong(external.getOrDefault("length", Long.toString(wanted)));
        if (length != wanted || offset < 0 || offset > channel.size() - length) {
          throw new IllegalArgumentException(
              ("tensor %s needs %s bytes, but the file states %s bytes from offset %s of %s, which"
                      + " has %s bytes")
                  .formatted(name, wanted, length, offset, location, channel.size()));
        }
        return channel
            .map(FileChannel.MapMode.READ_ONLY, offset, length)
            .order(ByteOrder.LITTLE_ENDIAN);
      } catch (IOException | NumberFormatException e) {
        throw new IllegalArgumentException(
            "tensor " + name + " can't be read from " + location + ": " + e, e);
      }
    }
  }

  /** Parses the messages of a file. Field numbers are those of onnx.proto. */
  private static final class Parser {

    private final Path file;
    private int nodes;

    Parser(Path file) {
      this.file = file;
    }

    OnnxFile file(ByteBuffer bytes) {
      ProtobufInput in = ProtobufInput.of(bytes);
      Map<String, Long> sets = new HashMap<>();
      Body graph = new Body(List.of(), Map.of(), List.of(), List.of());
      Map<String, Function> functions = new HashMap<>();
      while (in.next()) {
        switch (in.field()) {
          case 7 -> graph = body(in.onlyMessage());
          case 8 -> operatorSet(in.message(), sets);
          case 25 -> function(in.message(), functions);
          default -> in.skip();
        }
      }
      return new OnnxFile(sets, graph, functions, bytes);
    }

    private static void operatorSet(ProtobufInput in, Map<String, Long> sets) {
      String domain = "";
      long version = 0;
      while (in.next()) {
        switch (in.field()) {
          case 1 -> domain = in.text();
          case 2 -> version = in.integer();
          default -> in.skip();
        }
      }
      sets.put(domain.equals("ai.onnx") ? "" : domain, version);
    }

    private Body body(ProtobufInput in) {
      List<Node> operators = new ArrayList<>();
      Map<String, StoredTensor> constants = new HashMap<>();
      List<OnnxSlot> inputs = new ArrayList<>();
      List<OnnxSlot> outputs = new ArrayList<>();
      while (in.next()) {
        switch (in.field()) {
          case 1 -> operators.add(node(in.message()));
          case 5, 15 -> {
            StoredTensor tensor = in.field() == 5 ? tensor(in.message()) : sparse(in.message());
            constants.put(tensor.name(), tensor);
          }
          case 11 -> inputs.add(slot(in.message()));
          case 12 -> outputs.add(slot(in.message()));
          default -> in.skip();
        }
      }
      // Old files list constants among the inputs, as default values that a caller can replace.
      inputs.removeIf(input -> constants.containsKey(input.name()));
      return new Body(operators, constants, inputs, outputs);
    }

    private Node node(ProtobufInput in) {
      if (++nodes > MAX_NODES) {
        throw new IllegalArgumentException("it has more than " + MAX_NODES + " nodes");
      }
      List<String> inputs = new ArrayList<>();
      List<String> outputs = new ArrayList<>();
      String name = "";
      String operator = "";
      String domain = "";
      Map<String, Attribute> attributes = new HashMap<>();
      while (in.next()) {
        switch (in.field()) {
          case 1 -> inputs.add(in.text());
          case 2 -> outputs.add(in.text());
          case 3 -> name = in.text();
          case 4 -> operator = in.text();
          case 5 -> attribute(in.message(), attributes);
          case 7 -> domain = in.text();
          default -> in.skip();
        }
      }
      return new Node(
          operator, domain.equals("ai.onnx") ? "" : domain, name, inputs, outputs, attributes);
    }

    private void attribute(ProtobufInput in, Map<String, Attribute> attributes) {
      String name = "";
      DoubleArrayList integers = new DoubleArrayList();
      DoubleArrayList numbers = new DoubleArrayList();
      String text = "";
      Optional<StoredTensor> tensor = Optional.empty();
      Optional<Body> graph = Optional.empty();
      Optional<String> reference = Optional.empty();
      while (in.next()) {
        switch (in.field()) {
          case 1 -> name = in.text();
          case 2 -> numbers.add(in.single());
          case 3 -> integers.add((double) in.integer());
          case 4 -> text = in.text();
          case 5 -> tensor = Optional.of(tensor(in.onlyMessage()));
          case 6 -> graph = Optional.of(body(in.onlyMessage()));
          case 7 -> in.singles(numbers);
          case 8 -> in.integers(integers);
          case 21 -> reference = Optional.of(in.text());
          default -> in.skip();
        }
      }
      attributes.put(
          name,
          new Attribute(
              integers.toDoubleArray(), numbers.toDoubleArray(), text, tensor, graph, reference));
    }

    private void function(ProtobufInput in, Map<String, Function> functions) {
      String name = "";
      String domain = "";
      List<String> inputs = new ArrayList<>();
      List<String> outputs = new ArrayList<>();
      List<Node> operators = new ArrayList<>();
      Map<String, Long> sets = new HashMap<>();
      Map<String, Attribute> defaults = new HashMap<>();
      while (in.next()) {
        switch (in.field()) {
          case 1 -> name = in.text();
          case 4 -> inputs.add(in.text());
          case 5 -> outputs.add(in.text());
          case 7 -> operators.add(node(in.message()));
          case 9 -> operatorSet(in.message(), sets);
          case 10 -> domain = in.text();
          case 11 -> attribute(in.message(), defaults);
          default -> in.skip();
        }
      }
      functions.put(domain + "." + name, new Function(inputs, outputs, operators, sets, defaults));
    }

    private static OnnxSlot slot(ProtobufInput in) {
      String name = "";
      Optional<String> type = Optional.empty();
      List<Integer> shape = new ArrayList<>();
      List<String> axes = new ArrayList<>();
      while (in.next()) {
        switch (in.field()) {
          case 1 -> name = in.text();
          case 2 -> {
            ProtobufInput tensor = in.onlyMessage().part(1);
            while (tensor.next()) {
              switch (tensor.field()) {
                case 1 -> type = NumberFormat.find(tensor.integer()).map(Enum::name);
                case 2 -> shape(tensor.onlyMessage(), shape, axes);
                default -> tensor.skip();
              }
            }
          }
          default -> in.skip();
        }
      }
      return new OnnxSlot(name, type, shape, axes);
    }

    private static void shape(ProtobufInput in, List<Integer> lengths, List<String> names) {
      while (in.next()) {
        if (in.field() != 1) {
          in.skip();
          continue;
        }
        ProtobufInput axis = in.message();
        int length = -1;
        String called = "";
        while (axis.next()) {
          switch (axis.field()) {
            case 1 -> {
              long stated = axis.integer();
              // Some exporters write 0 or -1 for an axis of any length.
              length = stated > 0 && stated <= Integer.MAX_VALUE ? (int) stated : -1;
            }
            case 2 -> called = axis.text();
            default -> axis.skip();
          }
        }
        lengths.add(length);
        names.add(called);
      }
    }

    /** Returns a placeholder for a sparse constant, which is rejected when a node reads it. */
    private StoredTensor sparse(ProtobufInput in) {
      String name = tensor(in.part(1)).name();
      return new StoredTensor(
          name, -1, new int[0], Optional.empty(), new double[0], Map.of(), file);
    }

    private StoredTensor tensor(ProtobufInput in) {
      String name = "";
      DoubleArrayList dims = new DoubleArrayList();
      long type = 0;
      DoubleArrayList numbers = new DoubleArrayList();
      DoubleArrayList integers = new DoubleArrayList();
      Optional<ByteBuffer> raw = Optional.empty();
      Map<String, String> external = new HashMap<>();
      boolean isExternal = false;
      while (in.next()) {
        switch (in.field()) {
          case 1 -> in.integers(dims);
          case 2 -> type = in.integer();
          case 4 -> in.singles(numbers);
          case 5, 7, 11 -> in.integers(integers);
          case 8 -> name = in.text();
          case 9 -> raw = Optional.of(in.view());
          case 10 -> in.doubles(numbers);
          case 13 -> entry(in.message(), external);
          case 14 -> isExternal = in.integer() == 1;
          default -> in.skip();
        }
      }
      int[] shape = new int[dims.size()];
      for (int axis = 0; axis < shape.length; axis++) {
        if (!(dims.getDouble(axis) >= 0 && dims.getDouble(axis) <= Integer.MAX_VALUE)) {
          throw new IllegalArgumentException(
              "tensor " + name + " has an axis of length " + (long) dims.getDouble(axis));
        }
        shape[axis] = (int) dims.getDouble(axis);
      }
      double[] listed = integers.size() > 0 ? integers.toDoubleArray() : numbers.toDoubleArray();
      if (isExternal && external.isEmpty()) {
        throw new IllegalArgumentException("tensor " + name + " is external but has no location");
      }
      return new StoredTensor(
          name, type, shape, raw, listed, isExternal ? external : Map.of(), file);
    }

    private static void entry(ProtobufInput in, Map<String, String> entries) {
      String key = "";
      String value = "";
      while (in.next()) {
        switch (in.field()) {
          case 1 -> key = in.text();
          case 2 -> value = in.text();
          default -> in.skip();
        }
      }
      entries.put(key, value);
    }
  }
}
