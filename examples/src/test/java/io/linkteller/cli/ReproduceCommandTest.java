package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {

  @TempDir Path directory;

  private Cli.Run reproduce(String name) {
    return Cli.run(
        "reproduce",
        name,
        "--quick",
        "--data",
        directory.toString(),
        "--out",
        directory.resolve("out").toString());
  }

  private void generateFlickr() {
    Cli.Run run =
        Cli.run(
            "generate",
            "--nodes",
            "300",
            "--edges",
            "2000",
            "--features",
            "40",
            "--out",
            directory.resolve("flickr").toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  @Test
  void anExperimentRunsOnGeneratedDataAndLeavesItsReport() {
    generateFlickr();
    Cli.Run run = reproduce("random");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("random.json"), run.out());
    assertTrue(Files.exists(directory.resolve("out/random.html")));
    assertEquals(0, reproduce("random").exitCode());
  }

  @Test
  void anUnknownNameIsRefusedWithTheNamesThatThereAre() {
    Cli.Run run = reproduce("attack-everything");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("attack-transductive"), run.err());
    assertTrue(run.err().contains("all"), run.err());
  }

  @Test
  void missingDataIsToldInALine() {
    Cli.Run run = reproduce("attack-gcn");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("musae_RU_edges.csv"), run.err());
  }
}
