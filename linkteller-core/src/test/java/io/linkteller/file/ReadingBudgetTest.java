package io.linkteller.file;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadingBudgetTest {

  @TempDir private Path directory;

  private static ReadingBudget budget(long most) {
    return ReadingBudget.of(most, IllegalStateException::new);
  }

  @Test
  void takenBytesAddUp() {
    ReadingBudget budget = budget(100);
    budget.take(60);
    assertEquals(40, budget.left());
    budget.take(40);
    assertRefused(IllegalStateException.class, "memory that its size allows", () -> budget.take(1));
    assertEquals(0, budget.left());
  }

  @Test
  void moreThanTheHeapAllowsIsRefused() {
    ReadingBudget budget = ReadingBudget.of(IllegalStateException::new);
    long heap = Runtime.getRuntime().maxMemory();
    for (long bytes : new long[] {heap, heap / 2, Long.MAX_VALUE}) {
      assertRefused(IllegalStateException.class, "-Xmx", () -> budget.take(bytes));
    }
    budget.take(1 << 20);
  }

  @Test
  void aFileIsReadAsAWholeIfItFits() throws IOException {
    Path file = Files.write(directory.resolve("a"), new byte[100]);
    assertArrayEquals(new byte[100], budget(100).bytesOf(file));
    assertThrows(IllegalStateException.class, () -> budget(99).bytesOf(file));
  }

  @Test
  void aTextIsReadIfItFitsWhateverItsReportedSize() throws IOException {
    Path file = Files.writeString(directory.resolve("a"), "\u00e9 token\n");
    assertEquals("\u00e9 token\n", budget(100).textOf(file));
    assertThrows(IllegalStateException.class, () -> budget(8).textOf(file));
    Path other = Files.write(directory.resolve("b"), new byte[] {(byte) 0xff});
    assertThrows(UncheckedIOException.class, () -> budget(100).textOf(other));
    Path endless = Path.of("/dev/zero");
    assumeTrue(Files.exists(endless), "skipped: there are no devices");
    assertThrows(IllegalStateException.class, () -> budget(1 << 20).textOf(endless));
  }

  /** A device or a pipe may be endless, but reports a size of 0. */
  @Test
  void aLinkToADeviceIsNotRead() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device), "skipped: there are no devices");
    Path link = Files.createSymbolicLink(directory.resolve("link"), device);
    assertRefused(IOException.class, "is not a regular file", () -> budget(100).bytesOf(link));
  }

  @Test
  void anArchiveIsOpenedIfItsDirectoryFits() throws IOException {
    Path file = directory.resolve("a.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < 1000; i++) {
        zip.putNextEntry(new ZipEntry("entry" + i));
        zip.write(i);
      }
      zip.setComment("with a comment");
    }
    try (ZipFile zip = budget(1 << 20).openZip(file)) {
      assertEquals(1000, zip.size());
    }
    // Each entry takes 46 bytes and its name.
    assertThrows(IllegalStateException.class, () -> budget(2 * 50_000).openZip(file).close());
    Path other = Files.write(directory.resolve("b.zip"), new byte[10]);
    assertThrows(IOException.class, () -> budget(1 << 20).openZip(other).close());
  }
}
