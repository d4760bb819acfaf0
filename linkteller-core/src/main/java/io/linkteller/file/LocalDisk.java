package io.linkteller.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The local file system. */
final class LocalDisk implements Disk {

  static final LocalDisk INSTANCE = new LocalDisk();

  private static final FileAttribute<?>[] DEFAULT = {};

  private LocalDisk() {}

  @Override
  public void require(Path file) {
    AtomicFile.require(file);
  }

  @Override
  public NewFile create(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            ownerOnly(file));
    return new LocalFile(channel);
  }

  private record LocalFile(FileChannel channel) implements NewFile {

    @Override
    public OutputStream out() {
      OutputStream unbuffered = Channels.newOutputStream(channel);
      // Closing the stream must not close the file, which is synchronized afterwards.
      return new OutputStream() {
        @Override
        public void write(int value) throws IOException {
          unbuffered.write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
          unbuffered.write(bytes, from, count);
        }
      };
    }

    @Override
    public void sync() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Returns the attributes of a new file that only its owner can read and write. */
  static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    FileStore store = directory == null ? null : Files.getFileStore(directory);
    return store != null && store.supportsFileAttributeView("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : DEFAULT;
  }

  @Override
  public void move(Path file, Path target) throws IOException {
    Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void syncDirectory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.getFileStore(directory).supportsFileAttributeView("posix")) {
      // Windows does not open directories; NTFS journals renames.
      return;
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void deleteIfExists(Path file) throws IOException {
    Files.deleteIfExists(file);
  }
}
