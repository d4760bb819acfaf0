package io.linkteller.data.source;

import io.linkteller.file.ReadingBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import net.razorvine.pickle.IObjectConstructor;
import net.razorvine.pickle.Opcodes;
import net.razorvine.pickle.PickleUtils;
import net.razorvine.pickle.Unpickler;
import org.jspecify.annotations.Nullable;

/**
 * Reads pickles of numbers: NumPy arrays, SciPy matrices in compressed rows and PyTorch tensors, in
 * dictionaries and lists. A pickle is a program. This reader executes only instructions that build
 * such values, and does not look up any Java class or method by a name from the file. It reads a
 * string only if the file contains as many bytes as the stated length. The memory for all values
 * that instructions build is charged to the budget of the file, because instructions may use parts
 * of the file any number of times.
 */
public final class PickleFile extends Unpickler {

  /**
   * The maximum memory, in bytes, that an instruction needs in addition to the bytes of the file
   * that it reads.
   */
  private static final int INSTRUCTION = 64;

  /**
   * The maximum memory, in bytes, per byte of a file. Pickles that Python writes need less than
   * half of it.
   */
  private static final int EXPANSION = 128;

  /**
   * The memory, in bytes, per byte of a string: two for a character, and the byte itself while it
   * is decoded.
   */
  private static final int TEXT = 3;

  /**
   * NumPy's limit. Without a limit, a small file could have many long shapes, because tensors may
   * share a tuple.
   */
  private static final int MAX_DIMENSIONS = 64;

