package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchmarkCommandTest {

  @Test
  void aTargetIsMeasuredInItsOwnHeapAndWrittenToAPage(@TempDir Path directory) throws IOException {
    Path page = directory.resolve("benchmarks.md");
    Cli.Run run =
        Cli.run(
            "benchmark",
            "--data",
            directory.toString(),
            "--only",
            "lap_graph_flickr",
            "--threads",
            "1",
            "--out",
            page.toString());

    // Whether a busy machine meets the target is not this test's business; that it says so is.
    boolean met = run.out().contains("| met");
    assertEquals(met ? 0 : 1, run.exitCode(), run.err());
    assertTrue(met ^ run.out().contains("| missed"), run.out());
    assertTrue(
        Files.readString(page)
            .matches(
                "(?s).*\\| LapGraph of a Flickr-sized graph, epsilon 1 \\| 512m \\|"
                    + " \\d+\\.\\d+ s \\|  \\|  \\| 1\\.0 s \\| (met|missed) \\|.*"),
        () -> page.toString());
    assertTrue(
        Files.readString(page)
            .contains("benchmark --data DIR --only LAP_GRAPH_FLICKR --threads 1 --out FILE.md"),
        () -> page.toString());
  }

  @Test
  void aProcessThatFailsIsReportedAndNothingIsWritten(@TempDir Path directory) {
    Path page = directory.resolve("benchmarks.md");
    Cli.Run run =
        Cli.run(
            "benchmark",
            "--data",
            directory.resolve("absent").toString(),
            "--only",
            "lap_graph_de",
            "--out",
            page.toString());

    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("can't measure LAP_GRAPH_DE"), run.err());
    assertTrue(Files.notExists(page));
  }
}
