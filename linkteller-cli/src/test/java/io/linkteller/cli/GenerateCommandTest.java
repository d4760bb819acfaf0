package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.Dataset;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {

  private static final List<String> FILES =
      List.of("graph.bin", "features.bin", "labels.bin", "split.bin");

  @TempDir Path directory;

  private Cli.Run generate(String out, String... more) {
    return Cli.run(
        Stream.concat(
                Stream.of("generate", "--nodes", "300", "--edges", "700", "--json", "--out"),
                Stream.concat(Stream.of(directory.resolve(out).toString()), Arrays.stream(more)))
            .toArray(String[]::new));
  }

  @Test
  void generatedDataAreReadAsBinaryFiles() {
    Cli.Run run =
        generate("new/set", "--classes", "3", "--features", "60", "--seed", "5").succeeded();
    JsonNode json = run.json();
    Dataset read = BinaryDataset.load(directory.resolve("new/set"));
    assertEquals("set", read.name());
    assertEquals(300, read.graph().nodeCount());
    assertEquals(700, read.graph().edgeCount());
    assertEquals(60, read.features().cols());
    assertEquals(3, read.labels().classCount());
    assertEquals(150, read.split().orElseThrow().train().size());
    assertEquals(75, json.get("validation").asInt());
    assertEquals(75, json.get("test").asInt());
    assertEquals(5, json.get("seed").asInt());
  }

  @Test
  void bothFormatsContainTheSameData() {
    assertEquals(0, generate("arrays", "--format", "arrays").exitCode());
    assertEquals(0, generate("binary", "--format", "binary").exitCode());
    Dataset expected =
        NumpyDataset.load(
            directory.resolve("arrays/arrays.npz"), EdgeListReader.of(EdgeDirection.SYMMETRIC));
    Dataset found = BinaryDataset.load(directory.resolve("binary"));
    assertEquals(expected.graph(), found.graph());
    assertArrayEquals(expected.features().toDense().data, found.features().toDense().data);
    for (int v = 0; v < expected.graph().nodeCount(); v++) {
      assertEquals(
          expected.labels().requireSingle().classOf(v), found.labels().requireSingle().classOf(v));
    }
  }

  @Test
  void otherCommandsReadDirectedWeightedAndTypedEdges() {
    Cli.Run run =
        generate(
                "kinds", "--directed", "--weighted", "--features", "20", "--features-per-node", "5")
            .succeeded();
    assertFalse(run.json().has("train"));
    Path arrays = directory.resolve("kinds").resolve("arrays.npz");
    Cli.Run attack =
        Cli.line("attack --json --arrays %s --directed --epochs 2 --hidden 8 --targets all", arrays)
            .succeeded();
    assertEquals("arcs", attack.json().get("counted").asText());
    assertEquals(700, attack.json().get("edges").asInt());

    assertEquals(
        0,
        generate("typed", "--relations", "3", "--features", "20", "--features-per-node", "5")
            .exitCode());
    Path typed = directory.resolve("typed").resolve("arrays.npz");
    Graph read =
        EdgeFile.read(typed, NodeNames.numbers(300), EdgeListReader.of(EdgeDirection.SYMMETRIC));
    assertEquals(3, read.relations().size());
    assertEquals(700, read.edgeCount());
    for (String[] wrong :
        List.of(
            new String[] {"--directed", "--format", "binary"},
            new String[] {"--weighted", "--train-share", "0.3"})) {
      assertEquals(2, generate("wrong", wrong).exitCode());
    }
  }

  @Test
  void theLastRelationIsKeptEvenIfItIsEmpty() {
    Graph some = Graph.builder(3).directed().addEdge(0, 1).build();
    Graph none = Graph.builder(3).directed().build();
    Path file = directory.resolve("relations.npz");
    NumpyDataset.write(Graph.ofRelations(List.of(some, none)), file);
    Graph read =
        EdgeFile.read(file, NodeNames.numbers(3), EdgeListReader.of(EdgeDirection.DIRECTED));
    assertEquals(List.of(some, none), read.relations());
  }

  @Test
  void theSameSeedWritesTheSameBytes() throws IOException {
    generate("a", "--seed", "1");
    generate("b", "--seed", "1");
    generate("c", "--seed", "2");
    for (String file : FILES) {
      byte[] a = Files.readAllBytes(directory.resolve("a").resolve(file));
      assertArrayEquals(a, Files.readAllBytes(directory.resolve("b").resolve(file)), file);
      assertFalse(Arrays.equals(a, Files.readAllBytes(directory.resolve("c").resolve(file))), file);
    }
  }

  @Test
  void failuresToGenerateOrWriteAreReportedInOneLine() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    for (Cli.Run run :
        List.of(
            generate("a", "--homophily", "2"),
            generate("a", "--features-per-node", "900"),
            generate("a", "--train-share", "0.9"),
            generate("file"))) {
      assertEquals(1, run.exitCode(), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
      assertEquals("", run.out());
    }
    assertFalse(Files.exists(directory.resolve("a")));
    assertTrue(Cli.run("generate").exitCode() == 2);
  }
}
