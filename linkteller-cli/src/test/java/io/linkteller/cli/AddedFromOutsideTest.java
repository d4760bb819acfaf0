package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.report.ReportFiles;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.example.added.MinScore;
import org.example.added.NearIds;
import org.example.added.OwnNumbers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A third party adds a score or an attack with one class and one line of registration; a report
 * needs no registration.
 */
class AddedFromOutsideTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}}));

  private static final InferenceApi LINEAR =
      query -> {
        DMatrixRMaj out = new DMatrixRMaj(0, 0);
        CommonOps_DDRM.mult(
            new DMatrixRMaj(new double[][] {{4, 1, 0.5}, {2, 9, 0}, {0.25, 3, 1}}),
            query.features().toDense(),
            out);
        return out;
      };

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @BeforeEach
  void register(@TempDir Path directory) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve(PairScore.class.getName()), MinScore.class.getName());
    Files.writeString(
        services.resolve(LinkAttackProvider.class.getName()), NearIds.class.getName());
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
  }

  @AfterEach
  void forget() throws IOException {
    ((URLClassLoader) Thread.currentThread().getContextClassLoader()).close();
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void aScoreIsFoundByItsNameInAnySpelling() {
    for (String name : List.of("smaller-of-both", "SMALLER_OF_BOTH", "Smaller-Of_Both")) {
      PairScore score = PairScore.named(name);
      LinkPrediction found = LinkTeller.builder().score(score).build().run(LINEAR, NODES, 0.1);
      assertEquals(1, found.scores().score(0, 1), 1e-9);
      assertEquals(0.25, found.scores().score(0, 2), 1e-9);
      assertEquals(0, found.scores().score(1, 2), 1e-9);
    }
    assertEquals("smaller-of-both", PairScore.all().get(PairScore.all().size() - 1).name());
  }

  @Test
  void theCommandLineFindsTheScore() {
    Cli.Run unknown = Cli.run("attack", "--score", "larger-of-both");
    assertTrue(unknown.err().contains("smaller-of-both"), unknown.err());
  }

  @Test
  void anAttackIsFoundByItsName() {
    assertTrue(
        LinkAttackProvider.all().stream().anyMatch(attack -> attack.name().equals("near-ids")));
    LinkAttackProvider added = LinkAttackProvider.named("NEAR_IDS");
    LinkPrediction found = added.create(AttackRequest.DEFAULT).run(LINEAR, NODES, 0.6);
    assertEquals(List.of(1.0, 1.0), found.edges().stream().map(edge -> edge.score()).toList());
  }

  /** One class and one line of registration suffice. */
  @Test
  void anAddedAttackIsAuditedAndListedInTheHelp() {
    Cli.run("attack", "--attack=nope").refused(2, "near-ids");
    String help = Cli.run("help", "attacks").out();
    assertTrue(help.contains("near-ids") && help.contains("ranks pairs by the distance"), help);
    // A path, whose edges connect adjacent ids, and a model that reveals nothing.
    Graph.Builder path = Graph.builder(20);
    for (int v = 1; v < 20; v++) {
      path.addEdge(v - 1, v);
    }
    LeakageAuditReport report =
        LeakageAudit.builder()
            .build()
            .run(
                query -> new DMatrixRMaj(query.nodes().size(), 2),
                path.build(),
                InferenceNodes.of(FeatureMatrix.dense(new double[20][3])));
    assertEquals("near-ids", report.verdict().strongest().attack());
    assertEquals(1, report.verdict().strongest().found().recall());
    assertTrue(
        report.accesses().stream().allMatch(row -> row.strongest().attack().equals("near-ids")),
        report.accesses().toString());
  }

  @Test
  void aReportOfExternalNumbersIsWritten(@TempDir Path directory) throws IOException {
    List<Path> files = ReportFiles.write(OwnNumbers.report(), directory);
    assertTrue(files.size() >= 3, files::toString);
    String markdown = Files.readString(directory.resolve("own-numbers.md"));
    assertTrue(markdown.contains("0.50") && markdown.contains("1.25"), markdown);
  }
}
