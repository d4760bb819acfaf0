package io.linkteller.experiment.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.InductivePair;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.experiment.cell.Observation;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.scenario.ProtectedPipeline;
import io.linkteller.experiment.scenario.Protection;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.SmallScenario;
import io.linkteller.experiment.scenario.Utility;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.search.Preset;
import io.linkteller.models.train.Labels;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.testkit.fixture.Goldens;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class AttackGridTest {

  private static final TargetSamples SAMPLES =
      new TargetSamples(List.of(42), NodeSample.PAPER_SIZE);

  private static AttackGrid grid(Scenario scenario) {
    return AttackGrid.paper(List.of(Victim.of(scenario, Preset.TWITCH)), List.of(42L)).build();
  }

  /**
   * The reference attacks the same weights with other code, in NumPy. Of LSA2-post all scores are 1
   * or -1 where there are two classes; the reference ranks its rounding of them, so {@link
   * TwoClassCorrelation} stands in.
   */
  @Test
  void theProtocolGivesTheReferencesNumbersForAllAttacksOnRu() throws Exception {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Scenario russia =
        Scenario.inductive(
            "RU",
            new InductivePair(TwitchDataset.load(data, "ES"), TwitchDataset.load(data, "RU")),
            DegreeThresholds.TWITCH,
            Utility.RARE_CLASS_F1);
    GnnModel model =
        Gcn.builder()
            .layers(TwitchDataset.FEATURE_COUNT, 256, 2)
            .build()
            .withParameters(ModelWeights.read(weights).parameters());
    InferenceApi api = ProtectedPipeline.of(russia, Protection.NONE).serve(model, 2);
    Observations observed =
        new Observations(
            grid(russia).toBuilder()
                .samplingSeeds(List.of(42))
                .build()
                .observe(russia, api, AttackMethod.PAPER, Map.of(Columns.DATASET, "RU")));
    JsonNode cells = Goldens.read("twitch-attack.json").get("RU").get("cells");
    Map<String, String> columns =
        Map.of(
            "LinkTeller", "linkteller_fd_1e-4",
            "LSA2-attr", "lsa2_attr");
    int compared = 0;
    for (Observation observation : observed.all()) {
      if ("LSA2-post".equals(observation.key(Columns.METHOD))) {
        compared += assertTied(russia, api, observation);
        continue;
      }
      JsonNode golden =
          cells
              .get(observation.key(Columns.DEGREE) + "/" + observation.key("sampling seed"))
              .get(columns.getOrDefault(observation.key(Columns.METHOD), ""));
      if (observation.metric().equals(Metric.AUC.name())) {
        assertEquals(golden.get("auc").asDouble(), observation.value(), 1e-6);
      } else if (observation.metric().equals(Metric.PRECISION.name())
          || observation.metric().equals(Metric.RECALL.name())) {
        assertEquals(
            golden.get(observation.key(Columns.BELIEF)).get(observation.metric()).asDouble(),
            observation.value(),
            1e-12,
            observation.toString());
      } else {
        continue;
      }
      compared++;
    }
    // 3 degree classes, 3 attacks; an AUC, and precision and recall at 5 beliefs.
    assertEquals(3 * 3 * (1 + 2 * 5), compared);
  }

  private static int assertTied(Scenario scenario, InferenceApi api, Observation observation)
      throws Exception {
    DegreeClass degree =
        DegreeClass.valueOf(observation.key(Columns.DEGREE).toUpperCase(Locale.ROOT));
    NodeSample sample = SAMPLES.draw(scenario, degree, 42);
    TwoClassCorrelation oracle =
        TwoClassCorrelation.of(
            api.predict(InferenceNodes.of(scenario.served().features()).query()),
            sample.nodes(),
            scenario.served().graph());
    if (observation.metric().equals(Metric.AUC.name())) {
      assertEquals(oracle.auc(), observation.value(), 1e-12, observation.toString());
      return 1;
    }
    boolean precision = observation.metric().equals(Metric.PRECISION.name());
    if (!precision && !observation.metric().equals(Metric.RECALL.name())) {
      return 0;
    }
    BeliefFactor belief =
        Stream.of(BeliefFactor.values())
            .filter(factor -> factor.symbol().equals(observation.key(Columns.BELIEF)))
            .findFirst()
            .orElseThrow();
    double kHat = TargetSamples.density(scenario, sample).orElseThrow().kHat(belief);
    long called = LinkPrediction.edgeCount(kHat, sample.nodes().size());
    double of = precision ? called : oracle.edges();
    assertEquals(oracle.found(called) / of, observation.value(), 1e-12, observation.toString());
    return 1;
  }

  /** Two classes: pairs on one side of the mean posterior before pairs on two, else in order. */
  private record TwoClassCorrelation(List<Boolean> alike, List<Boolean> linked) {

    static TwoClassCorrelation of(DMatrixRMaj logits, IntList targets, Graph truth) {
      int n = targets.size();
      double[] p = new double[n];
      double mean = 0;
      for (int i = 0; i < n; i++) {
        int v = targets.getInt(i);
        p[i] = 1 / (1 + Math.exp(logits.get(v, 1) - logits.get(v, 0)));
        mean += p[i] / n;
      }
      List<Boolean> alike = new ArrayList<>();
      List<Boolean> linked = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          alike.add(p[i] > mean == p[j] > mean);
          linked.add(truth.hasEdge(targets.getInt(i), targets.getInt(j)));
        }
      }
      return new TwoClassCorrelation(alike, linked);
    }

    private double count(boolean ofAlike, boolean ofLinked) {
      return IntStream.range(0, alike.size())
          .filter(p -> alike.get(p) == ofAlike && linked.get(p) == ofLinked)
          .count();
    }

    double edges() {
      return count(true, true) + count(false, true);
    }

    /** The chance that an edge is before a non-edge, ties counted half. */
    double auc() {
      double others = count(true, false) + count(false, false);
      double before = count(true, true) * count(false, false);
      double tied =
          count(true, true) * count(true, false) + count(false, true) * count(false, false);
      return (before + tied / 2) / (edges() * others);
    }

    /** How many of the first pairs are edges. */
    double found(long first) {
      return IntStream.concat(
              IntStream.range(0, alike.size()).filter(alike::get),
              IntStream.range(0, alike.size()).filter(p -> !alike.get(p)))
          .limit(first)
          .filter(linked::get)
          .count();
    }
  }

  /** A model of several labels a node has no softmax. */
  @Test
  void posteriorsOfSeveralLabelsAreSigmoids() {
    Labels several = Labels.multi(new boolean[][] {{true, false}, {true, true}, {false, false}});
    Labels single = Labels.single(new int[] {0, 1, 0}, 2);
    InferenceNodes three = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}, {3}}));
    // Equal logits: one softmax for all three.
    InferenceApi api = query -> new DMatrixRMaj(new double[][] {{1, 1}, {-1, -1}, {0, 0}});
    AttackMethod post = AttackMethod.LSA2_POST;
    assertEquals(-1, post.on(several).attack().run(api, three, 1).scores().score(0, 1), 1e-12);
    assertEquals(0, post.on(single).attack().run(api, three, 1).scores().score(0, 1));
    assertEquals(AttackMethod.LSA2_ATTR, AttackMethod.LSA2_ATTR.on(several));
    assertEquals(post.name(), post.on(several).name());
  }

  @Test
  void aDegreeClassWithFewerNodesIsAttackedAsAWhole() {
    Scenario scenario = SmallScenario.inductive(2);
    for (DegreeClass degree : DegreeClass.values()) {
      assertEquals(
          degree.pool(scenario.served().graph(), scenario.thresholds()).size(),
          SAMPLES.draw(scenario, degree, 42).nodes().size(),
          degree.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void aGridWithNothingToDoIsRefused() {
    AttackGrid grid = grid(SmallScenario.inductive(2));
    assertThrows(IllegalArgumentException.class, () -> grid.toBuilder().methods(List.of()).build());
    assertThrows(IllegalArgumentException.class, () -> grid.toBuilder().targets(1).build());
    assertThrows(
        IllegalArgumentException.class, () -> AttackGrid.paper(List.of(), List.of(1L)).build());
  }
}
