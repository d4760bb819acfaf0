package io.linkteller.data.onnx;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of one message in the wire format of Protocol Buffers. Bytes are views of the
 * file, so a length that the file states does not cause an allocation.
 */
final class ProtobufInput {

  /**
   * The maximum depth of messages. ONNX messages are about twelve levels deep; each nested subgraph
   * adds three.
   */
  private static final int MAX_DEPTH = 100;

  // The supported wire types.
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  private final ByteBuffer bytes;
  private final int depth;
  private int field;
  private int kind;

  /** The fields of this message that {@link #onlyMessage} has read, as bits. */
  private long read;

  private ProtobufInput(ByteBuffer bytes, int depth) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.depth = depth;
  }

  static ProtobufInput of(ByteBuffer bytes) {
    return new ProtobufInput(bytes, 0);
  }

  /** Advances to the next field, or returns false at the end of the message. */
  boolean next() {
    if (!bytes.hasRemaining()) {
      return false;
    }
    long tag = varint();
    long number = tag >>> 3;
    if (number < 1 || number >= 1 << 29) {
      throw new IllegalArgumentException("the field number " + number + " is not valid");
    }
    field = (int) number;
    kind = (int) (tag & 7);
    return true;
  }

  /** {@return the number of the current field} */
  int field() {
    return field;
  }

  long integer() {
    require(VARINT);
    return varint();
  }

  float single() {
    require(FIXED32);
    requireLeft(Float.BYTES);
    return bytes.getFloat();
  }

  String text() {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(view());
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("field " + field + " is not a text in UTF-8", e);
    }
  }

  ProtobufInput message() {
    if (depth == MAX_DEPTH) {
      throw new IllegalArgumentException(
          "messages are nested more than " + MAX_DEPTH + " levels deep");
    }
    return new ProtobufInput(view(), depth + 1);
  }

  /**
   * Returns the message of a field with a number below 64 that is not repeated in the format. A
   * second message, which Protocol Buffers would merge into the first, is rejected.
   */
  ProtobufInput onlyMessage() {
    long bit = 1L << field;
    if ((read & bit) != 0) {
      throw new IllegalArgumentException("field " + field + ", which is not a list, occurs twice");
    }
    read |= bit;
    return message();
  }

  /**
   * Reads this message to its end and returns the message in a field, or an empty message if the
   * field is absent.
   */
  ProtobufInput part(int wanted) {
    ProtobufInput part = of(ByteBuffer.allocate(0));
    while (next()) {
      if (field == wanted) {
        part = onlyMessage();
      } else {
        skip();
      }
    }
    return part;
  }

  /** {@return the bytes of the current field, as a view of the file in little-endian order} */
  ByteBuffer view() {
    require(LENGTH);
    long length = varint();
    if (length < 0 || length > bytes.remaining()) {
      throw new IllegalArgumentException(
          "field %s claims %s bytes, but %s are left"
              .formatted(field, Long.toUnsignedString(length), bytes.remaining()));
    }
    ByteBuffer view = bytes.slice(bytes.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(bytes.position() + (int) length);
    return view;
  }

  /** Reads one integer of a repeated field, or a packed list of them. */
  void integers(DoubleArrayList out) {
    if (kind != LENGTH) {
      out.add((double) integer());
      return;
    }
    ProtobufInput packed = new ProtobufInput(view(), depth);
    while (packed.bytes.hasRemaining()) {
      out.add((double) packed.varint());
    }
  }

  /** Reads one {@code float} of a repeated field, or a packed list of them. */
  void singles(DoubleArrayList out) {
    if (kind != LENGTH) {
      out.add(single());
      return;
    }
    ByteBuffer packed = whole(Float.BYTES);
    while (packed.hasRemaining()) {
      out.add(packed.getFloat());
    }
  }

  /** Reads one {@code double} of a repeated field, or a packed list of them. */
  void doubles(DoubleArrayList out) {
    if (kind != LENGTH) {
      require(FIXED64);
      requireLeft(Double.BYTES);
      out.add(bytes.getDouble());
      return;
    }
    ByteBuffer packed = whole(Double.BYTES);
    while (packed.hasRemaining()) {
      out.add(packed.getDouble());
    }
  }

  private ByteBuffer whole(int size) {
    ByteBuffer packed = view();
    if (packed.remaining() % size != 0) {
      throw new IllegalArgumentException(
          "field %s has %s bytes, which is not a multiple of %s"
              .formatted(field, packed.remaining(), size));
    }
    return packed;
  }

  void skip() {
    switch (kind) {
      case VARINT -> varint();
      case FIXED64 -> forward(Long.BYTES);
      case FIXED32 -> forward(Integer.BYTES);
      case LENGTH -> view();
      default ->
          throw new IllegalArgumentException(
              "field " + field + " has the unknown wire type " + kind);
    }
  }

  private void forward(int size) {
    requireLeft(size);
    bytes.position(bytes.position() + size);
  }

  private void requireLeft(int size) {
    if (bytes.remaining() < size) {
      throw new IllegalArgumentException("field " + field + " is cut off");
    }
  }

  private void require(int expected) {
    if (kind != expected) {
      throw new IllegalArgumentException(
          "field " + field + " has the wire type " + kind + " instead of " + expected);
    }
  }

  /**
   * Reads an integer with seven bits per byte, the lowest first. The top bit of a byte is set if
   * more bytes follow.
   */
  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (!bytes.hasRemaining()) {
        throw new IllegalArgumentException("an integer is cut off");
      }
      byte next = bytes.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("an integer has more than ten bytes");
  }
}
