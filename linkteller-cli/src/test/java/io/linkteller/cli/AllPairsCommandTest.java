package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllPairsCommandTest {

  private static JsonNode small(String threads) {
    Cli.Run run =
        Cli.line("all-pairs --nodes 300 --edges 900 --hidden 8 --threads %s --json", threads)
            .succeeded();
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
  void resultsDoNotDependOnTheNumberOfThreads() {
    for (String field : new String[] {"storedPairs", "truePositives", "auc"}) {
      assertEquals(small("1").get(field), small("2").get(field), field);
    }
  }

  @Test
  void theEdgesAreRankedWithoutStoringInfluences() {
    List<String> digests = new ArrayList<>();
    for (String threads : new String[] {"1", "2"}) {
      Cli.Run run =
          Cli.line(
                  "all-pairs --stream --nodes 300 --edges 900 --hidden 8 --json --threads %s",
                  threads)
              .succeeded();
      assertEquals(44_850, run.json().get("pairs").asLong());
      assertEquals(900, run.json().get("edges").asInt());
      assertTrue(run.json().get("namedAmongFirst").asInt() > 450);
      digests.add(run.json().get("digest").asText());
    }
    assertEquals(digests.get(0), digests.get(1));
  }

  @Test
  void aGraphThatCannotBeDrawnIsAUsageError() {
    assertEquals(2, Cli.run("all-pairs", "--nodes", "-1").exitCode());
  }
}
