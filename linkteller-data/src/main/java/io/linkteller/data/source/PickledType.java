package io.linkteller.data.source;

import io.linkteller.file.ReadingBudget;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A numeric NumPy type, such as {@code i4}, with its byte order. */
final class PickledType implements PickleFile.Buildable {

  private final NumberType type;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  PickledType(NumberType type) {
    this.type = type;
  }

  /**
   * Sets the byte order. The version is ignored, and the rest of the state concerns only records.
   */
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
    return type.size();
  }

  /** Decodes bytes. Integers beyond 2^53 are rounded. */
  double[] decode(byte[] bytes) {
    return type.decode(ByteBuffer.wrap(bytes).order(order));
  }
}
