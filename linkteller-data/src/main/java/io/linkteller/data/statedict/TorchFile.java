package io.linkteller.data.statedict;

import io.linkteller.data.source.NumberType;
import io.linkteller.data.source.PickleFile;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.numpy.NumpyArray;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the archives that {@code torch.save} writes: a pickle that describes tensors, and a
 * separate uncompressed entry with the numbers of each storage.
 */
final class TorchFile {

  /** The entry of the pickle. */
  static final String PICKLE = "data.pkl";

  /** An entry that occurs only in TorchScript files. */
  static final String SCRIPT = "constants.pkl";

  static final String EXPORT =
      "is a TorchScript model: export the module to ONNX with torch.onnx.export";

  /** Slightly below the maximum length of an array in Java. */
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  private static final String SAVE = "save model.state_dict()";

  /** The maximum depth of nested dictionaries in which to search for a state dict. */
  private static final int MAX_NESTED = 3;

  /** The maximum number of keys that a message lists. */
  static final int MAX_SHOWN = 20;

  private final Path file;
  private final ZipFile zip;
  private final String directory;
  private final long size;
  private final Map<PickleFile.Storage, ByteBuffer> storages = new HashMap<>();
  private final Map<PickleFile.Tensor, NumpyArray> arrays = new HashMap<>();
  private final ReadingBudget budget;

  private TorchFile(Path file, ZipFile zip, String directory, long size, ReadingBudget budget) {
    this.file = file;
    this.zip = zip;
    this.directory = directory;
    this.size = size;
    this.budget = budget;
  }

  static Map<String, NumpyArray> read(Path file) throws IOException {
    ReadingBudget budget =
        PickleFile.budget(file, problem -> new ModelFormatException(file, problem));
    try (ZipFile zip = budget.openZip(file)) {
      String pickle =
          zip.stream()
              .map(ZipEntry::getName)
              .filter(name -> name.endsWith("/" + PICKLE))
              .findFirst()
              .orElseThrow(() -> new ModelFormatException(file, "has no " + PICKLE));
      String directory = pickle.substring(0, pickle.length() - PICKLE.length());
      return new TorchFile(file, zip, directory, Files.size(file), budget).read();
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // IllegalArgumentException is thrown for entry names that are not UTF-8.
      throw new ModelFormatException(file, "the archive is damaged: " + e, e);
    }
  }

