package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.eval.audit.Attacker;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.reference.CoraNeighborhood;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of models of PyTorch, asked through ONNX Runtime, against each attack by itself. */
@Tag("slow")
class AuditOfPytorchModelsTest {

  private static final int NODES = 100;
  private static final int TARGETS = 20;

  /** Attacks that fit every one of the models. */
  private static final Set<String> ALWAYS =
      Set.of("auto", "linkteller", "lsa2-post", "own-features", "spectral-root", "subsets");

  /** The names in the audit of attacks that it runs as they are. */
  private static final Map<String, String> IN_THE_AUDIT =
      Map.of(
          "chosen-features", "chosen-features, its own step, reach-weighted",
          "group-testing", "group testing",
          "kinks", "chosen features",
          "labels", "labels",
          "linkteller", "linkteller, its own step, reach-weighted",
          "lsa2-attr", "LSA2-attr",
          "lsa2-post", "LSA2-post",
          "spectral-root", "spectral root",
          "subsets", "subsets");

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"})
  void reportsAtLeastTheRecallOfEveryAttackOfTheLibrary(String name) {
    Path data = RealData.directory();
    Path file = data.resolve("../reference/pytorch/" + name + ".onnx").normalize();
    Assumptions.assumeTrue(Files.isRegularFile(file), () -> "skipped: no model at " + file);
    Dataset cora = PlanetoidDataset.load(data, "cora");
    InferenceNodes nodes = CoraNeighborhood.of(cora, NODES, TARGETS);
    try (OnnxModel model = OnnxModel.open(file, cora.graph())) {
      LeakageAuditReport report = audit(model, cora, nodes, Attacker.UNRESTRICTED);
      Map<String, Double> recalls = recalls(model, cora, nodes, report.kHat());
      recalls.forEach(
          (attack, recall) ->
              assertTrue(
                  report.recall() >= recall, attack + " finds " + recall + ", above " + report));
      assertTrue(recalls.keySet().containsAll(ALWAYS), recalls.toString());
      IN_THE_AUDIT.forEach(
          (attack, named) ->
              assertEquals(
                  Optional.ofNullable(recalls.get(attack)),
                  report.attacks().stream()
                      .filter(outcome -> outcome.attack().equals(named))
                      .findFirst()
                      .orElseThrow(() -> new AssertionError(named + " was not tried"))
                      .found()
                      .map(EdgeMetrics::recall),
                  attack));
      // The comparison can fail: what attackers find without any influence is less.
      double least = audit(model, cora, nodes, Attacker.UNRESTRICTED.withQueryLimit(1)).recall();
      assertTrue(least < Collections.max(recalls.values()), least + " of " + recalls);
    }
  }

  private static LeakageAuditReport audit(
      OnnxModel model, Dataset cora, InferenceNodes nodes, Attacker attacker) {
    return LeakageAudit.builder()
        .attacker(attacker)
        .scores(List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, PairScore.REACH_WEIGHTED))
        .recallCurve(false)
        .build()
        .run(model, cora.graph(), nodes);
  }

  /** Returns the recall of each attack that fits the model, run as a user would run it. */
  private static Map<String, Double> recalls(
      OnnxModel model, Dataset cora, InferenceNodes nodes, double kHat) {
    AttackRequest request = AttackRequest.builder().score(PairScore.REACH_WEIGHTED).build();
    Map<String, Double> recalls = new TreeMap<>();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      try {
        recalls.put(
            attack.name(),
            PredictionMetrics.edges(attack.create(request).run(model, nodes, kHat), cora.graph())
                .recall());
      } catch (RuntimeException e) {
        // It does not fit the model, for which the audit gives the same reason.
      }
    }
    return recalls;
  }
}
