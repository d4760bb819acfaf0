package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoresCommandTest {

  @Test
  void missingDataAreReportedInOneLine(@TempDir Path empty) {
    Cli.run("scores", "--data", empty.toString()).refused(1, "ES");
  }

  @Test
  void anUnknownScoreIsAUsageErrorThatNamesTheKnownOnes(@TempDir Path empty) {
    Cli.line("scores --data %s --score best", empty).refused(2, "reach-weighted");
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
                    .split(" "))
            .succeeded();
    JsonNode cells = run.json().get("cells");
    assertEquals(2, cells.size());
    for (JsonNode cell : cells) {
      boolean isCompressed = cell.get("attack").asText().equals("compressed");
      assertEquals(isCompressed, cell.at("/notes/certified").asBoolean(), cell.toString());
      assertEquals(isCompressed, cell.has("loss"), cell.toString());
    }
  }
}
