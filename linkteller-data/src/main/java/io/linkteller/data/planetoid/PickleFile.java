package io.linkteller.data.planetoid;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.DatasetFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.razorvine.pickle.IObjectConstructor;
import net.razorvine.pickle.Opcodes;
import net.razorvine.pickle.PickleUtils;
import net.razorvine.pickle.Unpickler;

/**
 * Reads a Python pickle of numbers: NumPy arrays, SciPy matrices in compressed rows, dictionaries
 * and lists. A pickle is a program; this reader runs the instructions that build such values and no
 * others, and knows the classes listed here and no others. It looks nothing up by name in Java, and
 * calls nothing that the file names.
 */
final class PickleFile {

  private static final Map<String, IObjectConstructor> CLASSES = classes();

  /** What Python writes for the values above in protocol 2 and later. */
  private static final Set<Short> INSTRUCTIONS =
      Set.of(
          Opcodes.PROTO,
          Opcodes.FRAME,
          Opcodes.STOP,
          Opcodes.MARK,
          Opcodes.BINPUT,
          Opcodes.LONG_BINPUT,
          Opcodes.MEMOIZE,
          Opcodes.BINGET,
          Opcodes.LONG_BINGET,
          Opcodes.NONE,
          Opcodes.NEWTRUE,
          Opcodes.NEWFALSE,
          Opcodes.BININT,
          Opcodes.BININT1,
          Opcodes.BININT2,
          Opcodes.LONG1,
          Opcodes.BINFLOAT,
          Opcodes.BINSTRING,
          Opcodes.SHORT_BINSTRING,
          Opcodes.BINUNICODE,
          Opcodes.SHORT_BINUNICODE,
          Opcodes.BINBYTES,
          Opcodes.SHORT_BINBYTES,
          Opcodes.EMPTY_TUPLE,
          Opcodes.TUPLE1,
          Opcodes.TUPLE2,
          Opcodes.TUPLE3,
          Opcodes.TUPLE,
          Opcodes.EMPTY_LIST,
          Opcodes.APPEND,
          Opcodes.APPENDS,
          Opcodes.EMPTY_DICT,
          Opcodes.SETITEM,
          Opcodes.SETITEMS,
          Opcodes.GLOBAL,
          Opcodes.STACK_GLOBAL,
          Opcodes.NEWOBJ,
          Opcodes.REDUCE,
          Opcodes.BUILD);

  private PickleFile() {}

  private static Map<String, IObjectConstructor> classes() {
    IObjectConstructor array = args -> new PickledArray();
    IObjectConstructor matrix = args -> new PickledCsr();
    // Named as an argument of another class, never made by itself.
    IObjectConstructor name =
        args -> {
          throw new IllegalArgumentException("made by itself");
        };
    Map<String, IObjectConstructor> classes = new HashMap<>();
    classes.put("numpy.core.multiarray _reconstruct", array);
    classes.put("numpy._core.multiarray _reconstruct", array);
    classes.put("numpy ndarray", name);
    classes.put("numpy dtype", args -> new PickledNumberType((String) args[0]));
    classes.put("scipy.sparse.csr csr_matrix", matrix);
    classes.put("scipy.sparse._csr csr_matrix", matrix);
    classes.put("collections defaultdict", args -> new HashMap<>());
    classes.put("__builtin__ list", name);
    classes.put("builtins list", name);
    // How Python 3 writes bytes in protocol 2: as text, and in which encoding.
    classes.put("_codecs encode", PickleFile::encode);
    return Map.copyOf(classes);
  }

