package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file whole or not at all: the bytes go to a file beside it, which takes its place once
 * all of them have been written. A program killed on the way leaves the place as it was.
 */
public final class WholeFile {

  /** Produces the contents. */
  @FunctionalInterface
  public interface Contents {

    /**
     * Writes everything.
     *
     * @param out where to; closed by the caller
     * @throws IOException if it can't be written
     */
    void writeTo(OutputStream out) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes a file, replacing what stood there.
   *
   * @param file where to
   * @param contents what
   * @throws UncheckedIOException if it can't be written; the message names the file, and nothing is
   *     left behind
   */
  public static void write(Path file, Contents contents) {
    Path partial = file.resolveSibling("." + file.getFileName() + "." + System.nanoTime());
    try {
      try (OutputStream out =
          Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        contents.writeTo(out);
      }
      Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file + ": " + e, e);
    } finally {
      discard(partial);
    }
  }

  private static void discard(Path partial) {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      throw new UncheckedIOException("can't delete " + partial + ": " + e, e);
    }
  }
}
