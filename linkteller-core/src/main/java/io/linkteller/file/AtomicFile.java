package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a file whole or not at all: the bytes go to a file beside it, named {@code .NAME.partial},
 * which takes its place once all of them have been written. If writing fails, or the program is
 * ended by a signal that it can react to, the file beside it is removed; after a power cut or a
 * {@code SIGKILL} it may stay, and the next writer of the same file replaces it.
 *
 * <p>A symbolic link is followed: the file it names is replaced, not the link. Devices and pipes
 * can't be replaced and are refused. For one writer of a file at a time.
 */
public final class AtomicFile {

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

  private AtomicFile() {}

  /**
   * Checks that a file could be written, without writing it.
   *
   * @param file where to
   * @throws IllegalArgumentException if its directory does not exist or can't be written to, or
   *     there is something else than a writable regular file in its place
   */
  public static void require(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
      throw new IllegalArgumentException(
          "can't write " + file + ": there is no writable directory " + directory);
    }
    if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
      throw new IllegalArgumentException(
          "can't write " + file + ": what stands there is not a writable file");
    }
  }

  /**
   * Writes a file, replacing what stood there.
   *
   * @param file where to
   * @param contents what
   * @throws IllegalArgumentException as {@link #require} does
   * @throws UncheckedIOException if it can't be written; the message names the file, and nothing is
   *     left behind
   */
  public static void write(Path file, Contents contents) {
    require(file);
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      replace(target, target.resolveSibling("." + target.getFileName() + ".partial"), contents);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file + ": " + e, e);
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException("can't write " + file + ": " + e, new IOException(e));
    }
  }

  private static void replace(Path target, Path partial, Contents contents) throws IOException {
    Thread removal = removal(partial);
    Runtime.getRuntime().addShutdownHook(removal);
    try {
      try (OutputStream out = Files.newOutputStream(partial)) {
        contents.writeTo(out);
      }
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
      forget(removal);
    }
  }

  private static Thread removal(Path partial) {
    return new Thread(
        () -> {
          try {
            Files.deleteIfExists(partial);
          } catch (IOException e) {
            throw new UncheckedIOException("can't delete " + partial + ": " + e, e);
          }
        });
  }

  private static void forget(Thread removal) {
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException ending) {
      // The program is ending and the hook does its work: there is nothing to take back.
    }
  }
}
