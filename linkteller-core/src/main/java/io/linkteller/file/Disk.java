package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The file system operations that decide what survives a power failure. A separate interface, so
 * that tests can lose everything that was not synchronized.
 */
interface Disk {

  /** A file that is being written. */
  interface NewFile extends AutoCloseable {

    /** {@return the stream of the contents, not buffered} */
    OutputStream out();

    /** Blocks until the contents are on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Rejects paths that cannot be written, as {@link AtomicFile#require} does. */
  void require(Path file);

  /**
   * Creates a file that does not exist yet, not even as a link, and that only its owner can read.
   */
  NewFile create(Path file) throws IOException;

  /** Renames a file atomically; an existing target, file or link, is replaced. */
  void move(Path file, Path target) throws IOException;

  /** Blocks until the name of a file is on the disk, if the operating system supports this. */
  void syncDirectory(Path file) throws IOException;

  /** Deletes a file. */
  void deleteIfExists(Path file) throws IOException;
}
