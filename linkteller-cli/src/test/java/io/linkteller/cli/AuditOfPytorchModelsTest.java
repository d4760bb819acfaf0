package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.reference.CoraNeighborhood;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of models of PyTorch, asked through ONNX Runtime, against each attack by itself. */
@Tag("slow")
class AuditOfPytorchModelsTest {

  private static final int NODES = 100;
  private static final int TARGETS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void reportsAtLeastTheRecallOfEveryAttackOfTheLibrary(String name) {
    Path data = RealData.directory();
    Path file = data.resolve("../reference/pytorch/" + name + ".onnx").normalize();
    Assumptions.assumeTrue(Files.isRegularFile(file), () -> "skipped: no model at " + file);
    Dataset cora = PlanetoidDataset.load(data, "cora");
    InferenceNodes nodes = CoraNeighborhood.of(cora, NODES, TARGETS);
    try (OnnxModel model = OnnxModel.open(file, cora.graph())) {
      LeakageAuditReport report =
          LeakageAudit.builder()
              .scores(List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, PairScore.REACH_WEIGHTED))
              .recallCurve(false)
              .build()
              .run(model, cora.graph(), nodes);
      int fitting = 0;
      for (LinkAttackProvider attack : LinkAttackProvider.all()) {
        double recall;
        try {
          recall =
              PredictionMetrics.edges(
                      attack
                          .create(AttackRequest.builder().score(PairScore.REACH_WEIGHTED).build())
                          .run(model, nodes, report.kHat()),
                      cora.graph())
                  .recall();
          fitting++;
        } catch (RuntimeException e) {
          continue; // An attack that does not fit the model finds nothing.
        }
        assertTrue(
            report.recall() >= recall, attack.name() + " finds " + recall + ", above " + report);
      }
      assertTrue(fitting >= 4, fitting + " attacks fit");
    }
  }
}
