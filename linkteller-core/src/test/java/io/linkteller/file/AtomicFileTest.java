package io.linkteller.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    var e =
        assertThrows(
            UncheckedIOException.class,
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write("half".getBytes(UTF_8));
                      throw new IOException("disk full");
                    }));
    assertTrue(e.toString().contains("a.txt"), e.toString());
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
    var e = assertThrows(IllegalArgumentException.class, () -> AtomicFile.write(file, out -> {}));
    assertTrue(e.toString().contains("no/such/file"), e.toString());
  }

  @Test
  void aDirectoryIsNotReplaced() {
    assertThrows(IllegalArgumentException.class, () -> AtomicFile.write(directory, out -> {}));
  }

  @Test
  void symbolicLinksAreFollowed() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.txt"), file);
    AtomicFile.write(link, out -> out.write("new".getBytes(UTF_8)));
    assertEquals("new", Files.readString(file));
    assertTrue(Files.isSymbolicLink(link));
  }

  @Test
  void theTemporaryFileOfAKilledWriterIsReplaced() throws IOException {
    Files.writeString(directory.resolve(".a.txt.partial"), "a much longer left-over");
    Path file = directory.resolve("a.txt");
    AtomicFile.write(file, out -> out.write("new".getBytes(UTF_8)));
    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), files());
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
    Path partial = directory.resolve(".a.txt.partial");
    for (int i = 0; i < 1000 && !(Files.exists(partial) && Files.size(partial) > 0); i++) {
      Thread.sleep(20);
    }
    assertTrue(Files.exists(partial), "the program has begun to write");
    writer.destroy();
    assertTrue(writer.waitFor(30, TimeUnit.SECONDS), "the program ends");
    assertEquals(List.of(), files());
  }

  /** Writes until it is terminated. */
  static final class EndlessWriter {

    private EndlessWriter() {}

    public static void main(String[] args) {
      AtomicFile.write(
          Path.of(args[0]),
          out -> {
            while (true) {
              out.write(new byte[1024]);
            }
          });
    }
  }
}
