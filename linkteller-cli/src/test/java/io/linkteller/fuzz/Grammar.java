package io.linkteller.fuzz;

import static io.linkteller.fuzz.Mutator.ascii;
import static io.linkteller.testing.export.ProtobufBytes.field;
import static io.linkteller.testing.export.ProtobufBytes.joined;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Generates well-formed inputs, which reach the code behind a parser: nested pickles, NumPy arrays,
 * ONNX models and JSON. Sizes, kinds and references are arbitrary.
 */
final class Grammar {

  private static final List<String> NAMES =
      List.of(
          "collections OrderedDict",
          "collections defaultdict",
          "torch._utils _rebuild_tensor_v2",
          "torch._utils _rebuild_parameter",
          "torch FloatStorage",
          "torch LongStorage",
          "numpy.core.multiarray _reconstruct",
          "numpy ndarray",
          "numpy dtype",
          "scipy.sparse.csr csr_matrix",
          "__builtin__ list",
          "_codecs encode",
          "os system");

  private static final List<String> TEXTS =
      List.of("storage 0 1 f4 < | latin1 _shape indptr data cpu w".split(" "));

  private static final int DEEPEST = 3000;

  private final SplittableRandom random;
  private ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int kept;

  Grammar(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a new input in the grammar of some bytes, if it is known. */
  Optional<byte[]> like(byte[] bytes) {
    out = new ByteArrayOutputStream();
    kept = 0;
    if (bytes.length == 0) {
      return Optional.empty();
    }
    switch (bytes[0]) {
      case (byte) 0x80 -> pickle();
      case (byte) 0x93 -> array();
      case 8 -> out.writeBytes(model());
      case '{', '[' -> json(random.nextInt(6), true);
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(out.toByteArray());
  }

  private void write(String text) {
    out.writeBytes(ascii(text));
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static String number(int value) {
    byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  // Pickles are programs for a stack. Each method below pushes one value.

  private void pickle() {
    write("\u0080\2");
    switch (random.nextInt(4)) {
      case 0 -> value(random.nextInt(6));
      case 1 -> nested();
      default -> stateDict();
    }
    write(".");
  }

  private void value(int depth) {
    int kind = random.nextInt(depth <= 0 ? 5 : 12);
    switch (kind) {
      case 0 -> write("N");
      case 1 -> write("K" + (char) random.nextInt(128));
      case 2 -> write("J" + number(random.nextInt()));
      case 3 -> text(any(TEXTS));
      case 4 -> reference();
      case 5 -> name();
      case 6 -> {
        write("]");
        keep();
        write("(");
        values(depth);
        // This may add an object to itself.
        if (random.nextInt(4) == 0) {
          reference();
        }
        write("e");
      }
      case 7 -> {
        write("}");
        keep();
        write("(");
        for (int i = random.nextInt(4); i > 0; i--) {
          if (random.nextInt(8) == 0) {
            value(depth - 1);
          } else {
            text(any(TEXTS));
          }
          value(depth - 1);
        }
        write("u");
      }
      case 8 -> tuple(depth);
      case 9 -> {
        name();
        tuple(depth);
        write("R");
      }
      case 10 -> {
        tuple(depth);
        write("Q");
      }
      default -> {
        value(depth - 1);
        value(depth - 1);
        write("b");
      }
    }
    if (random.nextInt(4) == 0) {
      keep();
    }
  }

  private void values(int depth) {
    for (int i = random.nextInt(5); i > 0; i--) {
      value(depth - 1);
    }
  }

  private void tuple(int depth) {
    write("(");
    values(depth);
    write("t");
  }

  private void text(String text) {
    write("X" + number(text.length()) + text);
  }

  private void name() {
    write("c" + any(NAMES).replace(' ', '\n') + "\n");
  }

  private void keep() {
    if (kept < 256) {
      write("q" + (char) kept++);
    }
  }

  /** Writes an earlier value again. */
  private void reference() {
    if (kept == 0) {
      write("N");
    } else {
      write("h" + (char) random.nextInt(kept));
    }
  }

  /** Nests lists, tuples or dictionaries, each once or twice in the next. */
  private void nested() {
    int depth = 1 + random.nextInt(DEEPEST);
    boolean twice = random.nextBoolean();
    String shape = any(List.of("list", "tuple", "dictionary"));
    write("]q\0");
    kept = 1;
    for (int i = 0; i < depth; i++) {
      String inner = twice ? "h\0h\0" : "h\0";
      switch (shape) {
        case "list" -> write("0](" + inner + "eq\0");
        case "tuple" -> write("0(" + inner + "tq\0");
        default -> write("0}(K\0h\0" + (twice ? "K\1h\0" : "") + "uq\0");
      }
    }
    if (random.nextBoolean()) {
      write("0");
      stateDict();
    }
  }

  /** Writes a state dict as PyTorch does, with some values of wrong types. */
  private void stateDict() {
    write("}(");
    for (int i = random.nextInt(4); i > 0; i--) {
      hole("X\1\0\0\0" + (char) ('a' + i));
      write("ctorch._utils\n_rebuild_tensor_v2\n((");
      hole("X\7\0\0\0storage");
      hole("ctorch\nFloatStorage\n");
      hole("X\1\0\0\0000");
      hole("X\3\0\0\0cpu");
      hole("K\1");
      write("tQ");
      hole("K\0");
      hole("K\2K\3\u0086");
      hole("K\3K\1\u0086");
      hole("\u0089");
      hole("ccollections\nOrderedDict\n)R");
      write("tR");
    }
    write("u");
  }

  private void hole(String usual) {
    if (random.nextInt(12) == 0) {
      value(3);
    } else {
      write(usual);
    }
  }

  // NumPy arrays.

  private void array() {
    String type =
        any(List.of("<", ">", "|", "=")) + any(List.of("f8 f4 f2 i1 i8 u4 b1 S3 U2 f3".split(" ")));
    List<String> lengths = new ArrayList<>();
    long size = (long) type.charAt(2) - '0';
    for (int i = random.nextInt(5); i > 0; i--) {
      long length =
          random.nextInt(8) == 0 ? random.nextLong(1L << random.nextInt(1, 63)) : random.nextInt(5);
      lengths.add(Long.toString(length));
      size *= length;
    }
    String header =
        "{'descr': '"
            + type
            + "', 'fortran_order': "
            + (random.nextBoolean() ? "True" : "False")
            + ", 'shape': ("
            + String.join(", ", lengths)
            + (lengths.size() == 1 ? ",)" : ")")
            + ", }";
    write("\u0093NUMPY\1\0" + (char) (header.length() & 255) + (char) (header.length() >> 8));
    write(header);
    int held = (int) Math.max(0, Math.min(size, 1 << 12));
    byte[] numbers = new byte[random.nextInt(6) == 0 ? random.nextInt(held + 2) : held];
    random.nextBytes(numbers);
    out.writeBytes(numbers);
  }

  // ONNX: messages of Protocol Buffers, with the numbers of the fields of onnx.proto.

  private static final List<String> OPERATORS =
      List.of(
          ("Add Mul Div MatMul Gemm Relu Softmax Gather GatherElements ScatterElements ScatterND"
                  + " Reshape Transpose Concat Slice Split Expand Tile Shape ConstantOfShape Constant Cast"
                  + " Unsqueeze Squeeze ReduceSum ReduceMax Range Where Equal NonZero Pow Sqrt Clip If"
                  + " Loop Einsum Pad Flatten LayerNormalization f0 f1")
              .split(" "));

  private static final List<String> VALUES =
      List.of("x", "edge_index", "a", "b", "c", "d", "w", "i", "y", "");

  private static final List<String> SETTINGS =
      List.of(
          ("axis axes alpha beta transA transB perm to value keepdims reduction equation"
                  + " then_branch else_branch body num_outputs epsilon")
              .split(" "));

  private long length() {
    return random.nextInt(16) == 0
        ? random.nextLong() >> random.nextInt(64)
        : random.nextInt(16) == 0 ? -1 : random.nextInt(5);
  }

  private byte[] model() {
    byte[] model = joined(field(1, 8), field(7, graph(3)));
    for (int i = random.nextInt(3); i > 0; i--) {
      byte[] function = joined(field(1, "f" + (i - 1)), field(4, "x"), field(5, "y"));
      function = joined(function, field(10, "own"), field(7, node(2)), field(7, node(2)));
      model = joined(model, field(25, function));
    }
    byte[] own = joined(field(1, "own"), field(2, 1));
    return joined(model, field(8, joined(field(1, ""), field(2, 18))), field(8, own));
  }

  private byte[] graph(int depth) {
    byte[] graph = new byte[0];
    List<String> known = new ArrayList<>(List.of("x", "edge_index", "w", "i"));
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      String output = i == 1 ? "y" : any(VALUES);
      graph = joined(graph, field(1, node(depth, known, output)));
      known.add(output);
    }
    return joined(
        graph,
        field(5, tensor("w")),
        field(5, tensor("i")),
        field(11, slot("x", 1, 3, 2)),
        field(11, slot("edge_index", 7, 2, -1)),
        field(12, slot("y", 1, 3, 2)));
  }

  private byte[] slot(String name, int type, long rows, long columns) {
    byte[] shape = new byte[0];
    for (long axis : new long[] {rows, columns}) {
      long length = random.nextInt(16) == 0 ? length() : axis;
      shape = joined(shape, field(1, length < 0 ? field(2, "n") : field(1, length)));
    }
    byte[] tensor = joined(field(1, random.nextInt(16) == 0 ? length() : type), field(2, shape));
    return joined(field(1, name), field(2, field(1, tensor)));
  }

  private byte[] node(int depth) {
    return node(depth, VALUES, "y");
  }

  private byte[] node(int depth, List<String> known, String output) {
    String operator = any(OPERATORS);
    byte[] node = joined(field(2, output), field(3, "n"), field(4, operator));
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      node = joined(node, field(1, random.nextInt(16) == 0 ? any(VALUES) : any(known)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      node = joined(node, field(5, setting(depth)));
    }
    return operator.startsWith("f") ? joined(node, field(7, "own")) : node;
  }

  private byte[] setting(int depth) {
    byte[] name = field(1, any(SETTINGS));
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> joined(name, field(3, length()), field(20, 2));
      case 1 -> joined(name, field(8, length()), field(8, length()), field(20, 7));
      case 2 -> joined(name, field(4, any(List.of("add", "max", "ij,jk->ik", "none"))));
      case 3 -> joined(name, field(5, tensor("")), field(20, 4));
      default -> joined(name, field(6, graph(depth - 1)), field(20, 5));
    };
  }

  private byte[] tensor(String name) {
    int type = any(List.of(1, 1, 7, 7, 6, 9, 11, 16, 99));
    byte[] tensor = joined(field(2, type), field(8, name));
    long size = 1;
    for (int i = random.nextInt(4); i > 0; i--) {
      long length = length();
      tensor = joined(tensor, field(1, length));
      size *= length;
    }
    int bytes = type == 7 || type == 11 ? 8 : type == 9 ? 1 : type == 16 ? 2 : 4;
    byte[] raw = new byte[(int) Math.max(0, Math.min(size * bytes, 1 << 12))];
    if (random.nextBoolean()) {
      random.nextBytes(raw);
    }
    return joined(tensor, field(9, raw));
  }

  // JSON.

  private void json(int depth, boolean outermost) {
    if (outermost && random.nextInt(8) == 0) {
      int deep = 1 + random.nextInt(DEEPEST);
      String open = any(List.of("[", "{\"0\":", "[0,", "{\"logits\":["));
      write(open.repeat(deep));
      write((open.contains("{") ? open.endsWith("[") ? "]}" : "}" : "]").repeat(deep));
      return;
    }
    int kind = outermost ? random.nextInt(2) : random.nextInt(depth <= 0 ? 6 : 9);
    switch (outermost ? 6 + kind : kind) {
      case 0 -> write(Integer.toString(random.nextInt(12)));
      case 1 -> write(Long.toString(random.nextLong()));
      case 2 -> write(Double.toString(Double.longBitsToDouble(random.nextLong())));
      case 3 -> write(any(List.of("null", "true", "false", "1e999", "-0", "0." + "1".repeat(900))));
      case 4 -> write("\"" + any(KEYS) + "\"");
      case 5 -> write("\"\\u0000\\ud800\"");
      case 7 -> {
        write("[");
        for (int i = random.nextInt(6); i > 0; i--) {
          json(depth - 1, false);
          write(i == 1 ? "" : ",");
        }
        write("]");
      }
      default -> {
        write("{");
        for (int i = random.nextInt(6); i > 0; i--) {
          write("\"" + any(KEYS) + "\":");
          json(depth - 1, false);
          write(i == 1 ? "" : ",");
        }
        write("}");
      }
    }
  }

  private static final List<String> KEYS =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "tr",
          "va",
          "te",
          "logits",
          "inputs",
          "outputs",
          "name",
          "datatype",
          "FP32",
          "INT64",
          "shape",
          "data",
          "parameters",
          "binary_data_size",
          "error",
          "format",
          "title",
          "sections",
          "extensions",
          "dtype",
          "data_offsets",
          "x",
          "y",
          "-1",
          "");
}
