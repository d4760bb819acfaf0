package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthCommandTest {

  @TempDir private Path directory;

  @Test
  void everyTaskIsMeasuredAndPlotted() throws IOException {
    Cli.Run run =
        Cli.line("growth --most-edges 10000 --out %s", directory.resolve("new")).succeeded();
    String page = Files.readString(directory.resolve("new/growth.md"));
    assertEquals(page, run.out());
    assertTrue(page.contains("| 1,000 | 10,000 |"), page);
    assertEquals(GrowthTask.values().length + 3, page.lines().toList().get(4).split("\\|").length);
    assertTrue(
        Files.readString(directory.resolve("new/growth-nodes-and-edges.svg")).contains("<svg"));
    assertFalse(Files.exists(directory.resolve("new/growth-nodes.svg")));
  }

  @Test
  void noGraphAtAllIsAUsageError() {
    assertEquals(2, Cli.line("growth --most-edges 9 --out %s", directory).exitCode());
  }
}