  /** The maximum memory, in bytes, for the shape and strides of a tensor. */
  private static final int TENSOR = 2 * 32 * MAX_DIMENSIONS;

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
          Opcodes.BINPERSID,
          Opcodes.NEWOBJ,
          Opcodes.REDUCE,
          Opcodes.BUILD);

  /** A class that is used only as an argument of another class. */
  private static final IObjectConstructor NAME =
      args -> {
        throw new IllegalArgumentException("called a class that may only be an argument");
      };

  private static final Map<String, IObjectConstructor> NUMBERS =
      Map.ofEntries(
          Map.entry("numpy.core.multiarray _reconstruct", args -> new PickledArray()),
          Map.entry("numpy._core.multiarray _reconstruct", args -> new PickledArray()),
          Map.entry("numpy ndarray", NAME),
          Map.entry("numpy dtype", args -> new PickledType(NumberType.ofNumpy((String) args[0]))),
          Map.entry("scipy.sparse.csr csr_matrix", args -> new PickledCsr()),
          Map.entry("scipy.sparse._csr csr_matrix", args -> new PickledCsr()),
          Map.entry("collections defaultdict", args -> new LinkedHashMap<>()),
          Map.entry("__builtin__ list", NAME),
          Map.entry("builtins list", NAME),
          // Python 3 writes bytes in protocol 2 as a string with its encoding.
          Map.entry("_codecs encode", PickleFile::encode));

  private static final Map<String, IObjectConstructor> TENSORS =
      Map.of(
          "collections OrderedDict", args -> new LinkedHashMap<>(),
          "torch._utils _rebuild_tensor_v2", PickleFile::tensor,
          // A parameter is read as its tensor.
          "torch._utils _rebuild_parameter", args -> args[0]);

  /**
   * An entry of an archive that contains the numbers of tensors.
   *
   * @param type the type of the numbers
   * @param key the name of the entry
   */
  public record Storage(NumberType type, String key) {}

  /**
   * A part of a storage.
   *
   * @param storage the storage
   * @param offset the index of the first number
   * @param shape the length of each dimension
   * @param strides the distance between adjacent elements in each dimension, in numbers
   */
  public record Tensor(Storage storage, long offset, List<Integer> shape, List<Integer> strides) {}

  /**
   * An object other than a tensor, which is not read.
   *
   * @param name its class, or the function that creates it
   */
  public record Unread(String name) {}

  /** A value whose state is set by the instruction BUILD. */
  interface Buildable {

    /** Completes the value and charges its memory to the budget. */
    void build(Object state, ReadingBudget budget);
  }

  private final byte[] bytes;
  private final ByteArrayInputStream left;
  private final ReadingBudget budget;
  private final boolean torch;
  private final BiFunction<String, String, RuntimeException> problems;

  private PickleFile(
      byte[] bytes,
      ReadingBudget budget,
      boolean torch,
      BiFunction<String, String, RuntimeException> problems) {
    budget.take(TEXT * (long) bytes.length);
    this.budget = budget;
    this.bytes = bytes;
    this.torch = torch;
    this.problems = problems;
    this.left = new ByteArrayInputStream(bytes);
  }

  /**
   * Returns the memory budget of a file that contains pickles.
   *
   * @param file the file
   * @param refusal creates an exception from the reason why the file is rejected
   * @return a new budget
   * @throws IOException if the size of the file cannot be read
   */
  public static ReadingBudget budget(
      Path file, Function<String, ? extends RuntimeException> refusal) throws IOException {
    return ReadingBudget.of(EXPANSION * Files.size(file), refusal);
  }

  /**
   * Reads a pickle of NumPy arrays and SciPy matrices.
   *
   * @param bytes the pickle; not copied
   * @param budget the memory budget of the file
   * @param problems creates an exception from a location and a problem
   * @return the value, or null for None
   * @throws RuntimeException if the pickle ends early, or contains a class or an instruction that
   *     such pickles do not need
   */
  public static @Nullable Object numbers(
      byte[] bytes, ReadingBudget budget, BiFunction<String, String, RuntimeException> problems) {
    return new PickleFile(bytes, budget, false, problems).load("not a pickle of numbers: ");
  }

  /**
   * Reads the pickle in a file written by {@code torch.save}. Objects other than tensors, such as
   * training arguments, are returned as {@link Unread}.
   *
   * @param bytes the pickle; not copied
   * @param budget the memory budget of the file
   * @param problems creates an exception from a location and a problem
   * @return the value, or null for None
   * @throws RuntimeException if the pickle ends early, or contains an instruction that no such file
   *     needs
   */
  public static @Nullable Object tensors(
      byte[] bytes, ReadingBudget budget, BiFunction<String, String, RuntimeException> problems) {
    return new PickleFile(bytes, budget, true, problems).load("not a state dict: ");
  }

  private @Nullable Object load(String failure) {
    try {
      return load(left);
    } catch (Refused e) {
      throw e.exception;
    } catch (IOException | RuntimeException e) {
      throw problems.apply(place(), failure + e);
    }
  }

  /** Passes the reason for rejecting a file through the unpickler. */
  private static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RuntimeException exception;

    Refused(RuntimeException exception) {
      super(exception);
      this.exception = exception;
    }
  }

  private Refused problem(String problem) {
    return new Refused(problems.apply(place(), problem));
  }

  private String place() {
    return "before byte " + (bytes.length - left.available());
  }

  private static Object encode(Object[] args) {
    if (args.length != 2 || !args[1].equals("latin1")) {
      throw new IllegalArgumentException("bytes in an encoding other than latin1");
    }
    return ((String) args[0]).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Tensor tensor(Object[] args) {
    // Arguments: storage, offset, size, stride, requires_grad, backward hooks, and perhaps
    // metadata.
    return new Tensor(
        (Storage) args[0], ((Number) args[1]).longValue(), integers(args[2]), integers(args[3]));
  }

  private static List<Integer> integers(Object tuple) {
    if (((Object[]) tuple).length > MAX_DIMENSIONS) {
      throw new IllegalArgumentException("a tensor of more than " + MAX_DIMENSIONS + " dimensions");
    }
    List<Integer> integers = new ArrayList<>();
    for (Object value : (Object[]) tuple) {
      integers.add(Math.toIntExact(((Number) value).longValue()));
    }
    return integers;
  }

  @Override
  protected @Nullable Object dispatch(short key) throws IOException {
    if (!INSTRUCTIONS.contains(key) || (key == Opcodes.BINPERSID && !torch)) {
      throw problem(
          torch
              ? "refused the instruction " + key + ", which no state dict needs"
              : "expected a pickle of numbers in protocol 2 or later, found the instruction "
                  + key);
    }
    budget.take(INSTRUCTION);
    switch (key) {
      case Opcodes.BINSTRING, Opcodes.BINUNICODE, Opcodes.BINBYTES -> {
        requireLength();
        return super.dispatch(key);
      }
      case Opcodes.GLOBAL ->
          stack.add(known(PickleUtils.readline(input) + " " + PickleUtils.readline(input)));
      case Opcodes.STACK_GLOBAL -> {
        String name = (String) stack.pop();
        stack.add(known((String) stack.pop() + " " + name));
      }
      case Opcodes.EMPTY_DICT -> stack.add(new LinkedHashMap<>());
      case Opcodes.SETITEM -> {
        Object value = stack.pop();
        put(List.of(stack.pop(), value));
      }
      case Opcodes.SETITEMS -> put(stack.pop_all_since_marker());
      case Opcodes.APPEND -> append(List.of(stack.pop()));
      case Opcodes.APPENDS -> append(stack.pop_all_since_marker());
      case Opcodes.BINPERSID -> stack.add(storage((Object[]) stack.pop()));
      case Opcodes.REDUCE, Opcodes.NEWOBJ -> {
        Object[] args = (Object[]) stack.pop();
        stack.add(made(stack.pop(), args));
      }
      case Opcodes.BUILD -> {
        Object state = stack.pop();
        if (stack.peek() instanceof Buildable value) {
          value.build(state, budget);
        } else if (!torch) {
          throw new IllegalArgumentException("a state for a value that has none");
        }
        // Attributes of a dictionary, such as the versions of modules, are ignored.
      }
      default -> {
        return super.dispatch(key);
      }
    }
    return NO_RETURN_VALUE;
  }

  private Object made(Object function, Object[] args) {
    if (function instanceof Unread) {
      return function;
    }
    if (!(function instanceof IObjectConstructor constructor)) {
      throw problem("refused to call a value that is not a function");
    }
    budget.take(torch ? TENSOR : 0);
    if (args.length > 0 && args[0] instanceof String text) {
      budget.take(text.length());
    }
    return constructor.construct(args);
  }

  /**
   * Checks the length of a string or byte string. A damaged length must not cause an allocation
   * beyond the size of the file.
   */
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

  @SuppressWarnings("unchecked") // Lists of this reader accept any value.
  private void append(List<Object> values) {
    if (!(stack.peek() instanceof Unread)) {
      ((List<Object>) stack.peek()).addAll(values);
    }
  }

  /**
   * Adds items to a dictionary. Only integers and strings are accepted as keys, because computing
   * the hash code of a key that contains itself would never end.
   */
  @SuppressWarnings("unchecked") // Dictionaries of this reader accept any key.
  private void put(List<Object> items) {
    if (stack.peek() instanceof Unread) {
      return;
    }
    for (int i = 0; i + 1 < items.size(); i += 2) {
      if (items.get(i) instanceof Integer || items.get(i) instanceof String) {
        ((Map<Object, Object>) stack.peek()).put(items.get(i), items.get(i + 1));
      } else if (!torch) {
        throw problem("expected a key that is an integer or a text");
      }
    }
  }

  /** Returns the storage for ("storage", type, key of the entry, device, number of elements). */
  private Storage storage(Object[] id) {
    if (id.length < 3 || !"storage".equals(id[0]) || !(id[1] instanceof NumberType type)) {
      throw problem("expected a storage of numbers, found another reference");
    }
    // Other keys are not printed, because lists may contain themselves, or each other many times.
    if (!(id[2] instanceof String key) || !key.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw problem("expected the number of a storage, found another value");
    }
    return new Storage(type, key);
  }

  private Object known(String name) {
    IObjectConstructor constructor = (torch ? TENSORS : NUMBERS).get(name);
    if (constructor != null) {
      return constructor;
    }
    String dotted = DatasetFiles.shortened(name.replace(' ', '.'));
    if (!torch) {
      throw problem(
          "refused to create the class "
              + dotted
              + ", which does not occur in a pickle of numbers");
    }
    NumberType type = name.startsWith("torch ") ? NumberType.ofTorch(name.substring(6)) : null;
    return type == null ? new Unread(dotted) : type;
  }
}
