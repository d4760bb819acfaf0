package io.linkteller.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reader of untrusted files has one memory budget for the whole file. */
final class MemoryBombsTest {

  @TempDir private Path directory;

  @Test
  void filesThatNeedTooMuchMemoryAreRefused() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                // Files are read once: the optimizing compiler takes more time than it saves.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xss512k",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryBombs.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor(), output);
    List<String> answers = output.lines().toList();
    assertEquals(30, answers.size(), output);
    for (String answer : answers) {
      assertTrue(answer.contains(" refused: "), answer);
      // A record is refused by the parser, whose limits come from the budget.
      assertTrue(
          answer.contains(" of memory ")
              || answer.contains(" of a model refused: ")
              || answer.startsWith("one record"),
          answer);
    }
  }
}
