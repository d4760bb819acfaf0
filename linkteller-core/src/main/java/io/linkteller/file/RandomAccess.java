package io.linkteller.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * An open file that is read and written at any position. Written bytes are certain to survive a
 * power failure only after {@link #sync}. Not safe for use by several threads.
 */
public interface RandomAccess extends AutoCloseable {

  /**
   * {@return the length of the file in bytes}
   *
   * @throws IOException if it cannot be determined
   */
  long length() throws IOException;

  /**
   * Reads bytes.
   *
   * @param at the position of the first byte in the file
   * @param into receives the bytes
   * @param from the position of the first byte in {@code into}
   * @param count the number of bytes
   * @throws IOException if reading fails, or the file ends earlier
   */
  void read(long at, byte[] into, int from, int count) throws IOException;

  /**
   * Writes bytes.
   *
   * @param at the position of the first byte in the file
   * @param bytes the bytes
   * @throws IOException if writing fails
   */
  void write(long at, byte[] bytes) throws IOException;

  /**
   * Changes the length of the file.
   *
   * @param length the new length in bytes
   * @throws IOException if writing fails
   */
  void truncate(long length) throws IOException;

  /**
   * Blocks until the contents are on the disk.
   *
   * @throws IOException if writing fails
   */
  void sync() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Opens a file and locks it against all other users of this method. A file that does not exist is
   * created, readable only by its owner. A link is followed only to an existing file.
   *
   * @param file the file
   * @return the open file, locked until it is closed
   * @throws IllegalArgumentException if the file is in use
   * @throws IOException if the file cannot be opened
   */
  static RandomAccess openLocked(Path file) throws IOException {
    try {
      Files.createFile(file, LocalDisk.ownerOnly(file));
      LocalDisk.INSTANCE.syncDirectory(file);
    } catch (FileAlreadyExistsException existing) {
      // An existing file keeps its permissions. Opening a dangling link would create a file
      // elsewhere.
      if (!Files.exists(file)) {
        throw existing;
      }
    }
    // A FileChannel would be closed for all threads if one of them were interrupted.
    RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw");
    try {
      if (isLocked(opened)) {
        return new LocalRandomAccess(opened);
      }
      opened.close();
    } catch (Throwable e) {
      // Close the file on errors, too: as long as it is open, it is locked.
      try (opened) {
        throw e;
      }
    }
    throw new IllegalArgumentException(file + " is in use");
  }

  /**
   * Waits until no other process uses a file, and opens it. A file that does not exist is created,
   * readable only by its owner, and its name is on the disk when this returns. Links are not
   * followed, so no other file is overwritten. The caller must ensure that this process does not
   * open the file twice.
   *
   * @param file the file
   * @return the open file, locked until it is closed
   * @throws IOException if the file cannot be opened
   */
  static RandomAccess openWaiting(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                LinkOption.NOFOLLOW_LINKS),
            LocalDisk.ownerOnly(file));
    try {
      FileLock lock = channel.lock();
      // Needed even if another process created the file, because that process may have ended before
      // it reached this point.
      if (lock.isValid() && channel.size() == 0) {
        LocalDisk.INSTANCE.syncDirectory(file);
      }
      return new LocalChannel(channel);
    } catch (OverlappingFileLockException e) {
      // The caller rules this out for one name, but a hard link is another name.
      try (channel) {
        throw new IOException(file + " is in use by this program under another name");
      }
    } catch (Throwable e) {
      // Close the file on errors, too: as long as it is open, it is locked.
      try (channel) {
        throw e;
      }
    }
  }

  private static boolean isLocked(RandomAccessFile file) throws IOException {
    try {
      // Held until the file is closed.
      return file.getChannel().tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // In use by this program.
      return false;
    }
  }
}
