package io.linkteller.data.source;

import io.linkteller.models.numpy.HalfPrecision;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A type of numbers, with its size and its names in PyTorch, safetensors and NumPy. */
public enum NumberType {
  FLOAT64(Double.BYTES, "DoubleStorage", "F64", "f8", ByteBuffer::getDouble),
  FLOAT32(Float.BYTES, "FloatStorage", "F32", "f4", ByteBuffer::getFloat),
  FLOAT16(
      Short.BYTES,
      "HalfStorage",
      "F16",
      "f2",
      (bytes, at) -> HalfPrecision.toDouble(bytes.getShort(at))),
  /** The upper half of a float. */
  BFLOAT16(
      Short.BYTES,
      "BFloat16Storage",
      "BF16",
      "",
      (bytes, at) -> Float.intBitsToFloat(bytes.getShort(at) << Short.SIZE)),
  INT64(Long.BYTES, "LongStorage", "I64", "i8", ByteBuffer::getLong),
  INT32(Integer.BYTES, "IntStorage", "I32", "i4", ByteBuffer::getInt),
  INT16(Short.BYTES, "ShortStorage", "I16", "i2", ByteBuffer::getShort),
  INT8(Byte.BYTES, "CharStorage", "I8", "i1", ByteBuffer::get),
  UINT8(Byte.BYTES, "ByteStorage", "U8", "u1", (bytes, at) -> bytes.get(at) & 0xff),
  UINT16(Short.BYTES, "", "U16", "u2", (bytes, at) -> bytes.getShort(at) & 0xffff),
  UINT32(Integer.BYTES, "", "U32", "u4", (bytes, at) -> bytes.getInt(at) & 0xffffffffL),
  BOOL(Byte.BYTES, "BoolStorage", "BOOL", "b1", (bytes, at) -> bytes.get(at) == 0 ? 0 : 1);

  /** Reads the number that starts at an index. */
  @FunctionalInterface
  private interface Getter {
    double get(ByteBuffer bytes, int at);
  }

  private final int size;
  private final String torch;
  private final String safetensors;
  private final String numpy;

  @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
  private final Getter getter;

  NumberType(int size, String torch, String safetensors, String numpy, Getter getter) {
    this.size = size;
    this.torch = torch;
    this.safetensors = safetensors;
    this.numpy = numpy;
    this.getter = getter;
  }

  /**
   * {@return the type of a storage class in the package torch, or null if there is no such class}
   */
  static @Nullable NumberType ofTorch(String storage) {
    return find(type -> type.torch, storage);
  }

  /** {@return the type with a given name in safetensors, or null if there is none} */
  public static @Nullable NumberType ofSafetensors(String name) {
    return find(type -> type.safetensors, name);
  }

  /** Returns the type with a given name in NumPy. */
  static NumberType ofNumpy(String name) {
    NumberType type = find(each -> each.numpy, name);
    if (type == null) {
      throw new IllegalArgumentException(
          "the type " + DatasetFiles.shortened(name) + " is not a numeric type");
    }
    return type;
  }

  private static @Nullable NumberType find(Function<NumberType, String> names, String name) {
    return name.isEmpty()
        ? null
        : Arrays.stream(values())
            .filter(type -> names.apply(type).equals(name))
            .findFirst()
            .orElse(null);
  }

  /** {@return the names of types in safetensors, sorted} */
  public static List<String> safetensors() {
    return Arrays.stream(values()).map(type -> type.safetensors).sorted().toList();
  }

  /** {@return the number of bytes per number} */
  public int size() {
    return size;
  }

  /** Reads the number that starts at an index. */
  public double get(ByteBuffer bytes, int at) {
    return getter.get(bytes, at);
  }

  /** Returns all numbers of a buffer. */
  public double[] decode(ByteBuffer bytes) {
    double[] numbers = new double[bytes.capacity() / size];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = getter.get(bytes, i * size);
    }
    return numbers;
  }
}
