package io.linkteller.data.binary;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.file.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * The first 64 bytes of a file: the magic number, the version, the kind of the contents and their
 * shape.
 *
 * @param kind the kind of contents that follow the header
 * @param rows n, the number of nodes
 * @param cols the number of columns; its meaning depends on the kind
 * @param entries the number of stored entries of a sparse matrix, otherwise 0
 */
record BinaryHeader(int kind, long rows, long cols, long entries) {

  // The kinds of contents. BinaryDataset describes their layouts.
  static final int GRAPH = 1;
  static final int DENSE_SINGLE = 2;
  static final int DENSE_DOUBLE = 3;
  static final int SPARSE = 4;
  static final int CLASSES = 5;
  static final int MEMBERSHIPS = 6;
  static final int SPLIT = 7;

  /** The length of a header, in bytes. */
  static final int BYTES = 64;

  /** "LINKTELL" in ASCII. */
  private static final long MAGIC = 0x4c4c45544b4e494cL;

  private static final int VERSION = 1;

  /** Maps a file of one of the given kinds and checks its header and size. */
  static MappedFile open(Path path, int... kinds) {
    DatasetFiles.requireFile(path);
    MappedFile file;
    try {
      file = MappedFile.open(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (file.size() < BYTES || file.getLong(0) != MAGIC) {
      throw DatasetFormatException.inFile(path, "expected a file that begins with LINKTELL");
    }
    if (file.getInt(8) != VERSION) {
      throw DatasetFormatException.at(
          path, "byte 8", "version " + file.getInt(8) + " where " + VERSION + " is expected");
    }
    BinaryHeader header = of(file);
    if (IntStream.of(kinds).noneMatch(kind -> kind == header.kind)) {
      throw DatasetFormatException.at(
          path, "byte 12", "contents of kind " + header.kind + " do not belong in this file");
    }
    header.requireShape(path, file.size());
    return file;
  }

  static BinaryHeader of(MappedFile file) {
    return new BinaryHeader(file.getInt(12), file.getLong(16), file.getLong(24), file.getLong(32));
  }

  private void requireShape(Path path, long size) {
    long most = Integer.MAX_VALUE - 9L;
    if (rows < 0 || rows > most || cols < 0 || cols > most || entries < 0 || entries > most) {
      throw DatasetFormatException.at(
          path,
          "header",
          "the shape " + rows + " x " + cols + " with " + entries + " entries is out of range");
    }
    // The comparison uses a quotient because the product of rows and columns may overflow.
    boolean isDense = kind == DENSE_SINGLE || kind == DENSE_DOUBLE || kind == MEMBERSHIPS;
    if ((isDense && cols > 0 && rows > size / cols) || size != BYTES + payload()) {
      throw DatasetFormatException.inFile(
          path,
          "has %s bytes, which does not fit the shape %s x %s with %s entries"
              .formatted(size, rows, cols, entries));
    }
  }

  /** Returns the number of bytes after the header. */
  private long payload() {
    return switch (kind) {
      case GRAPH -> columnsEnd() - BYTES;
      case DENSE_SINGLE -> rows * cols * Float.BYTES;
      case DENSE_DOUBLE -> rows * cols * Double.BYTES;
      case SPARSE -> valuesStart() - BYTES + entries * Double.BYTES;
      case CLASSES -> rows * Integer.BYTES;
      case MEMBERSHIPS -> rows * cols;
      case SPLIT -> rows;
      default -> -1;
    };
  }

  /** Returns the position of the columns of a sparse matrix, after its n + 1 offsets. */
  long columnsStart() {
    return BYTES + (rows + 1) * Long.BYTES;
  }

  private long columnsEnd() {
    return columnsStart() + entries * Integer.BYTES;
  }

  /** Returns the position of the values of a sparse matrix, a multiple of 8. */
  long valuesStart() {
    return (columnsEnd() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  byte[] bytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(MAGIC)
        .putInt(VERSION)
        .putInt(kind)
        .putLong(rows)
        .putLong(cols)
        .putLong(entries)
        .array();
  }
}
