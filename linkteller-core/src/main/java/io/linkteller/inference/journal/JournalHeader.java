package io.linkteller.inference.journal;

import io.linkteller.file.RandomAccess;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The header of a journal: a magic number, the version, the length of the rest, digests of V^(I),
 * X^(I) and V^(C), a description of the attack's settings, and a checksum.
 */
final class JournalHeader {

  private static final byte[] MAGIC = "LTQUERYJ".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 3;
  private static final int DIGEST = 32;

  /** The maximum number of characters that a message quotes from a file. */
  private static final int SHOWN = 500;

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

  void writeTo(RandomAccess file) throws IOException {
    file.write(0, bytes);
  }

  /**
   * Returns whether a file begins with this header.
   *
   * @return false if the file is empty or contains only a part of this header, which is written
   *     before any record
   * @throws ForeignJournalException if it begins with anything else; the message describes the
   *     difference
   */
  boolean begins(RandomAccess file, String name) throws IOException {
    byte[] found = beginning(file, bytes.length);
    if (Arrays.equals(found, 0, found.length, bytes, 0, found.length)) {
      return found.length == bytes.length;
    }
    if (file.length() <= bytes.length && isTorn(found)) {
      return false;
    }
    throw new ForeignJournalException(
        name + " " + difference(file) + "; use another file, or delete this one to start over");
  }

  /**
   * Returns whether a power failure during the writing of this header could have left these bytes:
   * some of its blocks, and zeros elsewhere.
   */
  private boolean isTorn(byte[] found) {
    for (int i = 0; i < found.length; i++) {
      if (found[i] != 0 && found[i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] beginning(RandomAccess file, int count) throws IOException {
    byte[] bytes = new byte[(int) Math.min(count, file.length())];
    file.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  private String difference(RandomAccess file) throws IOException {
    byte[] theirs = beginning(file, 1 << 16);
    if (theirs.length < BEFORE_SETTINGS
        || !Arrays.equals(theirs, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return "is not a journal of queries";
    }
    ByteBuffer read = ByteBuffer.wrap(theirs);
    int version = read.getInt(MAGIC.length);
    if (version != VERSION) {
      return "is a journal of format "
          + version
          + ", but this version of the library uses format "
          + VERSION
          + "; finish the attack with the version that began it, or delete the file to send all"
          + " queries again";
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
    String before = new String(theirs, BEFORE_SETTINGS, length, StandardCharsets.UTF_8);
    String now =
        new String(
            bytes,
            BEFORE_SETTINGS,
            bytes.length - BEFORE_SETTINGS - Integer.BYTES,
            StandardCharsets.UTF_8);
    return "is the journal of another attack: "
        + only(before, now)
        + ", but this one is "
        + only(now, before);
  }

  /** Returns the settings that differ, so that a message names only these. */
  private static String only(String settings, String others) {
    List<String> shared = Arrays.asList(others.split(", ", -1));
    List<String> own =
        Arrays.stream(settings.split(", ", -1)).filter(part -> !shared.contains(part)).toList();
    String differ = own.isEmpty() ? "without additional settings" : String.join(", ", own);
    return differ.substring(0, Math.min(differ.length(), SHOWN));
  }
}
