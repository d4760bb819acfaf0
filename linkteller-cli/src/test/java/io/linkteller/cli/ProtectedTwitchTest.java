package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.testing.fixture.RealData;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code protect} on the paper's inductive data: one graph to train on, another to serve. */
class ProtectedTwitchTest {

  @TempDir Path out;

  @Test
  void separateGraphsForTrainingAndServingAreBothProtected() {
    Cli.Run run =
        Cli.line(
                "protect --data %s --train PTBR --infer RU --hidden 8 --epochs 1 --targets 60"
                    + " --attacks lsa2-attr --mechanisms lapgraph,gap --epsilons 4 --seed 1"
                    + " --json --out %s",
                RealData.set("twitch"), out)
            .succeeded();
    assertEquals(4, run.json().get("rows").size());
    assertEquals("rare-class F1", run.json().at("/verdict/measure").asText());
  }
}
