package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens where memory is short, in a process of its own. */
@Tag("thorough")
class SmallHeapTest {

  /** Runs a class with a main method, and returns what it printed. */
  static String run(Class<?> main, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(Arrays.asList(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), main.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC"})
  void aPerturbationSucceedsOrIsRefusedButNeverRunsOutOfMemory(String collector)
      throws IOException, InterruptedException {
    String report = run(SmallHeap.class, "-Xmx64m", collector);
    assertTrue(report.startsWith("swept"), report);
    // Both happen, or the sweep has missed the limit.
    String edgeRand = report.split(" ", -1)[2];
    assertTrue(edgeRand.matches("[1-9]\\d*\\+[1-9]\\d*"), report);
  }

  @Test
  void anAuditTakesNoMoreMemoryForMoreRuns() throws IOException, InterruptedException {
    String report = run(SmallHeapAudit.class, "-Xmx64m", "-XX:+UseSerialGC");
    assertTrue(report.contains("of 4000 runs): consistent with the claim"), report);
  }
}
