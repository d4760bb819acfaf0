package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.reference.CoraNeighborhood;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of models of PyTorch, asked through ONNX Runtime, against each attack by itself. */
@Tag("thorough")
class AuditOfPytorchModelsTest {

  private static final int NODES = 100;
  private static final int TARGETS = 20;

  /** Attacks that fit every one of the models. */
  private static final Set<String> ALWAYS =
      Set.of("auto", "linkteller", "lsa2-post", "own-features", "subsets");

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void reportsAtLeastTheRecallOfEveryAttackOfTheLibrary(String name) {
    Path data = RealData.directory();
    Path file = data.resolve("../reference/pytorch/" + name + ".onnx").normalize();
    Assumptions.assumeTrue(Files.isRegularFile(file), () -> "skipped: no model at " + file);
    Dataset cora = PlanetoidDataset.load(data, "cora");
    InferenceNodes nodes = CoraNeighborhood.of(cora, NODES, TARGETS);
    try (OnnxModel model = OnnxModel.open(file, cora.graph())) {
      LeakageAuditReport report = audit(model, cora, nodes, Access.UNRESTRICTED);
      StrongestAttack strongest = report.verdict().strongest();
      Map<String, Double> recalls = recalls(model, cora, nodes, strongest.kHat());
      recalls.forEach(
          (attack, recall) ->
              assertTrue(
                  strongest.found().recall() >= recall,
                  attack + " finds " + recall + ", above " + report));
      assertTrue(recalls.keySet().containsAll(ALWAYS), recalls.toString());
      // The comparison can fail: what attackers find without any influence is less.
      double least =
          audit(model, cora, nodes, Access.builder().queryLimit(1).build())
              .verdict()
              .strongest()
              .found()
              .recall();
      assertTrue(least < Collections.max(recalls.values()), least + " of " + recalls);
    }
  }

  private static LeakageAuditReport audit(
      OnnxModel model, Dataset cora, InferenceNodes nodes, Access access) {
    return LeakageAudit.builder().access(access).build().run(model, cora.graph(), nodes);
  }

  /** Returns the recall of each attack that fits the model, run as a user would run it. */
  private static Map<String, Double> recalls(
      OnnxModel model, Dataset cora, InferenceNodes nodes, double kHat) {
    Map<String, Double> recalls = new TreeMap<>();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      try {
        recalls.put(
            attack.name(),
            PredictionMetrics.edges(
                    attack.create(AttackRequest.DEFAULT).run(model, nodes, kHat), cora.graph())
                .recall());
      } catch (RuntimeException e) {
        // It does not fit the model, for which the audit gives the same reason.
      }
    }
    return recalls;
  }
}
