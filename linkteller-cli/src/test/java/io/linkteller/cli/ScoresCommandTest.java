package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoresCommandTest {

  @Test
  void missingDataAreReportedInOneLine(@TempDir Path empty) {
    Cli.Run run = Cli.run("scores", "--data", empty.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("ES"), run.err());
  }

  @Test
  void anUnknownScoreIsAUsageErrorThatNamesTheKnownOnes(@TempDir Path empty) {
    Cli.Run run = Cli.run("scores", "--data", empty.toString(), "--score", "best");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("reach-weighted"), run.err());
  }
}
