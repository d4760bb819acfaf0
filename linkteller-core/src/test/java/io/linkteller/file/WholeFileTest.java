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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

  @TempDir Path directory;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void whatStoodThereIsReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    WholeFile.write(file, out -> out.write("new".getBytes(UTF_8)));
    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void afterAFailureThePlaceIsAsItWas() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    var e =
        assertThrows(
            UncheckedIOException.class,
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write("half".getBytes(UTF_8));
                      throw new IOException("disk full");
                    }));
    assertTrue(e.toString().contains("a.txt"), e.toString());
    assertThrows(
        IllegalStateException.class,
        () ->
            WholeFile.write(
                file,
                out -> {
                  throw new IllegalStateException("a defect");
                }));
    assertEquals("old", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed() {
    Path file = directory.resolve("no/such/file");
    var e = assertThrows(UncheckedIOException.class, () -> WholeFile.write(file, out -> {}));
    assertTrue(e.toString().contains("no/such/file"), e.toString());
  }
}
