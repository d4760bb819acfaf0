package io.linkteller.data.planetoid;

import io.linkteller.data.source.DatasetFiles;
import io.linkteller.file.ReadingBudget;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A NumPy type of numbers, such as {@code i4}, with its byte order. */
final class PickledNumberType implements PickleFile.Buildable {

  private final String name;
  private final int width;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  PickledNumberType(String name) {
    this.name = name;
    this.width =
        switch (name) {
          case "b1", "i1", "u1" -> 1;
          case "i2", "u2" -> 2;
          case "i4", "u4", "f4" -> 4;
          case "i8", "f8" -> 8;
          default ->
              throw new IllegalArgumentException(
                  "the type " + DatasetFiles.shortened(name) + " is not one of numbers");
        };
  }

  /** Sets the version and the byte order; the rest concerns records only. */
  @Override
  public void build(Object state, ReadingBudget budget) {
    String symbol = (String) ((Object[]) state)[1];
    if (symbol.equals(">")) {
      order = ByteOrder.BIG_ENDIAN;
    } else if (!symbol.equals("<") && !symbol.equals("|")) {
      throw new IllegalArgumentException("the byte order is not one of <, > and |");
    }
  }

  int width() {
    return width;
  }

  /** Decodes the bytes; integers beyond 2^53 are rounded. */
  double[] decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    double[] numbers = new double[bytes.length / width];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          switch (name) {
            case "b1" -> buffer.get() == 0 ? 0 : 1;
            case "i1" -> buffer.get();
            case "u1" -> buffer.get() & 0xff;
            case "i2" -> buffer.getShort();
            case "u2" -> buffer.getShort() & 0xffff;
            case "i4" -> buffer.getInt();
            case "u4" -> buffer.getInt() & 0xffffffffL;
            case "i8" -> buffer.getLong();
            case "f4" -> buffer.getFloat();
            default -> buffer.getDouble();
          };
    }
    return numbers;
  }
}
