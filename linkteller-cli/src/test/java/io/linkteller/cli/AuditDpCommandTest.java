package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class AuditDpCommandTest {

  /** At confidence 1 - 1e-7 a false accusation of four honest mechanisms is below 1e-6. */
  @ParameterizedTest
  @ValueSource(strings = {"edgerand", "lapgraph", "arr", "tmf"})
  void anHonestMechanismIsNotAccused(String mechanism) {
    Cli.Run run =
        Cli.run(
            "audit-dp",
            "--mechanism",
            mechanism,
            "--epsilon",
            "1",
            "--runs",
            "20000",
            "--confidence",
            "0.9999999",
            "--seed",
            "3",
            "--json");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = run.json();
    assertFalse(json.get("refuted").asBoolean());
    assertEquals(1, json.get("claimedEpsilon").asDouble());
    boolean decidesCellByCell = mechanism.equals("edgerand") || mechanism.equals("arr");
    assertTrue(!decidesCellByCell || json.get("measuredEpsilon").asDouble() > 0.8, run.out());
    assertTrue(json.get("measuredEpsilon").asDouble() <= 1, run.out());
  }

  @Test
  void theTextOutputIsOneSentence() {
    Cli.Run run =
        Cli.run(
            "audit-dp",
            "--mechanism",
            "edgerand",
            "--epsilon",
            "2",
            "--runs",
            "5000",
            "--seed",
            "1");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("claimed ε = 2.0, measured >= 1."), run.out());
  }

  @Test
  void settingsOutOfRangeAreUsageErrors() {
    for (String[] wrong : new String[][] {{"--epsilon", "0"}, {"--epsilon", "1", "--runs", "5"}}) {
      String[] args = new String[wrong.length + 3];
      args[0] = "audit-dp";
      args[1] = "--mechanism";
      args[2] = "tmf";
      System.arraycopy(wrong, 0, args, 3, wrong.length);
      Cli.Run run = Cli.run(args);
      assertEquals(2, run.exitCode(), run.err());
    }
  }
}
