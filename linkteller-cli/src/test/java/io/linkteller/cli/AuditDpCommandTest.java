package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AuditDpCommandTest {

  /** At confidence 1 - 1e-7 an honest mechanism is accused with a probability below 1e-7. */
  @Test
  void anHonestMechanismIsNotAccused() {
    String audit = "audit-dp --mechanism edgerand --epsilon 1 --runs 2000 --seed 3 ";
    Cli.Run run = Cli.line(audit + "--confidence 0.9999999 --json").succeeded();
    assertFalse(run.json().get("refuted").asBoolean());
    assertEquals(1, run.json().get("claimedEpsilon").asDouble());
    double measured = run.json().get("measuredEpsilon").asDouble();
    assertTrue(measured > 0.2 && measured <= 1, run.out());
    String text = Cli.line(audit).succeeded().out();
    assertTrue(text.contains("claimed ε = 1.0, measured >= 0."), text);
  }

  @Test
  void settingsOutOfRangeAreUsageErrors() {
    for (String wrong : List.of("--epsilon 0", "--epsilon 1 --runs 5")) {
      Cli.line("audit-dp --mechanism tmf " + wrong).refused(2);
    }
  }
}
