package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class AllPairsCommandTest {

  private static JsonNode small(String threads) {
    Cli.Run run =
        Cli.run(
            "all-pairs",
            "--nodes",
            "300",
            "--edges",
            "900",
            "--hidden",
            "8",
            "--threads",
            threads,
            "--json");
    assertEquals(0, run.exitCode(), run.err());
    return run.json();
  }

  @Test
  void everyPairIsRankedWithAQueryForEachNode() {
    JsonNode found = small("1");
    assertEquals(44_850, found.get("pairs").asLong());
    assertEquals(301, found.get("queries").asInt());
    assertTrue(found.get("storedPairs").asLong() >= 900);
    assertTrue(found.get("auc").asDouble() > 0.9);
  }

  @Test
  void whatIsFoundDoesNotDependOnTheNumberOfThreads() {
    for (String field : new String[] {"storedPairs", "truePositives", "auc"}) {
      assertEquals(small("1").get(field), small("2").get(field), field);
    }
  }

  @Test
  void aGraphThatCannotBeDrawnIsAUsageError() {
    assertEquals(2, Cli.run("all-pairs", "--nodes", "-1").exitCode());
  }
}
