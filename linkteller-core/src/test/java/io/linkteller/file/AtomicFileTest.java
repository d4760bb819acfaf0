package io.linkteller.file;

import static io.linkteller.testing.Refusal.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir Path directory;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void anExistingFileIsReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    AtomicFile.write(file, out -> out.write("new".getBytes(UTF_8)));
    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void aFailureLeavesTheExistingFileUnchanged() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    assertRefused(
        UncheckedIOException.class,
        "a.txt",
        () ->
            AtomicFile.write(
                file,
                out -> {
                  out.write("half".getBytes(UTF_8));
                  throw new IOException("disk full");
                }));
    assertThrows(
        IllegalStateException.class,
        () ->
            AtomicFile.write(
                file,
                out -> {
                  throw new IllegalStateException("a defect");
                }));
    assertEquals("old", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void theMessageNamesAMissingDirectory() {
    Path file = directory.resolve("no/such/file");
    assertRefused("no/such/file", () -> AtomicFile.write(file, out -> {}));
  }

  @Test
  void aDirectoryIsNotReplaced() {
    assertRefused(() -> AtomicFile.write(directory, out -> {}));
  }

  /** Other users who can write to the directory may have planted the link. */
  @Test
  void aLinkIsReplacedAndNotFollowed() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Path link = Files.createSymbolicLink(directory.resolve("report.json"), victim);
    Path dangling = Files.createSymbolicLink(directory.resolve("b"), directory.resolve("nowhere"));
    AtomicFile.write(link, out -> out.write("new".getBytes(UTF_8)));
    AtomicFile.write(dangling, out -> out.write("new".getBytes(UTF_8)));
    assertOwnerOnly(link);
    for (Path written : List.of(link, dangling)) {
      assertTrue(Files.isRegularFile(written, LinkOption.NOFOLLOW_LINKS));
      assertEquals("new", Files.readString(written));
    }
    assertEquals("precious", Files.readString(victim));
    assertFalse(Files.exists(directory.resolve("nowhere")));
  }

  @Test
  void aLinkToADeviceIsNotReplaced() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device), "there is no /dev/null here");
    Path link = Files.createSymbolicLink(directory.resolve("out"), device);
    assertRefused(() -> AtomicFile.write(link, out -> {}));
    assertTrue(Files.isSymbolicLink(link));
  }

  @Test
  void aFileInTheWorkingDirectoryNeedsNoDirectoryName() throws IOException {
    Path file = Path.of("atomic-file-test-" + System.nanoTime());
    try {
      AtomicFile.write(file, out -> out.write("new".getBytes(UTF_8)));
      assertEquals("new", Files.readString(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** A link planted under a predictable temporary name would redirect the output. */
  @Test
  void aPlantedLinkIsNotFollowed() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Path planted = directory.resolve(".a.txt.partial");
    Files.createSymbolicLink(planted, victim);
    Path file = directory.resolve("a.txt");
    AtomicFile.write(file, out -> out.write("new".getBytes(UTF_8)));
    assertEquals("new", Files.readString(file));
    assertEquals("precious", Files.readString(victim));
    assertTrue(Files.isSymbolicLink(planted));
    assertEquals(3, files().size());
  }

  @Test
  void anExistingFileIsNotCreatedAgain() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Path link = Files.createSymbolicLink(directory.resolve("link"), victim);
    Path dangling = Files.createSymbolicLink(directory.resolve("b"), directory.resolve("nowhere"));
    for (Path existing : List.of(victim, link, dangling)) {
      assertThrows(
          FileAlreadyExistsException.class, () -> LocalDisk.INSTANCE.create(existing).close());
    }
    assertEquals("precious", Files.readString(victim));
    assertEquals(3, files().size());
  }

  @Test
  void onlyItsOwnerCanReadAFile() throws IOException {
    Path file = Files.writeString(directory.resolve("edges.csv"), "for all");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    AtomicFile.write(
        file,
        out -> {
          assertOwnerOnly(files().stream().filter(f -> !f.equals(file)).findFirst().orElseThrow());
          out.write("private".getBytes(UTF_8));
        });
    assertOwnerOnly(file);
    assertEquals("private", Files.readString(file));
  }

  private static void assertOwnerOnly(Path file) throws IOException {
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
  }

  @Test
  void codeThatClosesItsStreamWritesACompleteFile() throws IOException {
    Path file = directory.resolve("a.txt");
    AtomicFile.write(
        file,
        out -> {
          try (Writer writer = new OutputStreamWriter(out, UTF_8)) {
            writer.write("new");
          }
        });
    assertEquals("new", Files.readString(file));
  }

  @Test
  void theMessageForAFullDiskSuggestsARemedy() {
    Path file = directory.resolve("a.txt");
    var e =
        assertThrows(
            UncheckedIOException.class,
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      throw new IOException("No space left on device");
                    }));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("a.txt"), message);
    assertTrue(
        message.endsWith("free space on its disk, or choose another directory, and run again"));
    assertEquals(1, message.lines().count());
  }

  /** Terminates another program with a signal while it writes. */
  @Test
  void aProgramTerminatedBySignalLeavesNoTemporaryFile() throws IOException, InterruptedException {
    Path file = directory.resolve("a.txt");
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    for (int i = 0; i < 1000 && files().isEmpty(); i++) {
      Thread.sleep(20);
    }
    assertEquals(1, files().size(), "the program has begun to write");
    assertTrue(
        String.valueOf(files().get(0).getFileName())
            .matches("\\.a\\.txt\\.[0-9a-f]{16}\\.partial"));
    writer.destroy();
    assertTrue(writer.waitFor(30, TimeUnit.SECONDS), "the program ends");
    assertEquals(List.of(), files());
  }

  /** Writes a little, then waits to be terminated. */
  static final class EndlessWriter {

    private EndlessWriter() {}

    public static void main(String[] args) {
      AtomicFile.write(
          Path.of(args[0]),
          out -> {
            out.write(new byte[1024]);
            try {
              Thread.sleep(60_000);
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          });
    }
  }
}
