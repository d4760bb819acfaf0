package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchmarkCommandTest {

  @TempDir Path directory;

  @Test
  void aTargetIsMeasuredInItsOwnHeapAndComparedWithItsLimit() {
    Run run = Run.of("benchmark", "--data=" + directory, "--only=lap_graph_flickr", "--threads=1");
    // A busy machine may miss the target; this tests only that the outcome is reported.
    assertTrue(
        run.out()
            .matches(
                "(?s).*\\| LapGraph of a Flickr-sized graph, epsilon 1 \\| 512m \\| [0-9.]+ s"
                    + " \\|  \\|  \\| 1\\.0 s \\| (met|missed) \\|.*"),
        run.out());
    assertEquals(run.out().contains("missed") ? 1 : 0, run.exitCode(), run.err());
  }

  @Test
  void twoBuildsAreComparedAlternately() {
    Run run =
        Run.of(
            "benchmark",
            "--data=" + directory,
            "--only=lap_graph_flickr",
            "--pairs=2",
            "--against=" + System.getProperty("java.class.path"));
    assertTrue(
        run.out().matches("(?s).*epsilon 1 \\| \\d\\.\\d{3} \\| \\d+\\.\\d+ to .*"),
        run.out() + run.err());
  }

  @Test
  void aFailedProcessIsReported() {
    Run run = Run.of("benchmark", "--data=" + directory.resolve("absent"), "--only=lap_graph_de");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("can't measure LAP_GRAPH_DE"), run.err());
  }

  @Test
  void aSinglePairIsRefusedBecauseItHasNoInterval() {
    assertEquals(2, Run.of("benchmark", "--data=.", "--pairs=1").exitCode());
  }
}
