package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.eval.cell.ResultKey;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartCommandTest {

  @TempDir Path directory;

  @Test
  void quickstartRecoversFarMoreEdgesThanGuesses() throws IOException {
    Path plot = directory.resolve("plot.png");
    Cli.Run run = Cli.line("quickstart --out %s --json", plot).succeeded();
    JsonNode attacks = run.json().get("attacks");
    assertTrue(attacks.get("linkteller").get("f1").asDouble() > 0.8, run.out());
    assertTrue(attacks.get("linkteller").get("auc").asDouble() > 0.99, run.out());
    assertEquals(251, attacks.get("linkteller").get("queries").asInt());
    assertTrue(attacks.get("random").get("f1").asDouble() < 0.05, run.out());
    assertTrue(attacks.get("lsa2-post").get("f1").asDouble() < 0.5, run.out());
    assertPicture(plot);
    JsonNode open = run.json().get("audit");
    JsonNode behind = run.json().get("lapgraph");
    assertEquals("FAIL", open.get("outcome").asText(), run.out());
    assertEquals(1, open.get("recall").asDouble(), run.out());
    assertTrue(open.get("queries").asInt() < 251, run.out());
    assertTrue(behind.get("recall").asDouble() < 0.5, run.out());
    assertTrue(behind.get("accuracy").asDouble() < open.get("accuracy").asDouble(), run.out());
    String seven = Cli.line("quickstart --out %s --seed 7 --json", plot).out();
    assertEquals(seven, Cli.line("quickstart --out %s --seed 7 --json", plot).out());
    assertNotEquals(seven, run.out(), "the seed decides");
  }

  /** LinkTeller's line ends at recall 1, so at the last grid line, that of the tick 1.0. */
  private static void assertPicture(Path plot) throws IOException {
    BufferedImage picture = ImageIO.read(plot.toFile());
    assertTrue(picture.getWidth() > 1000, "picture is " + picture.getWidth() + " wide");
    int lastGridLine = 0;
    int endOfLine = 0;
    boolean baseline = false;
    for (int x = 0; x < picture.getWidth(); x++) {
      int grid = 0;
      for (int y = 0; y < picture.getHeight() * 3 / 4; y++) {
        int color = picture.getRGB(x, y) & 0xFFFFFF;
        grid += color == 0xE5E5E5 ? 1 : 0;
        endOfLine = color == 0xD55E00 ? x : endOfLine;
        baseline |= color == 0x0072B2;
      }
      lastGridLine = grid > picture.getHeight() / 8 ? x : lastGridLine;
    }
    assertTrue(baseline, "the line of LSA2 is there");
    assertTrue(endOfLine > picture.getWidth() / 2, "the line of LinkTeller is there");
    assertEquals(lastGridLine, endOfLine, 8, "the line ends at the last tick");
  }

  @Test
  void theSummaryNamesTheAttackAndThePicture() {
    Path plot = directory.resolve("plot.png");
    Cli.Run run = Cli.line("quickstart --out %s --seed 7", plot).succeeded();
    assertTrue(run.out().contains("linkteller"), run.out());
    assertTrue(run.out().contains(plot.toString()), run.out());
    assertTrue(Files.exists(plot));
  }

  @Test
  void impossibleRequestsAreRejectedBeforeAnyWork() {
    for (String impossible : new String[] {"no/such/plot.png", "plot.gif"}) {
      Cli.Run run =
          Cli.run("quickstart", "--out", directory.resolve(impossible).toString())
              .refused(2, "plot.");
      assertEquals("", run.out());
    }
    assertEquals(2, Cli.run("quickstart", "--seed", "-3").exitCode());
  }

  @Test
  void unknownOptionsAreUsageErrors() {
    assertEquals(2, Cli.run("quickstart", "--nonsense").exitCode());
    assertEquals(2, Cli.run("nonsense").exitCode());
    assertEquals(0, Cli.run("--help").exitCode());
    assertEquals(0, Cli.run("--version").exitCode());
    assertEquals("linkteller " + ResultKey.version(), Cli.run("--version").out().strip());
    assertTrue(Cli.run().out().contains("quickstart"));
  }
}
