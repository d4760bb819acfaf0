package io.linkteller.models.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.ModelGoldens;
import io.linkteller.models.serve.GraphOwner;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InfluenceAuditTest {

  private static final Graph GRAPH = ModelGoldens.graph();
  private static final FeatureMatrix FEATURES = ModelGoldens.features();

  @ParameterizedTest
  @MethodSource("io.linkteller.models.program.ModelGoldens#all")
  void influencesEqualTheDerivativesOfPyTorch(ModelGoldens.Case golden) {
    InfluenceMatrix influences =
        InfluenceAudit.exact(golden.model(), GRAPH, FEATURES).influences(GRAPH.nodes());
    assertEquals(0, influences.delta());
    golden
        .json()
        .get("influence")
        .properties()
        .forEach(
            entry -> {
              int v = Integer.parseInt(entry.getKey());
              double[] expected = ModelGoldens.doubles(entry.getValue());
              for (int u = 0; u < expected.length; u++) {
                assertEquals(
                    expected[u],
                    influences.influence(v, u),
                    1e-9 * expected[u],
                    "influence of " + v + " on " + u);
              }
            });
  }

  @Test
  void influencesDoNotDependOnThreadsOrTheOrderOfTargets() {
    GnnModel model = ModelGoldens.cases("gat").get(0).model();
    InfluenceAudit audit = InfluenceAudit.exact(model, GRAPH, FEATURES);
    InfluenceMatrix all = audit.parallelism(1).influences(GRAPH.nodes());
    IntList some = IntImmutableList.of(33, 2, 0, 17);
    InfluenceMatrix few = audit.parallelism(2).influences(some);
    for (int v = 0; v < some.size(); v++) {
      for (int u = 0; u < some.size(); u++) {
        assertEquals(all.influence(some.getInt(v), some.getInt(u)), few.influence(v, u));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.attack.reading.PairScore#all")
  void everyScoreCanBeComputedForSomeOfTheNodes(PairScore score) {
    GnnModel model = Gcn.builder().layers(FEATURES.cols(), 8, 3).seed(1).build();
    InfluenceAudit audit = InfluenceAudit.exact(model, GRAPH, FEATURES);
    IntList some = IntImmutableList.of(33, 2, 0, 17);
    LeakageReport report = audit.report(score, some);
    assertEquals(6, report.pairCount());
    PairScores served =
        LinkTeller.builder()
            .score(score)
            .build()
            .run(GraphOwner.of(GRAPH).serve(model), InferenceNodes.of(FEATURES).targeting(some), 1)
            .scores();
    PairScores exact = score.of(audit.influences(score.extent(), some));
    for (int i = 0; i < some.size(); i++) {
      for (int j = i + 1; j < some.size(); j++) {
        assertEquals(served.score(i, j), exact.score(i, j), 1e-2 * (1e-9 + served.score(i, j)));
      }
    }
  }

  /**
   * With one layer, only neighbors influence each other, so every edge ranks above every other
   * pair.
   */
  @Test
  void aNetworkWithOneLayerExposesEveryEdge() {
    GnnModel model = Gcn.builder().layers(FEATURES.cols(), 3).seed(1).build();
    for (PairScore score : List.of(PairScore.PAPER, PairScore.MAX, PairScore.SELF_NORMALIZED)) {
      LeakageReport report = InfluenceAudit.exact(model, GRAPH, FEATURES).report(score);
      assertEquals(GRAPH.edgeCount(), report.edgeCount());
      assertEquals(GRAPH.edgeCount(), report.edgesAmong(GRAPH.edgeCount()), score.name());
      assertEquals(1, report.auc(), score.name());
      assertEquals(report.edgeCount(), report.edges().get(report.edgeCount() - 1).rank());
      assertEquals(1, report.edges().get(5).precisionAtRank());
    }
  }

  @Test
  void invalidArgumentsAreRejected() {
    GnnModel model = Gcn.builder().layers(FEATURES.cols() + 1, 3).build();
    assertRefused(
        "model expects " + (FEATURES.cols() + 1),
        () -> InfluenceAudit.exact(model, GRAPH, FEATURES));
    GnnModel fits = Gcn.builder().layers(FEATURES.cols(), 3).build();
    assertRefused(() -> InfluenceAudit.exact(fits, Graph.empty(3), FEATURES));
    DMatrixRMaj huge = FEATURES.toDense();
    huge.set(4, 0, Double.MAX_VALUE);
    huge.set(4, 1, Double.MAX_VALUE);
    huge.set(4, 2, -Double.MAX_VALUE);
    GnnModel steep = fits.withParameters(ofThrees(fits));
    assertRefused(() -> InfluenceAudit.exact(steep, GRAPH, FeatureMatrix.dense(huge)));
    InfluenceAudit audit = InfluenceAudit.exact(fits, GRAPH, FEATURES);
    assertRefused(() -> audit.influences(IntList.of(1, 1)));
    assertRefused(() -> audit.influences(IntList.of(1, 999)));
    assertRefused(() -> audit.parallelism(0));
    assertRefused(() -> audit.report(PairScore.PAPER, IntList.of(1)));
  }

  private static Parameters ofThrees(GnnModel model) {
    Map<String, DMatrixRMaj> threes = new LinkedHashMap<>();
    for (String name : model.parameters().names()) {
      DMatrixRMaj shape = model.parameters().get(name);
      DMatrixRMaj value = new DMatrixRMaj(shape.numRows, shape.numCols);
      Arrays.fill(value.data, 3);
      threes.put(name, value);
    }
    return Parameters.of(threes);
  }
}
