package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The file system operations that determine which data survive a power failure. A test can
 * implement this interface to simulate the loss of everything that was not synchronized.
 */
interface Disk {

  /** A file that is being written. */
  interface NewFile extends AutoCloseable {

    /** {@return an unbuffered stream for the contents} */
    OutputStream out();

    /** Blocks until the contents are on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Rejects paths that cannot be written, as {@link AtomicFile#require} does. */
  void require(Path file);

  /**
   * Creates a file that only its owner can read. Fails if the file, or a link with its name,
   * exists.
   */
  NewFile create(Path file) throws IOException;

  /** Renames a file atomically; an existing target, file or link, is replaced. */
  void move(Path file, Path target) throws IOException;

  /** Blocks until the name of a file is on the disk, if the operating system supports this. */
  void syncDirectory(Path file) throws IOException;

  /** Deletes a file if it exists. */
  void deleteIfExists(Path file) throws IOException;
}
