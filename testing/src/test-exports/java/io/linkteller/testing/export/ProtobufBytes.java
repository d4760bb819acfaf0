package io.linkteller.testing.export;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one message in the wire format of Protocol Buffers. A field is a variable-length
 * integer, four or eight bytes, or bytes that are preceded by their length.
 */
public final class ProtobufBytes {

  // The wire types of Protocol Buffers.
  private static final int VARINT = 0;
  private static final int LENGTH = 2;
  private static final int FIXED64 = 1;
  private static final int FIXED32 = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Returns an encoded field of bytes. */
  public static byte[] field(int field, byte[] value) {
    return new ProtobufBytes().bytes(field, value).toBytes();
  }

  /** Returns an encoded field of text. */
  public static byte[] field(int field, String value) {
    return new ProtobufBytes().text(field, value).toBytes();
  }

  /** Returns an encoded integer field. */
  public static byte[] field(int field, long value) {
    return new ProtobufBytes().integer(field, value).toBytes();
  }

  /** Returns the concatenation of encoded fields. */
  public static byte[] joined(byte[]... fields) {
    ProtobufBytes message = new ProtobufBytes();
    for (byte[] field : fields) {
      message.bytes.writeBytes(field);
    }
    return message.toBytes();
  }

  public ProtobufBytes integer(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  public ProtobufBytes single(int field, float value) {
    int bits = Integer.reverseBytes(Float.floatToRawIntBits(value));
    return fixed(field, ByteBuffer.allocate(Float.BYTES).putInt(bits).array());
  }

  /** Adds a field of four or eight bytes, the lowest first. */
  public ProtobufBytes fixed(int field, byte[] value) {
    tag(field, value.length == Float.BYTES ? FIXED32 : FIXED64);
    bytes.writeBytes(value);
    return this;
  }

  public ProtobufBytes text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  public ProtobufBytes message(int field, ProtobufBytes message) {
    return bytes(field, message.toBytes());
  }

  public ProtobufBytes bytes(int field, byte[] value) {
    tag(field, LENGTH);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  private void tag(int field, int kind) {
    varint(((long) field << 3) | kind);
  }

  /** Writes seven bits per byte, the lowest first; the top bit is set if more bytes follow. */
  private void varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      bytes.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    bytes.write((int) left);
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }
}
