package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerturbCommandTest {

  private static final int NODES = 200;

  @TempDir Path directory;

  private Graph graph = Graph.empty(0);

  @BeforeEach
  void writeACircle() {
    Graph.Builder circle = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      circle.addEdge(u, (u + 1) % NODES);
    }
    graph = circle.build();
    EdgeListFile.write(graph, directory.resolve("in.csv"));
  }

  private Cli.Run perturb(String mechanism, String epsilon, String... more) {
    return Cli.run(
        Stream.concat(
                Stream.of(
                    "perturb",
                    "--mechanism",
                    mechanism,
                    "--epsilon",
                    epsilon,
                    "--in",
                    directory.resolve("in.csv").toString(),
                    "--nodes",
                    Integer.toString(NODES),
                    "--json"),
                List.of(more).contains("--out")
                    ? Stream.of(more)
                    : Stream.concat(
                        Stream.of("--out", directory.resolve("out.csv").toString()),
                        Stream.of(more)))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"edgerand", "lapgraph", "arr", "tmf"})
  void theOutputEqualsTheWrittenFile(String mechanism) {
    Cli.Run run = perturb(mechanism, "4", "--seed", "1");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = run.json();
    Graph written = EdgeListFile.read(directory.resolve("out.csv"), NODES);
    int[] overlap = new int[1];
    written.forEachEdge((u, v) -> overlap[0] += graph.hasEdge(u, v) ? 1 : 0);
    assertEquals(NODES, json.get("inputEdges").asInt());
    assertEquals(written.edgeCount(), json.get("outputEdges").asInt());
    assertEquals(overlap[0], json.get("overlap").asInt());
    assertEquals(4, json.get("epsilon").asDouble());
    assertTrue(json.get("expectedOutputEdges").asDouble() >= NODES * 0.99);
    assertTrue(json.has("seconds"));
  }

  @Test
  void theSeedDecidesTheGraphAndWithoutOneNoTwoAreAlike() throws IOException {
    Path out = directory.resolve("out.csv");
    perturb("edgerand", "3", "--seed", "5");
    String one = Files.readString(out);
    perturb("edgerand", "3", "--seed", "5");
    assertEquals(one, Files.readString(out));
    perturb("edgerand", "3");
    String secure = Files.readString(out);
    perturb("edgerand", "3");
    // About 900 edges of 19,900 pairs: the same twice has a probability far below 2^-1000.
    assertNotEquals(secure, Files.readString(out));
  }

  @Test
  void aFailureLeavesNoFiles() throws IOException {
    Files.writeString(directory.resolve("in.csv"), "from,to\n0,1\n1,0\n");
    for (String epsilon : List.of("0", "NaN", "Infinity", "-1")) {
      Cli.Run run = perturb("lapgraph", epsilon);
      assertEquals(2, run.exitCode());
      assertTrue(run.err().contains("epsilon = "), run.err());
    }
    assertEquals(1, perturb("edgerand", "2").exitCode());
    assertTrue(perturb("edgerand", "2").err().contains("in.csv, line 3"));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("in.csv")), files.toList());
    }
  }

  @Test
  void theTrueGraphIsNotOverwritten() throws IOException {
    String in = directory.resolve("in.csv").toString();
    String before = Files.readString(Path.of(in));
    Cli.Run run = perturb("edgerand", "2", "--out", in);
    assertEquals(2, run.exitCode());
    assertEquals(before, Files.readString(Path.of(in)));
  }
}
