package io.linkteller.data.statedict;

import io.linkteller.inference.ModelFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.razorvine.pickle.IObjectConstructor;
import net.razorvine.pickle.Opcodes;
import net.razorvine.pickle.PickleUtils;
import net.razorvine.pickle.Unpickler;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pickle of a state dict. A pickle is a program; this reader carries out the instructions
 * that build dictionaries, lists, numbers and tensors, and no others, and knows the few names below
 * and no others. It looks nothing up by name in Java, and calls nothing that the file names.
 */
final class TorchPickle extends Unpickler {

  /** An entry of the archive with the numbers of tensors. */
  record Storage(NumberType type, String key) {}

  /** A part of a storage. */
  record Tensor(Storage storage, long offset, List<Integer> shape, List<Integer> strides) {}

  /** A name that stands for a type of storages. */
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
          // A parameter is the tensor that it holds.
          "torch._utils _rebuild_parameter", args -> args[0]);

  private static final int SHOWN = 80;

  private final Path file;
  private final byte[] bytes;
  private final ByteArrayInputStream left;

  TorchPickle(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
    this.left = new ByteArrayInputStream(bytes);
  }

  Object read() {
    try {
      Object value = load(left);
      if (value == null) {
        throw problem("expected a state dict, found None");
      }
      return value;
    } catch (ModelFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new ModelFormatException(file, place() + ": not a state dict: " + e, e);
    }
  }

  private String place() {
    return TorchFile.PICKLE + " before byte " + (bytes.length - left.available());
  }

  private ModelFormatException problem(String problem) {
    return new ModelFormatException(file, place() + ": " + problem);
  }

  private static Tensor tensor(Object[] args) {
    // storage, offset, size, stride, requires_grad, backward hooks, and perhaps metadata.
    return new Tensor(
        (Storage) args[0], ((Number) args[1]).longValue(), integers(args[2]), integers(args[3]));
  }

  private static List<Integer> integers(Object tuple) {
    List<Integer> integers = new ArrayList<>();
    for (Object value : (Object[]) tuple) {
      integers.add(Math.toIntExact(((Number) value).longValue()));
    }
    return integers;
  }

  @Override
  protected @Nullable Object dispatch(short key) throws IOException {
    if (!INSTRUCTIONS.contains(key)) {
      throw problem("refused the instruction " + key + ", which no state dict needs");
    }
    switch (key) {
      case Opcodes.BINUNICODE -> requireLength();
      case Opcodes.GLOBAL -> {
        stack.add(known(PickleUtils.readline(input) + " " + PickleUtils.readline(input)));
        return NO_RETURN_VALUE;
      }
      case Opcodes.STACK_GLOBAL -> {
        String name = (String) stack.pop();
        stack.add(known(stack.pop() + " " + name));
        return NO_RETURN_VALUE;
      }
      case Opcodes.BINPERSID -> {
        stack.add(storage((Object[]) stack.pop()));
        return NO_RETURN_VALUE;
      }
      case Opcodes.REDUCE -> {
        Object[] args = (Object[]) stack.pop();
        if (!(stack.pop() instanceof IObjectConstructor function)) {
          throw problem("refused to call what is no function of a state dict");
        }
        stack.add(function.construct(args));
        return NO_RETURN_VALUE;
      }
      case Opcodes.BUILD -> {
        // Attributes of a dictionary, such as the versions of modules, are of no use here.
        stack.pop();
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

  /** ("storage", type, key of the entry, device, number of elements) */
  private Storage storage(Object[] id) {
    if (id.length < 3 || !"storage".equals(id[0]) || !(id[1] instanceof StorageType type)) {
      throw problem("expected a storage of numbers, found another reference");
    }
    String key = String.valueOf(id[2]);
    if (!key.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw problem("expected the number of a storage, found " + shortened(key));
    }
    return new Storage(type.type(), key);
  }

  private Object known(String name) {
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

  /** A damaged length must not make the library allocate more than there is. */
  private void requireLength() {
    left.mark(0);
    long length = 0;
    for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
      length |= (left.read() & 0xffL) << i;
    }
    if (length > left.available()) {
      throw problem("expected a text of " + length + " bytes, found " + left.available());
    }
    left.reset();
  }

  /** Keys that hold themselves would never be done with their hash code. */
  private void put(Object key, Object value) {
    if (!(key instanceof Number || key instanceof String)) {
      throw problem("expected a key that is a number or a text");
    }
    @SuppressWarnings("unchecked") // A dictionary of this reader takes anything.
    Map<Object, Object> dictionary = (Map<Object, Object>) stack.peek();
    dictionary.put(key, value);
  }
}
