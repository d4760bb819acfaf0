package io.linkteller.data.planetoid;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.data.source.RestrictedUnpickler;
import io.linkteller.file.ReadingBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.razorvine.pickle.IObjectConstructor;
import net.razorvine.pickle.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Python pickle of numbers: NumPy arrays, SciPy matrices in compressed rows, dictionaries
 * and lists. A pickle is a program; this reader executes only instructions that build such values
 * and resolves only the names listed here. It never looks up a Java name from the file.
 */
final class PickleFile {

  private static final Map<String, IObjectConstructor> CLASSES = classes();

  /** The instructions that Python writes for such values in protocol 2 and later. */
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
    // Used only as an argument of another class.
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
    // Python 3 writes bytes in protocol 2 as a string with its encoding.
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
   * Reads the value of a pickle.
   *
   * @throws DatasetFormatException if the file is missing, ends early, or names any other class or
   *     instruction; the message names it and the byte
   * @throws UncheckedIOException if the file cannot be read
   */
  static <T> T read(Path file, Class<T> type) {
    Object value = read(file);
    if (!type.isInstance(value)) {
      throw DatasetFormatException.inFile(
          file, "expected a pickle of " + named(type) + ", found another value");
    }
    return type.cast(value);
  }

  private static Object read(Path file) {
    DatasetFiles.requireFile(file);
    try {
      ReadingBudget budget =
          RestrictedUnpickler.budget(file, problem -> DatasetFormatException.inFile(file, problem));
      return new NumberUnpickler(file, budget.bytesOf(file), budget).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String named(Class<?> type) {
    return type == PickledCsr.class
        ? "a SciPy matrix in compressed rows"
        : type == PickledArray.class ? "a NumPy array" : "a dictionary";
  }

  /** Reads arrays, matrices and dictionaries of numbers only. */
  private static final class NumberUnpickler extends RestrictedUnpickler {

    private final Path file;

    NumberUnpickler(Path file, byte[] bytes, ReadingBudget budget) {
      super(bytes, INSTRUCTIONS, budget);
      this.file = file;
    }

    Object read() {
      try {
        Object value = load();
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

    @Override
    protected DatasetFormatException problem(String problem) {
      return DatasetFormatException.at(file, place(), problem);
    }

    @Override
    protected DatasetFormatException refused(short instruction) {
      return problem(
          "expected a pickle of numbers in protocol 2 or later, found the instruction "
              + instruction);
    }

    @Override
    protected @Nullable Object dispatch(short key) throws IOException {
      if (key == Opcodes.BUILD) {
        Object state = stack.pop();
        ((Buildable) stack.peek()).build(state, budget());
        return NO_RETURN_VALUE;
      }
      if (key == Opcodes.REDUCE
          && stack.peek() instanceof Object[] args
          && args.length > 0
          && args[0] instanceof String text) {
        budget().take(text.length());
      }
      return super.dispatch(key);
    }

    @Override
    protected IObjectConstructor known(String name) {
      IObjectConstructor constructor = CLASSES.get(name);
      if (constructor == null) {
        throw problem(
            "refused to create the class "
                + DatasetFiles.shortened(name.replace(' ', '.'))
                + ", which does not occur in a pickle of numbers");
      }
      return constructor;
    }
  }

  /** A value whose state is set by the instruction BUILD. */
  interface Buildable {

    /** Completes the value, for which it takes memory. */
    void build(Object state, ReadingBudget budget);
  }
}