  private Map<String, NumpyArray> read() throws IOException {
    if (zip.getEntry(directory + "byteorder") != null) {
      String order = new String(entry("byteorder"), StandardCharsets.US_ASCII);
      if (!order.equals("little")) {
        throw problem("entry byteorder: expected little, found another");
      }
    }
    if (zip.getEntry(directory + SCRIPT) != null) {
      throw problem(EXPORT);
    }
    Object value =
        PickleFile.tensors(
            entry(PICKLE), budget, (place, text) -> problem(PICKLE + " " + place + ": " + text));
    Map<String, NumpyArray> read = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : stateDict(value).entrySet()) {
      if (entry.getValue() instanceof PickleFile.Tensor tensor) {
        String name = String.valueOf(entry.getKey());
        read.put(name, array(name, tensor));
      }
    }
    return read;
  }

  /**
   * Returns the value if it is a state dict, or the only state dict in it if it is a dictionary.
   */
  private Map<?, ?> stateDict(@Nullable Object value) {
    if (value instanceof PickleFile.Unread other) {
      throw problem("refused " + other.name() + ", which is not part of a state dict; " + SAVE);
    }
    if (!(value instanceof Map<?, ?> dictionary)) {
      throw problem("expected a state dict, found another value; " + SAVE);
    }
    boolean plain = dictionary.values().stream().allMatch(PickleFile.Tensor.class::isInstance);
    if (plain || isStateDict(dictionary)) {
      return dictionary;
    }
    Map<String, Map<?, ?>> nested = new LinkedHashMap<>();
    find("", dictionary, MAX_NESTED, nested);
    if (nested.size() == 1) {
      return nested.values().iterator().next();
    }
    Optional<?> other =
        dictionary.values().stream().filter(PickleFile.Unread.class::isInstance).findFirst();
    if (nested.isEmpty() && other.isPresent()) {
      return stateDict(other.get());
    }
    String keys = dictionary.keySet().stream().limit(MAX_SHOWN).toList().toString();
    throw problem(
        nested.isEmpty()
            ? "expected a state dict, found a dictionary with " + keys + "; " + SAVE
            : "has the state dicts "
                + nested.keySet().stream().limit(MAX_SHOWN).toList()
                + "; save the one that is served, for example with torch.save(torch.load(file)["
                + nested.keySet().iterator().next().replace(".", "][")
                + "], other)");
  }

  private static void find(
      String path, Map<?, ?> dictionary, int depth, Map<String, Map<?, ?>> found) {
    for (Map.Entry<?, ?> entry : dictionary.entrySet()) {
      if (depth > 0 && entry.getValue() instanceof Map<?, ?> inner) {
        String key = path + (path.isEmpty() ? "" : ".") + "\"" + entry.getKey() + "\"";
        if (isStateDict(inner)) {
          found.put(key, inner);
        } else {
          find(key, inner, depth - 1, found);
        }
      }
    }
  }

  /**
   * Returns whether a dictionary contains a tensor whose name has a dot, which separates a module
   * from its parameter. An optimizer's state has no such names.
   */
  private static boolean isStateDict(Map<?, ?> value) {
    return value.entrySet().stream()
        .anyMatch(
            entry ->
                entry.getValue() instanceof PickleFile.Tensor
                    && entry.getKey() instanceof String name
                    && name.contains("."));
  }

  /** Returns the array of a tensor. Identical views, such as tied weights, share one array. */
  private NumpyArray array(String name, PickleFile.Tensor tensor) throws IOException {
    NumpyArray known = arrays.get(tensor);
    if (known == null) {
      known = readArray(name, tensor);
      arrays.put(tensor, known);
    }
    return known;
  }

  private NumpyArray readArray(String name, PickleFile.Tensor tensor) throws IOException {
    NumberType type = tensor.storage().type();
    ByteBuffer bytes = storage(tensor.storage());
    long stored = bytes.capacity() / type.size();
    List<Integer> shape = tensor.shape();
    List<Integer> strides = tensor.strides();
    if (shape.size() != strides.size()) {
      throw problem("tensor " + name + " has the shape " + shape + " but the strides " + strides);
    }
    long count = 1;
    long last = tensor.offset();
    boolean empty = shape.contains(0);
    for (int axis = 0; axis < shape.size(); axis++) {
      int length = shape.get(axis);
      if (length < 0 || strides.get(axis) < 0) {
        throw problem("tensor " + name + " has the shape " + shape + " and strides " + strides);
      }
      count = Math.min(count * length, Long.MAX_VALUE >> Integer.SIZE);
      last += empty ? 0 : (long) (length - 1) * strides.get(axis);
    }
    if (tensor.offset() < 0 || (!empty && last >= stored)) {
      throw problem(
          "tensor " + name + " reads number " + last + " of a storage of " + stored + " numbers");
    }
    // Strides of 0 can turn one number into a tensor of any size.
    budget.take(2 * Double.BYTES * count);
    if (count > MAX_ARRAY_LENGTH) {
      throw problem("tensor " + name + " has " + count + " numbers");
    }
    double[] values = new double[(int) count];
    int[] index = new int[shape.size()];
    long at = tensor.offset();
    for (int i = 0; i < values.length; i++) {
      values[i] = type.get(bytes, (int) at * type.size());
      for (int axis = index.length - 1; axis >= 0; axis--) {
        at += strides.get(axis);
        if (++index[axis] < shape.get(axis)) {
          break;
        }
        at -= (long) strides.get(axis) * shape.get(axis);
        index[axis] = 0;
      }
    }
    return NumpyArray.of(shape, values);
  }

  private ByteBuffer storage(PickleFile.Storage storage) throws IOException {
    ByteBuffer known = storages.get(storage);
    if (known == null) {
      known = ByteBuffer.wrap(entry("data/" + storage.key())).order(ByteOrder.LITTLE_ENDIAN);
      storages.put(storage, known);
    }
    return known;
  }

  private byte[] entry(String name) throws IOException {
    ZipEntry entry = zip.getEntry(directory + name);
    if (entry == null) {
      throw problem("entry " + name + " is missing");
    }
    // An uncompressed entry cannot be longer than the file.
    if (entry.getMethod() != ZipEntry.STORED) {
      throw problem("entry " + name + " is compressed, but torch.save never compresses entries");
    }
    if (entry.getSize() > Math.min(size, MAX_ARRAY_LENGTH)) {
      throw problem("entry " + name + " claims " + entry.getSize() + " bytes");
    }
    budget.take(entry.getSize());
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes((int) entry.getSize());
      if (bytes.length != entry.getSize()) {
        throw problem("entry " + name + " ends after " + bytes.length + " bytes");
      }
      CRC32 checksum = new CRC32();
      checksum.update(bytes);
      if (checksum.getValue() != entry.getCrc()) {
        throw problem("entry " + name + " is damaged: its checksum differs");
      }
      return bytes;
    }
  }

  private ModelFormatException problem(String problem) {
    return new ModelFormatException(file, problem);
  }
}
