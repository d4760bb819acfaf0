package io.linkteller.data.onnx;

import io.linkteller.data.source.NumberType;
import io.linkteller.models.numpy.HalfPrecision;
import java.util.Arrays;
import java.util.Optional;

/** The types of numbers in ONNX files, with their codes. In memory, every number is a double. */
enum NumberFormat {
  FLOAT(1, NumberType.FLOAT32),
  UINT8(2, NumberType.UINT8),
  INT8(3, NumberType.INT8),
  UINT16(4, NumberType.UINT16),
  INT16(5, NumberType.INT16),
  INT32(6, NumberType.INT32),
  INT64(7, NumberType.INT64),
  BOOL(9, NumberType.BOOL),
  FLOAT16(10, NumberType.FLOAT16),
  DOUBLE(11, NumberType.FLOAT64),
  UINT32(12, NumberType.UINT32),
  BFLOAT16(16, NumberType.BFLOAT16);

  private final int code;

  /** How a number is stored as bytes. */
  final NumberType stored;

  NumberFormat(int code, NumberType stored) {
    this.code = code;
    this.stored = stored;
  }

  /** Returns the type with a code; empty if numbers of this type are not supported. */
  static Optional<NumberFormat> find(long code) {
    return Arrays.stream(values()).filter(format -> format.code == code).findFirst();
  }

  static NumberFormat of(long code) {
    return find(code)
        .orElseThrow(
            () ->
                new UnsupportedOperatorException(
                    code < 0
                        ? "sparse constants are not supported"
                        : "numbers of the ONNX type " + code + " are not supported"));
  }

  boolean isFloating() {
    return this == FLOAT || this == DOUBLE || this == FLOAT16 || this == BFLOAT16;
  }

  /** Rounds the results of an operator to numbers of this type. */
  void round(double[] numbers, int from, int to) {
    switch (this) {
      case FLOAT -> {
        for (int i = from; i < to; i++) {
          numbers[i] = (float) numbers[i];
        }
      }
      case FLOAT16 -> {
        for (int i = from; i < to; i++) {
          numbers[i] = half(numbers[i]);
        }
      }
      case BFLOAT16 -> {
        for (int i = from; i < to; i++) {
          numbers[i] = brain(numbers[i]);
        }
      }
      default -> {
        // Doubles are exact, and so are the results of operators on integers below 2^53.
      }
    }
  }

  /** Converts numbers of any type to this type, like the operator Cast. */
  void cast(double[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      double x = numbers[i];
      numbers[i] =
          switch (this) {
            case UINT8 -> (int) x & 0xff;
            case INT8 -> (byte) (int) x;
            case UINT16 -> (int) x & 0xffff;
            case INT16 -> (short) (int) x;
            case INT32 -> (int) x;
            case UINT32 -> (long) x & 0xffffffffL;
            // Truncates towards zero; -0.0 becomes 0.
            case INT64 -> (long) x;
            case BOOL -> x != 0 ? 1 : 0;
            default -> x;
          };
    }
    round(numbers, 0, numbers.length);
  }

  /**
   * Decodes a number from a list in a file. For 16-bit floating-point types, the list contains the
   * bits.
   */
  double ofListed(double element) {
    return switch (this) {
      case FLOAT16 -> HalfPrecision.toDouble((short) element);
      case BFLOAT16 -> Float.intBitsToFloat((int) element << 16);
      default -> element;
    };
  }

  /** Rounds to a multiple of the spacing of binary16 around x, ties to even. */
  private static double half(double x) {
    double single = (float) x;
    if (!(Math.abs(single) < Double.POSITIVE_INFINITY) || single == 0) {
      return single;
    }
    // Numbers have 11 significant bits; below 2^-14, they are multiples of 2^-24.
    int exponent = Math.max(Math.getExponent(single), -14);
    double rounded = Math.scalb(Math.rint(Math.scalb(single, 10 - exponent)), exponent - 10);
    return Math.abs(rounded) > 65504 ? Math.copySign(Double.POSITIVE_INFINITY, x) : rounded;
  }

  /** Rounds to 8 significant bits, ties to even. */
  private static double brain(double x) {
    if (!Double.isFinite(x)) {
      return x;
    }
    int bits = Float.floatToRawIntBits((float) x);
    int tie = (bits >>> 16) & 1;
    return Float.intBitsToFloat((bits + 0x7fff + tie) & 0xffff0000);
  }
}
