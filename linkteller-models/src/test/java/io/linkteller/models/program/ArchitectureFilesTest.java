package io.linkteller.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.architecture.Architecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import net.jqwik.api.Example;

/** An architecture is a short program. */
class ArchitectureFilesTest {

  @Example
  void eachArchitectureHasAtMostEightyLines() throws IOException {
    int count = 0;
    for (Architecture each : ServiceLoader.load(Architecture.class)) {
      Path file = Path.of("src/main/java", each.getClass().getName().replace('.', '/') + ".java");
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        assertTrue(lines.size() <= 80, file + " has " + lines.size() + " lines");
        count++;
      }
    }
    assertEquals(8, count);
  }
}
