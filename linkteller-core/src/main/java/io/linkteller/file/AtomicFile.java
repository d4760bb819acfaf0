package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files atomically: the contents are written to a temporary file {@code .NAME.partial} in
 * the same directory, which replaces the target once it is complete. If writing fails, or the
 * program is terminated by a signal that runs shutdown hooks, the temporary file is deleted; after
 * a power failure or {@code SIGKILL} it may remain, and the next write of the same file overwrites
 * it.
 *
 * <p>Symbolic links are followed: the target of the link is replaced, not the link. Devices and
 * pipes cannot be replaced and are rejected. A file must not be written by several writers at the
 * same time.
 */
public final class AtomicFile {

  /** Writes the contents of a file. */
  @FunctionalInterface
  public interface Contents {

    /**
     * Writes the contents.
     *
     * @param out receives the contents; closed by the caller
     * @throws IOException if writing fails
     */
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Checks that a file can be written, without writing it.
   *
   * @param file the file
   * @throws IllegalArgumentException if its directory does not exist or is not writable, or the
   *     path exists and is not a writable regular file
   */
  public static void require(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
      throw new IllegalArgumentException(
          "cannot write " + file + ": there is no writable directory " + directory);
    }
    if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
      throw new IllegalArgumentException(
          "cannot write " + file + ": it exists and is not a writable regular file");
    }
  }

  /**
   * Writes a file, replacing an existing one.
   *
   * @param file the file
   * @param contents writes the contents
   * @throws IllegalArgumentException as {@link #require} does
   * @throws UncheckedIOException if writing fails; the message names the file, and no temporary
   *     file is left
   */
  public static void write(Path file, Contents contents) {
    require(file);
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      replace(target, target.resolveSibling("." + target.getFileName() + ".partial"), contents);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e, e);
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e, new IOException(e));
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
            throw new UncheckedIOException("cannot delete " + partial + ": " + e, e);
          }
        });
  }

  private static void forget(Thread removal) {
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException ending) {
      // The program is shutting down; the hook runs and need not be removed.
    }
  }
}
