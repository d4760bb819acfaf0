package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.Dataset;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A perturbed graph is never mistaken for the true one. */
class TrueEdgesTest {

  private static final int NODES = 60;

  @TempDir Path directory;

  private Path data = Path.of("data");
  private Path truth = Path.of("true.csv");
  private Path perturbed = Path.of("edges.csv");

  /** Writes a circle, of which EdgeRand keeps most of the 60 edges and adds more than 400. */
  @BeforeEach
  void writeAPerturbedGraph() throws IOException {
    data = Files.createDirectories(directory.resolve("data"));
    truth = directory.resolve("true.csv");
    perturbed = data.resolve("edges.csv");
    Graph.Builder circle = Graph.builder(NODES);
    StringBuilder features = new StringBuilder("node,a,b,c\n");
    StringBuilder labels = new StringBuilder("node,label\n");
    SplittableRandom random = new SplittableRandom(1);
    for (int v = 0; v < NODES; v++) {
      circle.addEdge(v, (v + 1) % NODES);
      features.append(v);
      for (int c = 0; c < 3; c++) {
        features.append(',').append(random.nextGaussian());
      }
      features.append('\n');
      labels.append(v).append(',').append(v % 2).append('\n');
    }
    EdgeListFile.write(circle.build(), truth);
    Files.writeString(data.resolve("features.csv"), features);
    Files.writeString(data.resolve("labels.csv"), labels);
    perturb(perturbed);
  }

  private void perturb(Path out) {
    Cli.line(
            "perturb --mechanism edgerand --epsilon 1 --seed 7 --in %s --nodes %s --out %s",
            truth, NODES, out)
        .succeeded();
  }

  private static Cli.Run run(String command, String format, Path data, String... more) {
    List<String> args =
        new ArrayList<>(List.of(command, "--format", format, "--data", data.toString(), "--json"));
    if (!command.equals("convert")) {
      args.addAll(List.of("--hidden", "4", "--epochs", "3", "--targets", "all"));
    }
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  private static void assertRejects(Cli.Run run) {
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains("edges.csv.guarantee.json"), run.err());
    assertTrue(run.err().contains("--truth"), run.err());
    assertEquals("", run.out());
  }

  private Cli.Run audit(String... more) {
    List<String> args = new ArrayList<>(List.of("--attacks", "linkteller"));
    args.addAll(List.of(more));
    return run("audit", "csv", data, args.toArray(String[]::new));
  }

  @Test
  void anAuditOfAPerturbedGraphRequiresTheTrueEdges() {
    assertRejects(audit());
    assertRejects(Cli.line("audit --format csv --data %s --stream --epochs 3", data));
    assertRejects(run("attack", "csv", data));
  }

  @Test
  void predictionsAreComparedWithTheTrueEdges() {
    int served = EdgeListFile.read(perturbed, NODES).edgeCount();
    assertTrue(served > 400, "EdgeRand left " + served + " edges");
    Cli.Run audited = audit("--truth", truth.toString()).succeeded();
    JsonNode strongest = audited.json().at("/verdict/strongest");
    assertEquals(NODES, audited.json().at("/verdict/edges").asInt(), audited.out());
    // The attack finds the perturbed graph, in which about one in ten edges is true.
    assertTrue(strongest.get("recall").asDouble() < 0.5, audited.out());
    Cli.Run attacked = run("attack", "csv", data, "--truth", truth.toString()).succeeded();
    assertEquals(NODES, attacked.json().get("edges").asInt(), attacked.out());
  }

  /** Arcs or relations can't be compared with the edges of a graph that has none. */
  @Test
  void aTruthOfADifferentKindThanTheServedGraphIsRefused() throws IOException {
    Path arc = directory.resolve("true.gml");
    Files.writeString(
        arc, "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]");
    assertOfAnotherKind(audit("--truth", arc.toString()), "directed without relations");

    Path served = directory.resolve("served.npz");
    Graph circle = EdgeListFile.read(truth, NODES);
    DMatrixRMaj x = new DMatrixRMaj(NODES, 2);
    Dataset typed =
        new Dataset(
            "typed",
            Graph.ofRelations(List.of(circle)),
            FeatureMatrix.dense(x),
            Labels.single(new int[NODES], 1));
    NumpyDataset.write(typed, served);
    Cli.Run untyped = Cli.line("attack --arrays %s --truth %s", served, truth);
    assertOfAnotherKind(untyped, "undirected without relations");
  }

  private static void assertOfAnotherKind(Cli.Run run, String truth) {
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains("is " + truth + ", but the served graph is "), run.err());
    assertTrue(run.err().contains("--type-column"), run.err());
  }

  @Test
  void theGuaranteeIsFoundUnderAnotherFileName() throws IOException {
    // Only the code of the graph matches, because the guarantee has another file name.
    Files.move(
        data.resolve("edges.csv.guarantee.json"), data.resolve("old-edges.csv.guarantee.json"));
    audit().refused(2, "old-edges.csv.guarantee.json");
  }

  @Test
  void theGuaranteeOfAFileAppliesAfterAnEdgeIsRemoved() throws IOException {
    List<String> lines = Files.readAllLines(perturbed);
    Files.write(perturbed, lines.subList(0, lines.size() - 1));
    assertRejects(audit());
  }

  @Test
  void anUnreadableGuaranteeIsNotIgnored() throws IOException {
    Files.writeString(data.resolve("edges.csv.guarantee.json"), "{");
    Files.move(data.resolve("edges.csv.guarantee.json"), data.resolve("x.guarantee.json"));
    assertEquals(2, audit().exitCode());
  }

  @Test
  void theGuaranteeOfAnotherGraphIsIgnored() throws IOException {
    Files.delete(data.resolve("edges.csv.guarantee.json"));
    Files.copy(truth, perturbed, StandardCopyOption.REPLACE_EXISTING);
    perturb(data.resolve("released.csv"));
    audit().succeeded();
  }

  @Test
  void aPerturbedGraphIsNotAcceptedAsTheTruth() {
    assertRejects(audit("--truth", perturbed.toString()));
  }

  @Test
  void truthAndProtectAreIncompatible() {
    audit("--truth", truth.toString(), "--protect", "lapgraph", "--epsilon", "2")
        .refused(2, "--truth can't be used with --protect");
  }

  @Test
  void aConvertedGraphKeepsItsGuarantee() {
    Path binary = directory.resolve("binary");
    run("convert", "csv", data, "--out", binary.toString()).succeeded();
    assertRejects(run("audit", "binary", binary, "--attacks", "linkteller"));
    run("audit", "binary", binary, "--attacks", "linkteller", "--truth", truth.toString())
        .succeeded();
  }
}
