package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Writes files atomically and durably: the contents are written to a new file with a random name in
 * the same directory, {@code .NAME.RANDOM.partial}, which replaces the target once it is complete
 * and on the disk. Once a call has returned, the new file survives a power failure; until then, the
 * old file does. If writing fails, or the program is terminated by a signal that runs shutdown
 * hooks, the temporary file is deleted; after a power failure or {@code SIGKILL}, it may remain and
 * can be deleted manually.
 *
 * <p>Links are not followed: the temporary file is a new one, and a link under the target's name is
 * itself replaced by the file. Other users who can write to the directory therefore cannot redirect
 * the output. Devices, pipes and links to them cannot be replaced and are rejected. If several
 * writers write a file at the same time, the last one to finish determines its contents.
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

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RANDOM_BYTES = 8;

  private AtomicFile() {}

  /**
   * Checks that a file can be written, without writing it.
   *
   * @param file the file
   * @throws IllegalArgumentException if its directory does not exist or is not writable, or the
   *     path exists and is neither a writable regular file nor a link to one
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
   * Creates a directory and its missing parents, unless it exists.
   *
   * @param directory the directory
   * @throws UncheckedIOException if it cannot be created
   */
  public static void createDirectories(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the directory " + directory + ": " + e, e);
    }
  }

  /**
   * Writes a file that only its owner can read, replacing an existing one. Most files of this
   * library contain edges of a private graph or data computed from them, and a writer does not know
   * whose graph it is. To publish a file, change its permissions. On file systems without POSIX
   * permissions, a file has the default permissions.
   *
   * @param file the file
   * @param contents writes the contents
   * @throws IllegalArgumentException under the conditions of {@link #require}
   * @throws UncheckedIOException if writing fails; the message names the file, and no temporary
   *     file is left
   */
  public static void write(Path file, Contents contents) {
    write(LocalDisk.INSTANCE, file, contents);
  }

  /**
   * Creates a file that only its owner can read, unless it exists: if several programs try at the
   * same time, exactly one succeeds. The file is complete as soon as it exists. The file system
   * must support hard links.
   *
   * @param file the file
   * @param contents writes the contents
   * @return whether the file was created
   * @throws IllegalArgumentException under the conditions of {@link #require}
   * @throws UncheckedIOException if writing fails; no temporary file is left
   */
  public static boolean create(Path file, Contents contents) {
    try {
      write(LocalDisk.INSTANCE, file, contents, (partial, to) -> Files.createLink(to, partial));
      return true;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof FileAlreadyExistsException) {
        return false;
      }
      throw e;
    }
  }

  static void write(Disk disk, Path file, Contents contents) {
    write(disk, file, contents, disk::move);
  }

  /** Gives a complete temporary file its final name. */
  private interface Naming {
    void name(Path partial, Path target) throws IOException;
  }

  private static void write(Disk disk, Path file, Contents contents, Naming naming) {
    disk.require(file);
    try {
      byte[] random = new byte[RANDOM_BYTES];
      RANDOM.nextBytes(random);
      String name = "." + file.getFileName() + "." + HexFormat.of().formatHex(random);
      write(disk, file, file.resolveSibling(name + ".partial"), contents, naming);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + reason(e), e);
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + reason(e), new IOException(e));
    }
  }

  private static String reason(Exception failure) {
    return failure + FullDisk.advice(failure);
  }

  private static void write(Disk disk, Path target, Path partial, Contents contents, Naming naming)
      throws IOException {
    Thread removal = removal(disk, partial);
    Runtime.getRuntime().addShutdownHook(removal);
    try {
      try (Disk.NewFile file = disk.create(partial)) {
        contents.writeTo(file.out());
        file.sync();
      }
      naming.name(partial, target);
      disk.syncDirectory(target);
    } finally {
      disk.deleteIfExists(partial);
      forget(removal);
    }
  }

  private static Thread removal(Disk disk, Path partial) {
    return new Thread(
        () -> {
          try {
            disk.deleteIfExists(partial);
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
