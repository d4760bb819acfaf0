package io.linkteller.data.statedict;

import io.linkteller.data.source.RestrictedUnpickler;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.ModelFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.razorvine.pickle.IObjectConstructor;
import net.razorvine.pickle.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pickle of a state dict. A pickle is a program; this reader executes only instructions
 * that build dictionaries, lists, numbers and tensors, and resolves only the names below. It never
 * looks up a Java name from the file.
 */
final class TorchPickle extends RestrictedUnpickler {

  /** An entry of the archive with the numbers of tensors. */
  record Storage(NumberType type, String key) {}

  /** A part of a storage. */
  record Tensor(Storage storage, long offset, List<Integer> shape, List<Integer> strides) {}

  /** A name of a storage type. */
  private record StorageType(NumberType type) {}

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
          Opcodes.BINUNICODE,
          Opcodes.SHORT_BINUNICODE,
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
          Opcodes.REDUCE,
          Opcodes.BUILD);

  private static final Map<String, IObjectConstructor> FUNCTIONS =
      Map.of(
          "collections OrderedDict", args -> new LinkedHashMap<>(),
          "torch._utils _rebuild_tensor_v2", TorchPickle::tensor,
          // A parameter is read as its tensor.
          "torch._utils _rebuild_parameter", args -> args[0]);

  private static final int SHOWN = 80;

  /** As in NumPy. Tensors may share a tuple, so that a small file could claim many long shapes. */
  private static final int MOST_DIMENSIONS = 64;

  /** Memory for shape and strides of a tensor at most. */
  private static final int TENSOR = 2 * 32 * MOST_DIMENSIONS;

  private final Path file;

  TorchPickle(Path file, byte[] bytes, ReadingBudget budget) {
    super(bytes, INSTRUCTIONS, budget);
    this.file = file;
  }

  Object read() {
    try {
      Object value = load();
      if (value == null) {
        throw problem("expected a state dict, found None");
      }
      return value;
    } catch (ModelFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new ModelFormatException(file, placeInArchive() + ": not a state dict: " + e, e);
    }
  }

  private String placeInArchive() {
    return TorchFile.PICKLE + " " + place();
  }

  @Override
  protected ModelFormatException problem(String problem) {
    return new ModelFormatException(file, placeInArchive() + ": " + problem);
  }

  @Override
  protected ModelFormatException refused(short instruction) {
    return problem("refused the instruction " + instruction + ", which no state dict needs");
  }

  private static Tensor tensor(Object[] args) {
    // storage, offset, size, stride, requires_grad, backward hooks, and perhaps metadata.
    return new Tensor(
        (Storage) args[0], ((Number) args[1]).longValue(), integers(args[2]), integers(args[3]));
  }

  private static List<Integer> integers(Object tuple) {
    if (((Object[]) tuple).length > MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "a tensor of more than " + MOST_DIMENSIONS + " dimensions");
    }
    List<Integer> integers = new ArrayList<>();
    for (Object value : (Object[]) tuple) {
      integers.add(Math.toIntExact(((Number) value).longValue()));
    }
    return integers;
  }

  @Override
  protected @Nullable Object dispatch(short key) throws IOException {
    if (!INSTRUCTIONS.contains(key)) {
      throw refused(key);
    }
    switch (key) {
      case Opcodes.BINPERSID -> {
        stack.add(storage((Object[]) stack.pop()));
        return NO_RETURN_VALUE;
      }
      case Opcodes.REDUCE -> {
        Object[] args = (Object[]) stack.pop();
        if (!(stack.pop() instanceof IObjectConstructor function)) {
          throw problem("refused to call a function that no state dict needs");
        }
        budget().take(TENSOR);
        stack.add(function.construct(args));
        return NO_RETURN_VALUE;
      }
      case Opcodes.BUILD -> {
        // Attributes of a dictionary, such as the versions of modules, are ignored.
        stack.pop();
        return NO_RETURN_VALUE;
      }
      default -> {}
    }
    return super.dispatch(key);
  }

  /** ("storage", type, key of the entry, device, number of elements) */
  private Storage storage(Object[] id) {
    if (id.length < 3 || !"storage".equals(id[0]) || !(id[1] instanceof StorageType type)) {
      throw problem("expected a storage of numbers, found another reference");
    }
    // Never printed if it is not a text: lists may contain themselves, or each other many times.
    if (!(id[2] instanceof String key) || !key.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw problem("expected the number of a storage, found another value");
    }
    return new Storage(type.type(), key);
  }

  @Override
  protected Object known(String name) {
    IObjectConstructor function = FUNCTIONS.get(name);
    if (function != null) {
      return function;
    }
    if (name.startsWith("torch ")) {
      NumberType type = NumberType.OF_TORCH.get(name.substring("torch ".length()));
      if (type != null) {
        return new StorageType(type);
      }
    }
    throw problem(
        "refused "
            + shortened(name.replace(' ', '.'))
            + ", which is not part of a state dict; save model.state_dict()");
  }

  private static String shortened(String name) {
    return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
  }
}
