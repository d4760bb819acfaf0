package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
            "--brief",
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
                    + " [0-9.]+ (m?s|µs) \\|  \\|  \\| [0-9.]+ (m?s|µs) \\| \\w+ \\| 0?\\.\\d+ \\|"
                    + " 1\\.0 s \\| (met|missed) \\|.*"),
        () -> page.toString());
    assertTrue(
        Files.readString(page)
            .contains("benchmark --data DIR --only LAP_GRAPH_FLICKR --threads 1 --out FILE.md"),
        () -> page.toString());
  }

  @Test
  void theShareOfTheLimitIsTheLeastTimeOfAllStepsOverTheTimeMeasured(@TempDir Path directory)
      throws IOException {
    Path json = directory.resolve("benchmarks.json");
    Cli.Run run =
        Cli.run(
            "benchmark",
            "--data",
            directory.toString(),
            "--only",
            "dense_square",
            "--threads",
            "2",
            "--brief",
            "--json",
            json.toString());

    assertEquals(0, run.exitCode(), run.err());
    JsonNode written = new ObjectMapper().readTree(json.toFile());
    JsonNode line = written.get("measured").get(0);
    double share = line.get("share").asDouble();
    // About 0.1 to 1; far enough above for a machine that was busier while its limits were
    // measured.
    assertTrue(share > 0 && share < 4, written::toPrettyString);
    assertEquals(
        line.get("leastSeconds").asDouble() / line.get("typicalSeconds").asDouble(), share, 1e-12);
    JsonNode work = line.get("steps").get(0).get("work");
    assertEquals(2.0 * 4648 * 256 * 256, work.get("operations").asDouble());
    double rate = written.get("limits").get("all").get("multiplyAdds").asDouble();
    assertTrue(
        line.get("leastSeconds").asDouble() >= work.get("operations").asDouble() / rate * 0.999,
        written::toPrettyString);
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
            "--brief",
            "--out",
            page.toString());

    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("can't measure LAP_GRAPH_DE"), run.err());
    assertTrue(Files.notExists(page));
  }
}