  private static Object encode(Object[] args) {
    if (args.length != 2 || !args[1].equals("latin1")) {
      throw new IllegalArgumentException("bytes in another encoding than latin1");
    }
    return ((String) args[0]).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads the one value of a pickle.
   *
   * @throws DatasetFormatException if the file is missing, ends early, or names any other class or
   *     instruction; the message names it and the byte
   * @throws UncheckedIOException if the file cannot be read
   */
  static <T> T read(Path file, Class<T> type) {
    Object value = new Whitelisted(file, DatasetFiles.bytes(file)).read();
    if (!type.isInstance(value)) {
      throw DatasetFormatException.inFile(
          file, "expected a pickle of " + named(type) + ", found another value");
    }
    return type.cast(value);
  }

  private static String named(Class<?> type) {
    return type == PickledCsr.class
        ? "a SciPy matrix in compressed rows"
        : type == PickledArray.class ? "a NumPy array" : "a dictionary";
  }

  /** The library's reader, with every instruction looked at before it is carried out. */
  private static final class Whitelisted extends Unpickler {

    private final Path file;
    private final byte[] bytes;
    private final ByteArrayInputStream left;

    Whitelisted(Path file, byte[] bytes) {
      this.file = file;
      this.bytes = bytes;
      this.left = new ByteArrayInputStream(bytes);
    }

    Object read() {
      try {
        Object value = load(left);
        if (value == null) {
          throw DatasetFormatException.inFile(file, "expected a value, found None");
        }
        return value;
      } catch (DatasetFormatException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        throw DatasetFormatException.at(file, place(), "not a pickle of numbers: " + e, e);
      }
    }

    private String place() {
      return "before byte " + (bytes.length - left.available());
    }

    private DatasetFormatException problem(String problem) {
      return DatasetFormatException.at(file, place(), problem);
    }

    @Override
    protected Object dispatch(short key) throws IOException {
      if (!INSTRUCTIONS.contains(key)) {
        throw problem(
            "expected a pickle of numbers in protocol 2 or later, found the instruction " + key);
      }
      switch (key) {
        case Opcodes.BINSTRING, Opcodes.BINUNICODE, Opcodes.BINBYTES -> requireLength();
        case Opcodes.GLOBAL -> {
          stack.add(known(PickleUtils.readline(input) + " " + PickleUtils.readline(input)));
          return NO_RETURN_VALUE;
        }
        case Opcodes.STACK_GLOBAL -> {
          String name = (String) stack.pop();
          stack.add(known((String) stack.pop() + " " + name));
          return NO_RETURN_VALUE;
        }
        case Opcodes.BUILD -> {
          Object state = stack.pop();
          ((Buildable) stack.peek()).build(state);
          return NO_RETURN_VALUE;
        }
        case Opcodes.SETITEM -> {
          Object value = stack.pop();
          put(stack.pop(), value);
          return NO_RETURN_VALUE;
        }
        case Opcodes.SETITEMS -> {
          List<Object> items = stack.pop_all_since_marker();
          for (int i = 0; i < items.size(); i += 2) {
            put(items.get(i), items.get(i + 1));
          }
          return NO_RETURN_VALUE;
        }
        default -> {}
      }
      return super.dispatch(key);
    }

    private IObjectConstructor known(String name) {
      IObjectConstructor constructor = CLASSES.get(name);
      if (constructor == null) {
        throw problem(
            "refused to make the class "
                + DatasetFiles.shortened(name.replace(' ', '.'))
                + ", which is not one of a pickle of numbers");
      }
      return constructor;
    }

    /** A damaged length must not make the library allocate more than there is. */
    private void requireLength() {
      left.mark(0);
      long length = 0;
      for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
        length |= (left.read() & 0xffL) << i;
      }
      if (length > left.available()) {
        throw problem("expected " + length + " bytes, found " + left.available());
      }
      left.reset();
    }

    /** Keys that hold themselves would never be done with their hash code. */
    private void put(Object key, Object value) {
      if (!(key instanceof Integer || key instanceof String)) {
        throw problem("expected a key that is an integer or a text");
      }
      @SuppressWarnings("unchecked") // A dictionary of this reader takes anything.
      Map<Object, Object> dictionary = (Map<Object, Object>) stack.peek();
      dictionary.put(key, value);
    }
  }

  /** A value that the instruction BUILD completes. */
  interface Buildable {
    void build(Object state);
  }
}
