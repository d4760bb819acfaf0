package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.testing.Gaussian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands train any architecture on a ring whose edges alternate between two relations. */
class TrainedArchitectureTest {

  private static final int NODES = 12;

  @TempDir Path directory;

  private final int[] sources = new int[2 * NODES];
  private final int[] targets = new int[2 * NODES];
  private final NumpyArchiveWriter arrays = new NumpyArchiveWriter();

  @BeforeEach
  void writeNodes() {
    DMatrixRMaj x = new DMatrixRMaj(Gaussian.rows(NODES, 4, new SplittableRandom(1)));
    for (int v = 0; v < NODES; v++) {
      sources[v] = v;
      targets[v + NODES] = v;
      targets[v] = (v + 1) % NODES;
      sources[v + NODES] = (v + 1) % NODES;
    }
    arrays
        .add("x", x)
        .add("y", IntStream.range(0, NODES).map(v -> v % 2).toArray())
        .add("edge_index", sources, targets);
  }

  private Cli.Run attack(String... more) {
    Path file = directory.resolve("ring.npz");
    arrays.write(file);
    List<String> args =
        new ArrayList<>(List.of("attack", "--arrays", file.toString(), "--targets", "all"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  private static final List<String> TRAINED = List.of("--hidden", "8", "--epochs", "20", "--json");

  private static String[] with(String... more) {
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(TRAINED);
    return args.toArray(String[]::new);
  }

  @Test
  void anRGcnIsTrainedOnTheGraphsRelationsAndReadBack() throws IOException {
    arrays.add("edge_type", IntStream.range(0, 2 * NODES).map(e -> e % 2).toArray());
    String weights = directory.resolve("model.npz").toString();
    Cli.Run gcn = attack(with()).refused(1);
    String unlike = "gcn, unlike an R-GCN (--architecture rgcn) and an ONNX file with an input";
    assertTrue(gcn.err().contains(unlike), gcn.err());
    assertTrue(gcn.err().contains("the graph has 2 relations"), gcn.err());
    Cli.Run run =
        attack(with("--architecture", "rgcn", "--attack", "subsets", "--save-weights", weights))
            .succeeded();
    JsonNode json = run.json();
    assertEquals(NODES, json.get("truePositives").asInt(), json.toString());
    Cli.Run again = attack("--weights", weights, "--attack", "subsets", "--json").succeeded();
    assertEquals(json.get("truePositives"), again.json().get("truePositives"));
    String ring = directory.resolve("ring.npz").toString();
    Cli.Run untyped =
        Cli.line(
                "attack --weights %s --features %s --edge-index %s",
                weights, ring + "/x", ring + "/edge_index")
            .refused(1);
    String untold = "distinguishes 2 relations; ring.npz has none; --edge-type or --type-column";
    assertTrue(untyped.err().contains(untold), untyped.err());
    assertTrue(again.json().get("anyRelation").asBoolean());
    Cli.Run streamed =
        Cli.line("audit --arrays %s --weights %s --stream", ring, weights)
            .refused(1, "audit without --stream) supports only one kind of edge");
    assertFalse(streamed.err().contains("R-GCN"), streamed.err());
    Cli.Run audit =
        Cli.line(
                "audit --arrays %s --targets all --weights %s --attacks subsets --report %s",
                directory.resolve("ring.npz"), weights, directory)
            .succeeded();
    String page = Files.readString(directory.resolve("leakage-audit.md"));
    for (String said : List.of(audit.out(), page)) {
      assertTrue(said.contains("A pair counts as an edge if any relation connects it."), said);
    }
    assertTrue(audit.out().contains("(linkteller perturb"), audit.out());
    assertFalse(audit.out().contains("linkteller protect"), audit.out());
    Cli.Run other = attack(with("--architecture", "rgcn", "--setting", "relations=3"));
    assertTrue(other.err().contains("distinguishes 3 relations"), other.err());
    String more = directory.resolve("more.npz").toString();
    Cli.Run three =
        attack(with("--architecture", "rgcn", "--relations", "1,0,2", "--save-weights", more))
            .succeeded();
    Cli.Run fewer = attack("--weights", more);
    assertTrue(fewer.err().contains("--relations lists all of them"), fewer.err());
    Cli.Run same = attack("--weights", more, "--relations", "1,0,2", "--json").succeeded();
    assertEquals(three.json().get("accuracy"), same.json().get("accuracy"));
  }

  @Test
  void settingsDependOnTheArchitecture() {
    Cli.Run max =
        attack("--architecture=sage", "--setting=aggregator=MAX", "--epochs=2").succeeded();
    assertTrue(max.out().contains("aggregator = MAX"), max.out());
    attack(with("--architecture", "sage", "--setting", "steps=2"))
        .refused(1, "its settings are [aggregator]");
    attack(with("--architecture", "sage", "--normalization", "aug-norm-adj"))
        .refused(2, "--setting");
  }

  @Test
  void edgesOfWeightZeroAreReportedAsInvisible() {
    double[] weights =
        IntStream.range(0, 2 * NODES).mapToDouble(e -> e % NODES < 3 ? 0 : 2).toArray();
    arrays.add("edge_weight", weights);
    Cli.Run run = attack(with()).succeeded();
    assertEquals(3, run.json().get("edgesOfWeightZero").asInt());
    Cli.Run text = attack("--hidden", "8", "--epochs", "2");
    assertTrue(
        text.out()
            .contains(
                "edges of weight 0, which no answer distinguishes from missing edges: 3 of 12"),
        text.out());
  }
}
