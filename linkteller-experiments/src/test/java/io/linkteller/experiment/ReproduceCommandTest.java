package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReproduceCommandTest {

  @TempDir Path directory;

  private Run reproduce(String name) {
    return Run.of(
        "reproduce", name, "--quick", "--data=" + directory, "--out=" + directory.resolve("out"));
  }

  @Test
  void anExperimentRunsOnGeneratedDataAndWritesItsReport() throws IOException {
    SmallEvaluation.datasets(directory);
    Run run = reproduce("random");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("random-quick.json"), run.out());
    assertTrue(Files.notExists(directory.resolve("out/random.json")));
    String page = Files.readString(directory.resolve("out/random-quick.md"));
    assertTrue(
        page.contains("linkteller-experiments reproduce random --quick --data DIR --out DIR"),
        page);
    assertEquals(0, reproduce("random").exitCode());
  }

  @Test
  void allContinuesAfterAFailedExperimentAndReportsItAtTheEnd() throws IOException {
    // Every data set seems to exist, but none is readable.
    for (String file :
        List.of(
            "twitch/ES/musae_ES_edges.csv",
            "twitch/RU/musae_RU_edges.csv",
            "planetoid/ind.cora.graph")) {
      Path damaged = directory.resolve(file);
      Files.createDirectories(damaged.getParent());
      Files.writeString(damaged, "damaged");
    }
    Run run = reproduce("all");
    assertEquals(1, run.exitCode());
    assertTrue(run.out().contains("attack-gcn: failed"), run.out());
    assertTrue(run.out().contains("random: failed"), run.out());
    assertTrue(run.out().contains("attack-gat: skipped"), run.out());
    assertTrue(run.err().contains("attack-transductive failed: "), run.err());
    assertTrue(run.err().contains("musae_ES"), run.err());
  }

  @Test
  void anUnknownNameIsRejectedWithTheKnownNames() {
    Run run = reproduce("attack-everything");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("attack-transductive"), run.err());
  }

  @Test
  void missingDataIsReportedInOneLine() {
    Run run = reproduce("attack-gcn");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("musae_RU_edges.csv"), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  /** One class and one line of registration suffice. */
  @Test
  void anExperimentOfAThirdPartyIsReproduced() throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ExperimentProvider.class.getName()), PathsExperiment.class.getName());
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader added = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(added);
      assertEquals(0, reproduce("paths").exitCode());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    // Adjacent identifiers are the edges of a path.
    String page = Files.readString(directory.resolve("out/paths-quick.md"));
    assertTrue(page.contains("| path of 5 | 1.000 |"), page);
    assertTrue(page.contains("| path of 10 | 1.000 |"), page);
  }
}
