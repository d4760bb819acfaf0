package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.fixture.Goldens;
import io.linkteller.testing.fixture.RealData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks the GCN with the reference weights on real graphs, and compares with the cells of {@code
 * twitch-attack.json}, computed by independent code in NumPy. {@code verify} compares one cell of
 * each country.
 */
class TwitchAttackGoldenTest {

  private static final JsonNode GOLDENS = Goldens.read("twitch-attack.json");
  private static final Map<String, Served> SERVED = new HashMap<>();

  private static final Map<String, InfluenceAudit> AUDITED = new HashMap<>();

  /** A country with the model served on its graph. */
  private record Served(Dataset data, FeatureMatrix features, GnnModel model) {

    ServedModel api(Recompute recompute) {
      return GraphOwner.of(data.graph()).serve(model, recompute);
    }
  }

  private static Served served(String country) {
    Path weights = RealData.reference("gcn-twitch-es.npz");
    return SERVED.computeIfAbsent(
        country,
        name -> {
          ModelWeights trained = ModelWeights.read(weights);
          Dataset dataset = TwitchDataset.load(RealData.directory(), name);
          GnnModel model =
              Gcn.builder()
                  .layers(TwitchDataset.FEATURE_COUNT, 256, 2)
                  .build()
                  .withParameters(trained.parameters());
          return new Served(
              dataset, trained.scaler().orElseThrow().transform(dataset.features()), model);
        });
  }

  private static NodeSample sample(Served served, String country, String cell) {
    String[] degreeAndSeed = cell.split("/", -1);
    return NodeSample.draw(
        served.data().graph(),
        DegreeClass.valueOf(degreeAndSeed[0].toUpperCase(Locale.ROOT)),
        DegreeThresholds.forTwitch(country),
        NodeSample.PAPER_SIZE,
        Integer.parseInt(degreeAndSeed[1]));
  }

  static Stream<Arguments> cells() {
    List<Arguments> all = new ArrayList<>();
    for (String country : List.of("RU", "PTBR")) {
      GOLDENS
          .get(country)
          .get("cells")
          .fieldNames()
          .forEachRemaining(cell -> all.add(Arguments.of(country, cell)));
    }
    return all.stream().filter(cell -> Thorough.RUN || "unconstrained/42".equals(cell.get()[1]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RU", "PTBR"})
  void logitsAndRareClassF1AgreeWithTheReference(String country) {
    Served served = served(country);
    JsonNode golden = GOLDENS.get(country);
    DMatrixRMaj logits =
        served.api(Recompute.EVERYTHING).predict(InferenceNodes.of(served.features()).query());
    JsonNode checksum = golden.get("logits_checksum");
    double total = checksum.get("abs_sum").asDouble();
    assertEquals(checksum.get("sum").asDouble(), CommonOps_DDRM.elementSum(logits), 1e-9 * total);
    assertEquals(total, CommonOps_DDRM.elementSumAbs(logits), 1e-9 * total);
    assertEquals(
        golden.get("rare_class_f1").asDouble(),
        ClassificationMetrics.of(logits, served.data().labels(), served.data().graph().nodes())
            .f1(1),
        1e-12);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void thePapersScoreFindsTheSameEdgesAtEveryBelief(String country, String cell) {
    assertCell(country, cell, PairScore.PAPER, "linkteller_fd_1e-4");
  }

  @ParameterizedTest
  @MethodSource("cells")
  void theMaxScoreFindsTheSameEdgesAtEveryBelief(String country, String cell) {
    assertCell(country, cell, PairScore.MAX, "linkteller_max_fd_1e-4");
  }

  private static void assertCell(String country, String cell, PairScore score, String column) {
    Served served = served(country);
    JsonNode golden = GOLDENS.get(country).get("cells").get(cell);
    NodeSample sample = sample(served, country, cell);
    assertEquals(golden.get("nodes_sha256").asText(), sample.sha256());
    RoundedDensity density =
        RoundedDensity.of(served.data().graph().inducedSubgraph(sample.nodes()));
    InferenceNodes nodes = InferenceNodes.of(served.features()).targeting(sample.nodes());
    LinkPrediction found =
        LinkTeller.builder()
            .score(score)
            .parallelism(2)
            .build()
            .run(served.api(Recompute.CHANGED_ROWS), nodes, density.kHat(BeliefFactor.RIGHT));
    assertEquals(501, found.queries());
    JsonNode expected = golden.get(column);
    assertAll(
        Stream.of(BeliefFactor.values())
            .map(
                belief ->
                    (Executable)
                        () -> {
                          EdgeMetrics edges =
                              PredictionMetrics.edges(
                                  found.withBelief(density.kHat(belief)), served.data().graph());
                          JsonNode at = expected.get(belief.symbol());
                          assertEquals(at.get("m").asInt(), edges.predicted(), belief.symbol());
                          assertEquals(
                              at.get("tp").asInt(), edges.truePositives(), belief.symbol());
                          assertEquals(at.get("precision").asDouble(), edges.precision(), 1e-12);
                          assertEquals(at.get("recall").asDouble(), edges.recall(), 1e-12);
                        }));
    assertEquals(
        expected.get("auc").asDouble(),
        PredictionMetrics.rocAuc(found, served.data().graph()),
        1e-6);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void anExactAuditAgreesWithTheReference(String country, String cell) {
    Served served = served(country);
    JsonNode golden = GOLDENS.get(country).get("cells").get(cell);
    NodeSample sample = sample(served, country, cell);
    RoundedDensity density =
        RoundedDensity.of(served.data().graph().inducedSubgraph(sample.nodes()));
    Map<PairScore, String> columns =
        Map.of(PairScore.PAPER, "linkteller_exact", PairScore.MAX, "linkteller_max_exact");
    InfluenceMatrix influences =
        AUDITED
            .computeIfAbsent(
                country,
                name ->
                    InfluenceAudit.exact(served.model(), served.data().graph(), served.features()))
            .influences(sample.nodes());
    columns.forEach(
        (score, column) -> {
          LeakageReport report =
              LeakageReport.of(score.of(influences), sample.nodes(), served.data().graph());
          JsonNode expected = golden.get(column);
          for (BeliefFactor belief : BeliefFactor.values()) {
            JsonNode at = expected.get(belief.symbol());
            double kHat = density.kHat(belief);
            assertEquals(at.get("tp").asInt(), report.foundEdges(kHat), column + belief.symbol());
            assertEquals(at.get("precision").asDouble(), report.precision(kHat), 1e-12);
            assertEquals(at.get("recall").asDouble(), report.recall(kHat), 1e-12);
          }
          assertEquals(expected.get("auc").asDouble(), report.auc(), 1e-9);
        });
  }
}
