package io.linkteller.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;

/**
 * The description of a tensor in the protocol.
 *
 * @param name the name
 * @param datatype the type, such as {@code FP32}
 * @param shape the extent of each dimension, -1 if it is variable
 */
@SuppressWarnings("ArrayRecordComponent") // Never exposed and never compared.
record Tensor(String name, String datatype, long... shape) {

  boolean isFloating() {
    return datatype.equals("FP32") || datatype.equals("FP64") || datatype.equals("FP16");
  }

  boolean isInteger() {
    return datatype.equals("INT64") || datatype.equals("INT32");
  }

  /** Returns the number of bytes per element. */
  int width() throws AnswerFormatException {
    return switch (datatype) {
      case "FP64", "INT64" -> 8;
      case "FP32", "INT32" -> 4;
      case "FP16" -> 2;
      default -> throw new AnswerFormatException("a tensor has an unsupported type", toString());
    };
  }

  /** Reads little-endian elements, the format of the binary extension. */
  double[] read(ByteBuffer bytes) throws AnswerFormatException {
    ByteBuffer in = bytes.order(ByteOrder.LITTLE_ENDIAN);
    double[] values = new double[in.remaining() / width()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (datatype) {
            case "FP64" -> in.getDouble();
            case "FP32" -> in.getFloat();
            case "FP16" -> half(in.getShort());
            case "INT64" -> in.getLong();
            default -> in.getInt();
          };
    }
    return values;
  }

  /** Writes an element in binary form. */
  void write(double value, ByteBuffer out) {
    switch (datatype) {
      case "FP64" -> out.putDouble(value);
      case "FP32" -> out.putFloat((float) value);
      case "FP16" -> out.putShort(half(value));
      case "INT64" -> out.putLong((long) value);
      default -> out.putInt((int) value);
    }
  }

  /** Writes an element as JSON. */
  void write(double value, JsonGenerator out) throws IOException {
    switch (datatype) {
      case "FP64" -> out.writeNumber(value);
      case "FP32" -> out.writeNumber((float) value);
      case "FP16" -> out.writeNumber((float) half(half(value)));
      default -> out.writeNumber((long) value);
    }
  }

  /**
   * Returns the elements as a matrix. A tensor of one dimension becomes a column.
   *
   * @param batch whether several matrices, stacked vertically, may be returned as one
   */
  DMatrixRMaj matrix(double[] values, boolean batch) throws AnswerFormatException {
    if (shape.length == 0 || shape.length > (batch ? 3 : 2)) {
      throw new AnswerFormatException("a tensor is not a matrix", toString());
    }
    long cols = shape.length == 1 ? 1 : shape[shape.length - 1];
    // Floating-point, since the product may be too large for an integer.
    double rows =
        LongStream.of(shape)
            .limit(Math.max(1, shape.length - 1))
            .asDoubleStream()
            .reduce(1, (a, b) -> a * b);
    if (rows * cols != values.length
        || rows > values.length
        || LongStream.of(shape).anyMatch(extent -> extent < 0 || extent > Integer.MAX_VALUE)) {
      throw new AnswerFormatException(
          "the number of elements of a tensor contradicts its shape",
          this + " has " + values.length + " elements");
    }
    return DMatrixRMaj.wrap((int) rows, (int) cols, values);
  }

  /**
   * Encodes the nearest IEEE 754 half-precision number; ties go to the even one.
   *
   * @throws IllegalArgumentException if the number is not finite or its magnitude rounds to more
   *     than the largest half-precision number, 65504
   */
  static short half(double value) {
    double magnitude = Math.abs(value);
    // Numbers at least half a step above the largest would be infinite.
    if (!(magnitude < 65520)) {
      throw new IllegalArgumentException(
          "feature = " + value + " is outside [-65504, 65504], the range of the server's FP16");
    }
    int exponent = Math.max(-14, Math.getExponent(magnitude));
    // In units of the last place; a carry increments the exponent without special treatment.
    long steps = (long) Math.rint(Math.scalb(magnitude, 10 - exponent));
    long bits = exponent == -14 ? steps : ((exponent + 14L) << 10) + steps;
    return (short) (bits | (value < 0 ? 0x8000 : 0));
  }

  /** Decodes an IEEE 754 half-precision number. */
  private static double half(short bits) {
    int sign = (bits >> 15) & 1;
    int exponent = (bits >> 10) & 0x1f;
    int fraction = bits & 0x3ff;
    double magnitude;
    if (exponent == 0x1f) {
      magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      magnitude = fraction * 0x1p-24;
    } else {
      magnitude = Math.scalb(1 + fraction * 0x1p-10, exponent - 15);
    }
    return sign == 0 ? magnitude : -magnitude;
  }

  @Override
  public String toString() {
    return "'"
        + HttpConnection.printable(name)
        + "' "
        + HttpConnection.printable(datatype)
        + " "
        + Arrays.toString(shape);
  }
}
