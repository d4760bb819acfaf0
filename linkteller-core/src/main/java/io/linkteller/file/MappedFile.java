package io.linkteller.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of little-endian numbers, of any size, that is mapped into memory read-only. The contents
 * are outside the heap and are shared by all processes that map the file. The file must not be
 * truncated while it is mapped. Safe for use by several threads.
 */
public final class MappedFile {

  /**
   * Segments of 1 GiB: a buffer holds less than 2 GiB, and aligned numbers must not cross segments.
   */
  private static final int SEGMENT_BITS = 30;

  private final Path path;
  private final long size;
  private final ByteBuffer[] segments;

  private MappedFile(Path path, long size, ByteBuffer[] segments) {
    this.path = path;
    this.size = size;
    this.segments = segments;
  }

  /**
   * Maps a file.
   *
   * @param path the file
   * @return the mapped file
   * @throws IOException if the file is missing or cannot be mapped
   */
  public static MappedFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      int count = (int) ((size + (1L << SEGMENT_BITS) - 1) >>> SEGMENT_BITS);
      ByteBuffer[] segments = new ByteBuffer[count];
      for (int s = 0; s < count; s++) {
        long from = (long) s << SEGMENT_BITS;
        segments[s] =
            channel
                .map(FileChannel.MapMode.READ_ONLY, from, Math.min(size - from, 1L << SEGMENT_BITS))
                .order(ByteOrder.LITTLE_ENDIAN);
      }
      return new MappedFile(path, size, segments);
    }
  }

  /** {@return the file} */
  public Path path() {
    return path;
  }

  /** {@return the size in bytes} */
  public long size() {
    return size;
  }

  private ByteBuffer segment(long at) {
    return segments[(int) (at >>> SEGMENT_BITS)];
  }

  private static int index(long at) {
    return (int) at & ((1 << SEGMENT_BITS) - 1);
  }

  /**
   * Returns a byte.
   *
   * @param at its position
   * @return the byte
   */
  public byte getByte(long at) {
    return segment(at).get(index(at));
  }

  /**
   * Returns a 32-bit integer.
   *
   * @param at its position, a multiple of 4
   * @return the number
   */
  public int getInt(long at) {
    return segment(at).getInt(index(at));
  }

  /**
   * Returns a 64-bit integer.
   *
   * @param at its position, a multiple of 8
   * @return the number
   */
  public long getLong(long at) {
    return segment(at).getLong(index(at));
  }

  /**
   * Returns a single-precision number.
   *
   * @param at its position, a multiple of 4
   * @return the number
   */
  public float getFloat(long at) {
    return segment(at).getFloat(index(at));
  }

  /**
   * Returns a double-precision number.
   *
   * @param at its position, a multiple of 8
   * @return the number
   */
  public double getDouble(long at) {
    return segment(at).getDouble(index(at));
  }

  @Override
  public String toString() {
    return path + " (" + size + " bytes, mapped)";
  }
}
