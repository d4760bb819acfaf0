package io.linkteller.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A disk in memory whose power can fail. Until they are synchronized, the contents of a file and
 * the names in a directory are kept in the memory of the operating system, from which each block of
 * {@value #BLOCK} bytes and each change of a name reaches the disk at any time and in any order.
 */
public final class VolatileDisk implements Disk {

  /** The number of bytes that reach the disk together. */
  public static final int BLOCK = 64;

  /** Thrown by the operation during which the power fails. */
  public static final class PowerFailure extends Error {

    private static final long serialVersionUID = 1;
  }

  private static final class Contents {
    private byte[] current = new byte[0];
    private byte[] onDisk = new byte[0];
  }

  private final SplittableRandom random;
  private Map<Path, Contents> names = new HashMap<>();
  private Map<Path, Contents> namesOnDisk = new HashMap<>();
  private int operationsLeft;

  /**
   * Creates an empty disk.
   *
   * @param operations the number of operations before the power fails
   * @param seed the seed that decides what reaches the disk
   */
  public VolatileDisk(int operations, long seed) {
    this.operationsLeft = operations;
    this.random = new SplittableRandom(seed);
  }

  private void step() {
    if (operationsLeft-- <= 0) {
      throw new PowerFailure();
    }
  }

  /**
   * Returns the disk after the power failure, with any part of what was not synchronized.
   *
   * @param operations the number of operations before the power fails again
   * @return the disk
   */
  public VolatileDisk restarted(int operations) {
    VolatileDisk disk = new VolatileDisk(operations, random.nextLong());
    names.forEach(
        (name, contents) -> {
          if (random.nextBoolean()) {
            namesOnDisk.put(name, contents);
          }
        });
    namesOnDisk.keySet().removeIf(name -> !names.containsKey(name) && random.nextBoolean());
    Map<Contents, Contents> survived = new HashMap<>();
    namesOnDisk.forEach(
        (name, contents) -> {
          Contents after = survived.computeIfAbsent(contents, this::afterFailure);
          disk.names.put(name, after);
          disk.namesOnDisk.put(name, after);
        });
    return disk;
  }

  private Contents afterFailure(Contents before) {
    Contents after = new Contents();
    // The length may be written before or after the blocks; what was never written is zero.
    int length =
        random.nextBoolean()
            ? before.current.length
            : Math.min(before.onDisk.length, before.current.length);
    byte[] bytes = Arrays.copyOf(before.onDisk, length);
    for (int from = 0; from < length; from += BLOCK) {
      int to = Math.min(from + BLOCK, Math.min(length, before.current.length));
      if (from < to && random.nextBoolean()) {
        System.arraycopy(before.current, from, bytes, from, to - from);
      }
    }
    after.current = bytes;
    after.onDisk = bytes;
    return after;
  }

  /**
   * Returns what a program reads from a file.
   *
   * @param file the file
   * @return the contents, empty if there is no such file
   */
  public Optional<byte[]> read(Path file) {
    return Optional.ofNullable(names.get(file)).map(contents -> contents.current.clone());
  }

  // Whole files.

  @Override
  public void require(Path file) {}

  @Override
  public NewFile create(Path file) throws IOException {
    step();
    if (names.containsKey(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Contents contents = new Contents();
    names.put(file, contents);
    return new NewFile() {
      @Override
      public OutputStream out() {
        return new OutputStream() {
          @Override
          public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            step();
            ByteArrayOutputStream longer = new ByteArrayOutputStream();
            longer.writeBytes(contents.current);
            longer.write(bytes, from, count);
            contents.current = longer.toByteArray();
          }
        };
      }

      @Override
      public void sync() {
        step();
        contents.onDisk = contents.current;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void move(Path file, Path target) throws IOException {
    step();
    Contents contents = names.remove(file);
    if (contents == null) {
      throw new NoSuchFileException(file.toString());
    }
    names.put(target, contents);
  }

  @Override
  public void syncDirectory(Path file) {
    step();
    namesOnDisk = new HashMap<>(names);
  }

  @Override
  public void deleteIfExists(Path file) {
    if (operationsLeft >= 0) {
      step();
      names.remove(file);
    }
  }

  // Files that are changed in place.

  /**
   * Opens a file, or creates it with a durable name.
   *
   * @param file the file
   * @return the open file
   */
  public RandomAccess open(Path file) {
    Contents contents = names.computeIfAbsent(file, created -> new Contents());
    namesOnDisk.put(file, contents);
    return new RandomAccess() {
      @Override
      public long length() {
        return contents.current.length;
      }

      @Override
      public void read(long at, byte[] into, int from, int count) {
        System.arraycopy(contents.current, Math.toIntExact(at), into, from, count);
      }

      @Override
      public void write(long at, byte[] bytes) {
        step();
        byte[] longer =
            Arrays.copyOf(
                contents.current,
                Math.max(contents.current.length, Math.toIntExact(at) + bytes.length));
        System.arraycopy(bytes, 0, longer, Math.toIntExact(at), bytes.length);
        contents.current = longer;
      }

      @Override
      public void truncate(long length) {
        step();
        contents.current = Arrays.copyOf(contents.current, Math.toIntExact(length));
      }

      @Override
      public void sync() {
        step();
        contents.onDisk = contents.current;
      }

      @Override
      public void close() {}
    };
  }
}
