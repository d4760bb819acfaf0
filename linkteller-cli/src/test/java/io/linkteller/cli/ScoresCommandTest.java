package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testkit.fixture.RealData;
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

  @Test
  void eachCellSaysWhetherItsGraphIsCertifiedAndHowItFits() {
    Path data = RealData.directory();
    Path weights = RealData.reference("gcn-twitch-es.npz");
    Cli.Run run =
        Cli.run(
            ("scores --data %s --weights %s --countries PTBR --degree low --samples 42"
                    + " --score paper --attack compressed --json")
                .formatted(data, weights)
                .split(" "));
    assertEquals(0, run.exitCode(), run.err());
    JsonNode cells = run.json().get("cells");
    assertEquals(2, cells.size());
    for (JsonNode cell : cells) {
      boolean isCompressed = cell.get("attack").asText().equals("compressed");
      assertEquals(isCompressed, cell.at("/notes/certified").asBoolean(), cell.toString());
      assertEquals(isCompressed, cell.has("loss"), cell.toString());
    }
  }
}
