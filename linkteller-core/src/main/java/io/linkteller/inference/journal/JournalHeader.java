package io.linkteller.inference.journal;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The header of a journal: magic number, version, length of the rest, digests of V^(I), X^(I) and
 * V^(C), a description of the attack's settings, checksum.
 */
final class JournalHeader {

  private static final byte[] MAGIC = "LTQUERYJ".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int DIGEST = 32;
  private static final int BEFORE_SETTINGS = MAGIC.length + 2 * Integer.BYTES + 3 * DIGEST;

  private final byte[] bytes;

  private JournalHeader(byte[] bytes) {
    this.bytes = bytes;
  }

  static JournalHeader of(InferenceNodes nodes, String settings, QueryKeys keys) {
    byte[] words = settings.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocate(BEFORE_SETTINGS + words.length + Integer.BYTES);
    buffer.put(MAGIC).putInt(VERSION).putInt(3 * DIGEST + words.length);
    buffer.put(keys.ofNodes(nodes.nodes()));
    buffer.put(keys.ofFeatures(nodes.features()));
    buffer.put(keys.ofNodes(nodes.targets()));
    buffer.put(words);
    CRC32C checksum = new CRC32C();
    checksum.update(buffer.array(), 0, buffer.position());
    buffer.putInt((int) checksum.getValue());
    return new JournalHeader(buffer.array());
  }

  int size() {
    return bytes.length;
  }

  void writeTo(RandomAccessFile file) throws IOException {
    file.seek(0);
    file.write(bytes);
  }

  /**
   * Returns whether a file begins with this header.
   *
   * @return false if the file is empty or contains only the beginning of this header
   * @throws IllegalArgumentException if it begins with anything else; the message describes the
   *     difference
   */
  boolean begins(RandomAccessFile file, String name) throws IOException {
    byte[] found = new byte[(int) Math.min(bytes.length, file.length())];
    file.seek(0);
    file.readFully(found);
    if (Arrays.equals(found, 0, found.length, bytes, 0, found.length)) {
      return found.length == bytes.length;
    }
    throw new IllegalArgumentException(name + " " + difference(file));
  }

  private String difference(RandomAccessFile file) throws IOException {
    byte[] theirs = new byte[(int) Math.min(1 << 16, file.length())];
    file.seek(0);
    file.readFully(theirs);
    if (theirs.length < BEFORE_SETTINGS
        || !Arrays.equals(theirs, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return "is not a journal of queries";
    }
    ByteBuffer read = ByteBuffer.wrap(theirs);
    int version = read.getInt(MAGIC.length);
    if (version != VERSION) {
      return "is a journal of version " + version + ", not " + VERSION;
    }
    int length = read.getInt(MAGIC.length + Integer.BYTES) - 3 * DIGEST;
    if (length < 0 || length > theirs.length - BEFORE_SETTINGS) {
      return "is a damaged journal";
    }
    String[] parts = {"other nodes", "other features", "other targets"};
    int at = MAGIC.length + 2 * Integer.BYTES;
    for (String part : parts) {
      if (!Arrays.equals(theirs, at, at + DIGEST, bytes, at, at + DIGEST)) {
        return "is the journal of an attack on " + part;
      }
      at += DIGEST;
    }
    return "is the journal of another attack: "
        + new String(theirs, BEFORE_SETTINGS, length, StandardCharsets.UTF_8)
        + ", where this is "
        + new String(
            bytes,
            BEFORE_SETTINGS,
            bytes.length - BEFORE_SETTINGS - Integer.BYTES,
            StandardCharsets.UTF_8);
  }
}
