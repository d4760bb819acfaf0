package io.linkteller.data.statedict;

import io.linkteller.models.numpy.HalfPrecision;
import java.nio.ByteBuffer;
import java.util.Map;

/** A type of numbers, stored as little-endian bytes. */
enum NumberType {
  FLOAT64(Double.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.getDouble(at);
    }
  },
  FLOAT32(Float.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.getFloat(at);
    }
  },
  FLOAT16(Short.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return HalfPrecision.toDouble(bytes.getShort(at));
    }
  },
  /** The upper half of a float. */
  BFLOAT16(Short.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return Float.intBitsToFloat(bytes.getShort(at) << Short.SIZE);
    }
  },
  INT64(Long.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.getLong(at);
    }
  },
  INT32(Integer.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.getInt(at);
    }
  },
  INT16(Short.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.getShort(at);
    }
  },
  INT8(Byte.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.get(at);
    }
  },
  UINT8(Byte.BYTES) {
    @Override
    double get(ByteBuffer bytes, int at) {
      return bytes.get(at) & 0xff;
    }
  };

  /** The classes of PyTorch's storages, in the package torch. */
  static final Map<String, NumberType> OF_TORCH =
      Map.of(
          "DoubleStorage", FLOAT64,
          "FloatStorage", FLOAT32,
          "HalfStorage", FLOAT16,
          "BFloat16Storage", BFLOAT16,
          "LongStorage", INT64,
          "IntStorage", INT32,
          "ShortStorage", INT16,
          "CharStorage", INT8,
          "ByteStorage", UINT8,
          "BoolStorage", UINT8);

  /** The names of safetensors. */
  static final Map<String, NumberType> OF_SAFETENSORS =
      Map.of(
          "F64", FLOAT64,
          "F32", FLOAT32,
          "F16", FLOAT16,
          "BF16", BFLOAT16,
          "I64", INT64,
          "I32", INT32,
          "I16", INT16,
          "I8", INT8,
          "U8", UINT8,
          "BOOL", UINT8);

  private final int size;

  NumberType(int size) {
    this.size = size;
  }

  /** Returns the number of bytes per number. */
  int size() {
    return size;
  }

  /** Reads the number that starts at an index. */
  abstract double get(ByteBuffer bytes, int at);
}
