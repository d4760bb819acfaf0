package io.linkteller.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {

  @TempDir private Path directory;

  /** A sparse file, which takes no space where nothing was written. */
  private Path sparse(long size, long... positions) throws IOException {
    Path file = directory.resolve("sparse");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      for (long position : positions) {
        ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        channel.write(number.putLong(0, position), position);
      }
      channel.write(ByteBuffer.wrap(new byte[] {7}), size - 1);
    }
    return file;
  }

  @Test
  void numbersAreReadBeyondTwoGigabytes() throws IOException {
    long end = (1L << 31) + 64;
    long[] positions = {0, (1L << 30) - 8, 1L << 30, (1L << 31) - 8, 1L << 31, end - 16};
    MappedFile file = MappedFile.open(sparse(end, positions));
    assertEquals(end, file.size());
    for (long position : positions) {
      assertEquals(position, file.getLong(position));
      assertEquals((int) position, file.getInt(position));
      assertEquals((byte) position, file.getByte(position));
      assertEquals(Double.longBitsToDouble(position), file.getDouble(position));
      assertEquals(Float.intBitsToFloat((int) position), file.getFloat(position));
    }
    assertEquals(7, file.getByte(end - 1));
  }

  @Test
  void aPositionOutsideTheFileAndAMissingFileAreRejected() throws IOException {
    MappedFile file = MappedFile.open(sparse(12));
    assertThrows(IndexOutOfBoundsException.class, () -> file.getLong(8));
    assertThrows(IndexOutOfBoundsException.class, () -> file.getInt(1L << 40));
    assertThrows(NoSuchFileException.class, () -> MappedFile.open(directory.resolve("missing")));
  }
}
