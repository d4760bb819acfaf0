package io.linkteller.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.ZipFile;

/**
 * The memory that the reader of one file may use: a third of the free heap. The rest is for objects
 * built from the contents, such as matrices from arrays. A file may come from an adversary, and a
 * few of its bytes may expand to many. Readers therefore {@link #take} memory from one budget for
 * the whole file before they allocate it, and a file that needs more is refused before memory runs
 * out.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReadingBudget {

  /** The divisor of the free heap that yields the budget. */
  private static final int SHARE = 3;

  /** The maximum length of a Java array, slightly below the largest integer. */
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  /** The bytes of memory per byte of text: in a growing array, in its copy, and as characters. */
  private static final long TEXT = 8;

  /** The length of the end record of a ZIP archive, without its comment. */
  private static final int ZIP_END = 22;

  private static final int ZIP_END_SIGNATURE = 0x06054b50;

  private final Function<String, ? extends RuntimeException> refusal;
  private final long most;
  private long limit;
  private long taken;
  private boolean collected;

  private ReadingBudget(long most, Function<String, ? extends RuntimeException> refusal) {
    this.most = most;
    this.limit = Math.min(most, HeapSpace.available() / SHARE);
    this.refusal = refusal;
  }

  /**
   * Returns the budget for a file.
   *
   * @param refusal creates an exception from the reason why the file is refused, such as {@code
   *     needs more than 200 MB of memory; increase the heap with -Xmx}
   * @return a new budget
   */
  public static ReadingBudget of(Function<String, ? extends RuntimeException> refusal) {
    return new ReadingBudget(Long.MAX_VALUE, refusal);
  }

  /**
   * Returns the budget for a file whose contents cannot need more than a given amount of memory, no
   * matter how much is free.
   *
   * @param most the number of bytes, such as a multiple of the size of the file
   * @param refusal as in {@link #of(Function)}
   * @return a new budget
   */
  public static ReadingBudget of(long most, Function<String, ? extends RuntimeException> refusal) {
    return new ReadingBudget(most, refusal);
  }

  /**
   * Takes memory from the budget, before it is allocated.
   *
   * @param bytes the number of bytes, at least 0
   * @throws RuntimeException the refusal, if the budget is exhausted
   */
  public void take(long bytes) {
    if (bytes > limit - taken) {
      collect(bytes);
    }
    taken += bytes;
  }

  private void collect(long bytes) {
    if (!collected && bytes <= most - taken && bytes <= Runtime.getRuntime().maxMemory()) {
      collected = true;
      // Memory in use includes garbage of unknown size; the memory that was taken may still be in
      // use.
      System.gc();
      limit = Math.min(most, Math.max(limit, taken + (HeapSpace.available() - taken) / SHARE));
    }
    if (bytes > limit - taken) {
      throw refusal.apply(
          "needs more than the "
              + (limit >> 10)
              + (limit == most
                  ? " kB of memory that its size allows"
                  : " kB of memory that one file may use; increase the heap with -Xmx"));
    }
  }

  /** {@return the number of bytes that are left, without a garbage collection} */
  public long left() {
    return Math.max(0, limit - taken);
  }

  /**
   * Reads a complete file.
   *
   * @param file a regular file
   * @return its contents, whose size is taken from the budget; bytes appended meanwhile are left
   *     out
   * @throws IOException if it cannot be read, or is not regular, such as a device or a pipe, which
   *     may be endless
   */
  public byte[] bytesOf(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MAX_ARRAY_LENGTH) {
      throw refusal.apply("has " + size + " bytes, more than a Java array can hold");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is not a regular file");
    }
    take(size);
    byte[] bytes = new byte[(int) size];
    try (InputStream in = Files.newInputStream(file)) {
      int read = in.readNBytes(bytes, 0, bytes.length);
      return read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    }
  }

  /**
   * Reads UTF-8 text, even from a pipe.
   *
   * @param file the file
   * @return its contents; the memory needed to read them is taken from the budget
   * @throws UncheckedIOException if it cannot be read or is not text
   */
  public String textOf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] chunk = new byte[1 << 13];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        take(TEXT * read);
        bytes.write(chunk, 0, read);
      }
      ByteBuffer all = ByteBuffer.wrap(bytes.toByteArray());
      return StandardCharsets.UTF_8.newDecoder().decode(all).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  /**
   * Opens a ZIP archive. Java keeps the archive's directory in memory, which is taken from the
   * budget.
   *
   * @param file a regular file
   * @return the open archive
   * @throws IOException if the file cannot be read, or is not an archive
   */
  public ZipFile openZip(Path file) throws IOException {
    take(2 * directorySize(file));
    return new ZipFile(file.toFile());
  }

  /**
   * Returns the size of the directory as claimed at the end of an archive, at most the size of the
   * archive.
   */
  private static long directorySize(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      ByteBuffer end =
          ByteBuffer.allocate((int) Math.min(size, ZIP_END + 0xffff))
              .order(ByteOrder.LITTLE_ENDIAN);
      while (end.hasRemaining() && channel.read(end, size - end.remaining()) >= 0) {
        // Read until the buffer is full.
      }
      long largest = 0;
      // A comment may look like an end record, so the largest claim of all candidates counts.
      for (int at = 0; at + ZIP_END <= end.capacity(); at++) {
        if (end.getInt(at) == ZIP_END_SIGNATURE) {
          boolean large = end.getShort(at + 10) == -1 || end.getInt(at + 16) == -1;
          largest = Math.max(largest, large ? size : end.getInt(at + 12) & 0xffffffffL);
        }
      }
      return Math.min(largest, size);
    }
  }
}
