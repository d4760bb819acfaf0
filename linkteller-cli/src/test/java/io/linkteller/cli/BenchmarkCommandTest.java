package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.cli.benchmark.MachineLimits;
import io.linkteller.cli.benchmark.Timed;
import io.linkteller.cli.benchmark.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchmarkCommandTest {

  @Test
  void aTargetIsMeasuredInItsOwnHeapAndWrittenToAPage(@TempDir Path directory) throws IOException {
    Path page = directory.resolve("benchmarks.md");
    Cli.Run run =
        Cli.line(
            "benchmark --data %s --only lap_graph_flickr --threads 1 --brief --out %s",
            directory, page);
    // Whether a busy machine meets the target is not this test's business; that it says so is.
    boolean met = run.out().contains("| met");
    assertEquals(met ? 0 : 1, run.exitCode(), run.err());
    assertTrue(met ^ run.out().contains("| missed"), run.out());
    assertTrue(
        Files.readString(page)
            .matches(
                "(?s).*\\| LapGraph of a Flickr-sized graph, epsilon 1 \\| 512m \\| [0-9.]+"
                    + " (m?s|µs) \\|  \\|  \\| [0-9.]+ (m?s|µs) \\| \\w+ \\| \\d\\.\\d+(e-\\d+)?"
                    + " \\| 1\\.0 s \\| (met|missed) \\|.*"),
        () -> page.toString());
    assertTrue(
        Files.readString(page)
            .contains(
                "benchmark --brief --data DIR --only LAP_GRAPH_FLICKR --threads 1 --out FILE.md"),
        () -> page.toString());
  }

  @Test
  void resultsOfEarlierRunsArePutOnOnePageAsTheyWere(@TempDir Path directory) throws IOException {
    Path first = directory.resolve("first.json");
    Path second = directory.resolve("second.json");
    Files.write(first, run("a machine", BenchmarkTarget.DENSE_SQUARE, List.of()).json());
    Files.write(
        second,
        run(
                "a machine",
                BenchmarkTarget.SPARSE_ES,
                List.of(
                    new BenchmarkRun.PeerLine(
                        BenchmarkTarget.SPARSE_ES,
                        "another",
                        new Timed(List.of(9.0, 0.25), List.of()))))
            .json());
    Path page = directory.resolve("page.md");

    Cli.line("benchmark --from %s --out %s", first + "," + second, page).succeeded();
    String written = Files.readString(page);
    // 100 operations at 200 a second take half a second; we took two, the other a quarter.
    String both = "| 3g | 8.0 s | 2.0 s | 2.0 s to 2.0 s | 0.500 s | operations | 0.25 |  |  |";
    assertTrue(written.contains("| dense H W, 4,648 x 256 x 256 " + both), written);
    assertTrue(
        written.contains(
            "| Â B of twitch-ES, 256 columns | another | 0.250 s | 2.0 s | 0.13 | 2.00 | 0.25 |"),
        written);
  }

  @Test
  void resultsOfTwoMachinesAreNotPutOnOnePage(@TempDir Path directory) throws IOException {
    Path first = directory.resolve("first.json");
    Path second = directory.resolve("second.json");
    Files.write(first, run("a machine", BenchmarkTarget.DENSE_SQUARE, List.of()).json());
    Files.write(second, run("another one", BenchmarkTarget.DENSE_NARROW, List.of()).json());
    Path page = directory.resolve("page.md");

    Cli.Run run = Cli.line("benchmark --from %s --out %s", first + "," + second, page).refused(1);
    assertTrue(run.err().contains("a machine; another one"), run.err());
    assertTrue(Files.notExists(page));
  }

  private static BenchmarkRun run(
      String machine, BenchmarkTarget target, List<BenchmarkRun.PeerLine> peers) {
    List<MachineLimits.Rate> rates = List.of(new MachineLimits.Rate(1024, 1e9));
    MachineLimits limits =
        new MachineLimits(
            2, rates, List.of(new MachineLimits.GatherRates(1, rates)), 200, 400, 1e9);
    Timed timed = new Timed(List.of(8.0, 2.0), List.of(new Work("x", 1, 0, 0, 100, 0, 1, 0, 0)));
    return new BenchmarkRun(
        "2026-01-01",
        "benchmark",
        machine,
        new BenchmarkRun.Limits(limits, limits),
        List.of(new BenchmarkRun.Line(target, timed)),
        peers);
  }

  @Test
  void invalidResultsAreRejected(@TempDir Path directory) throws IOException {
    for (String content : new String[] {"[]", "{}"}) {
      Path other = Files.writeString(directory.resolve("other.json"), content);
      Cli.run("benchmark", "--from", other.toString())
          .refused(1, "other.json as results of benchmark --json");
    }

    Cli.run("benchmark").refused(2, "--data is required");
  }

  @Test
  void aProcessThatFailsIsReportedAndNothingIsWritten(@TempDir Path directory) {
    Path page = directory.resolve("benchmarks.md");
    Cli.line(
            "benchmark --data %s --only lap_graph_de --brief --out %s",
            directory.resolve("absent"), page)
        .refused(1, "can't measure LAP_GRAPH_DE");
    assertTrue(Files.notExists(page));
  }
}
