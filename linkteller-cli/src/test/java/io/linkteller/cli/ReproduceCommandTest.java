package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {

  @TempDir Path directory;

  private Cli.Run reproduce(String name) {
    return Cli.line(
        "reproduce %s --quick --data %s --out %s", name, directory, directory.resolve("out"));
  }

  private void generateFlickr() {
    Cli.line(
            "generate --nodes 300 --edges 2000 --features 40 --out %s", directory.resolve("flickr"))
        .succeeded();
  }

  @Test
  void anExperimentRunsOnGeneratedDataAndWritesItsReport() throws IOException {
    generateFlickr();
    Cli.Run run = reproduce("random").succeeded();
    assertTrue(run.out().contains("random-quick.json"), run.out());
    assertTrue(Files.notExists(directory.resolve("out/random.json")));
    String page = Files.readString(directory.resolve("out/random-quick.md"));
    assertTrue(page.contains("linkteller reproduce random --quick --data DIR --out DIR"), page);
    assertTrue(page.contains("quick"), page);
    assertEquals(0, reproduce("random").exitCode());
  }

  @Test
  void allContinuesAfterAFailedExperimentAndReportsItAtTheEnd() throws IOException {
    // Every data set seems to be there, and none is readable.
    for (String file :
        List.of(
            "twitch/ES/musae_ES_edges.csv",
            "twitch/RU/musae_RU_edges.csv",
            "planetoid/ind.cora.graph")) {
      Path damaged = directory.resolve(file);
      Files.createDirectories(damaged.getParent());
      Files.writeString(damaged, "damaged");
    }
    Cli.Run run = reproduce("all").refused(1);
    assertTrue(run.out().contains("attack-gcn: failed"), run.out());
    assertTrue(run.out().contains("random: failed"), run.out());
    assertTrue(run.out().contains("attack-gat: left out"), run.out());
    assertTrue(run.err().contains("attack-transductive failed: "), run.err());
    assertTrue(run.err().contains("musae_ES"), run.err());
  }

  @Test
  void anUnknownNameIsRejectedWithTheKnownNames() {
    reproduce("attack-everything").refused(2, "attack-transductive", "all");
  }

  @Test
  void missingDataIsReportedInOneLine() {
    reproduce("attack-gcn").refused(1, "musae_RU_edges.csv");
  }
}
