package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.attack.direct.LabelAttack;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
import io.linkteller.attack.prior.GraphDenoiser;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.fixture.Goldens;
import io.linkteller.testing.fixture.RealData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At full size, for each page about an attack, the hardest of the cells that it lists. */
@Tag("thorough")
class TwitchSharesTest {

  private static final int[] PAPER_SEEDS = {42, 2, 82};
  private static final int[] TRAINING_SEEDS = {42, 1, 2};

  private static Dataset data(String country) {
    return TwitchDataset.load(RealData.directory(), country);
  }

  private static ModelWeights weights(String name) {
    return ModelWeights.read(RealData.reference(name + ".npz"));
  }

  private static NodeSample sample(
      Dataset data, String country, DegreeClass degree, int size, int seed) {
    return NodeSample.draw(data.graph(), degree, DegreeThresholds.forTwitch(country), size, seed);
  }

  private static double density(Dataset data, NodeSample sample, BeliefFactor belief) {
    return RoundedDensity.of(data.graph().inducedSubgraph(sample.nodes())).kHat(belief);
  }

  private static LinkPrediction attack(
      LinkAttack attack, Dataset data, InferenceApi api, NodeSample sample) throws Exception {
    return attack.run(
        api,
        InferenceNodes.of(data.features()).targeting(sample.nodes()),
        density(data, sample, BeliefFactor.RIGHT));
  }

  @ParameterizedTest
  @CsvSource({
    "gcn-twitch-es, AUG_NORM_ADJ, true, 160",
    "gcn3-twitch-es, FIRST_ORDER_GCN, false, 200"
  })
  void compressedProbingReadsEveryEdgeOfFiveHundredTargets(
      String weights, Normalization normalization, boolean single, int mostQueries)
      throws Exception {
    Dataset data = data("RU");
    InferenceApi served =
        GraphOwner.of(data.graph())
            .serve(Gcn.ofParameters(weights(weights).parameters(), normalization));
    LinkPrediction found =
        attack(
            CompressedProbing.builder().parallelism(2).build(),
            data,
            single ? ShownOutputs.singlePrecision(served) : served,
            sample(data, "RU", DegreeClass.UNCONSTRAINED, NodeSample.PAPER_SIZE, 42));
    assertEquals(1, PredictionMetrics.edges(found, data.graph()).shareOfBestF1(), 0.01);
    assertTrue(found.queries() <= mostQueries, () -> found.queries() + " queries");
  }

  @ParameterizedTest
  @CsvSource({"AUG_NORM_ADJ, 0.99", "FIRST_ORDER_GCN, 1"})
  void kinksReadNearlyEveryEdge(Normalization normalization, double least) throws Exception {
    Dataset data = data("RU");
    LinkPrediction found =
        attack(
            ChosenFeatureAttack.builder().parallelism(2).build(),
            data,
            GraphOwner.of(data.graph())
                .serve(Gcn.ofParameters(weights("gcn-twitch-es").parameters(), normalization)),
            sample(data, "RU", DegreeClass.HIGH, NodeSample.PAPER_SIZE, 2));
    double share = PredictionMetrics.edges(found, data.graph()).shareOfBestF1();
    assertTrue(share >= least, () -> normalization + ": " + share);
    assertTrue(found.queries() <= 3 * 500 + 80, () -> found.queries() + " queries");
  }

  @Test
  void labelsTellEveryEdge() throws Exception {
    Dataset data = data("RU");
    InferenceApi served =
        GraphOwner.of(data.graph())
            .serve(
                Gcn.ofParameters(weights("gcn-twitch-es").parameters(), Normalization.AUG_RWALK));
    LinkPrediction found =
        attack(
            LabelAttack.builder().build(),
            data,
            ShownOutputs.labels(served, Posterior.SOFTMAX),
            sample(data, "RU", DegreeClass.HIGH, 200, 2));
    assertEquals(1, PredictionMetrics.edges(found, data.graph()).shareOfBestF1());
    assertTrue(found.queries() <= 10 * 200, () -> found.queries() + " queries");
  }

  /** Of all countries Portuguese needs most queries: nodes have 32 neighbors in the mean. */
  @Test
  void ownAnswersShowEveryEdgeOfThreeLayers() {
    Dataset data = data("PTBR");
    ModelWeights weights = weights("gcn3-twitch-es");
    NodeSample sample = sample(data, "PTBR", DegreeClass.UNCONSTRAINED, NodeSample.PAPER_SIZE, 2);
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .build()
            .read(
                GraphOwner.of(data.graph())
                    .serve(Gcn.ofParameters(weights.parameters(), Normalization.AUG_NORM_ADJ))
                    .joinable(
                        weights.scaler().orElseThrow().transform(data.features()),
                        JoiningLimits.NONE),
                sample.nodes());
    Graph.Builder read = Graph.builder(sample.nodes().size());
    for (int i = 0; i < sample.nodes().size(); i++) {
      for (int j = 0; j < i; j++) {
        if (found.pair(i, j) == OwnNodesReading.Pair.EDGE) {
          read.addEdge(i, j);
        }
      }
    }
    assertEquals(data.graph().inducedSubgraph(sample.nodes()), read.build());
    assertEquals(0, found.openCount());
    assertTrue(found.price().queries() - found.price().forTheModel() <= 12, found::toString);
  }

  /** Nine draws of the noise: one moves the mean of three samples by some 0.02. */
  @Test
  void denoisingIsFarMorePreciseThanTheBoundForIndependentPairs() {
    Dataset data = data("PTBR");
    GraphDenoiser denoiser =
        GraphDenoiser.builder(ResponseRates.ofEdgeRand(2)).parallelism(2).build();
    double sum = 0;
    for (int seed : new int[] {7, 19, 101}) {
      NodeSample sample =
          sample(data, "PTBR", DegreeClass.UNCONSTRAINED, NodeSample.PAPER_SIZE, seed);
      Graph truth = data.graph().inducedSubgraph(sample.nodes());
      long m =
          (long)
              Math.ceil(
                  density(data, sample, BeliefFactor.QUARTER) * NodePairs.count(truth.nodeCount()));
      for (int draw = 0; draw < 3; draw++) {
        PairScores posterior =
            denoiser.posterior(
                EdgeRand.withEpsilon(2).forExperiments(100L * seed + draw).perturb(truth).graph());
        int edges = 0;
        for (long pair : posterior.best(m)) {
          edges += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
        }
        sum += (double) edges / m;
      }
    }
    double precision = sum / 9;
    // The bound of Theorem 6 is 0.136.
    assertTrue(precision >= 0.77, () -> "precision " + precision);
  }

  /**
   * The paper's GCN trained here on twitch-ES: on RU utility and leakage must be the paper's.
   * Training ends differently from seed to seed (F1 by 0.02), so means over three seeds, and of
   * leakage over the paper's three samples at k̂ = k, are compared: within two of the paper's
   * standard deviations, or 3 points if that is more, as three samples give a standard deviation to
   * a factor of two only.
   */
  @Test
  void aModelTrainedHereHasTheUtilityAndLeakageOfThePaper() {
    Dataset spain = data("ES");
    Dataset russia = data("RU");
    FeatureScaler scaler = FeatureScaler.fit(spain.features());
    InferenceNodes all = InferenceNodes.of(scaler.transform(russia.features()));
    List<InferenceApi> models = new ArrayList<>();
    double f1 = 0;
    for (int seed : TRAINING_SEEDS) {
      GnnModel untrained =
          Gcn.builder().layers(TwitchDataset.FEATURE_COUNT, 256, 2).dropout(0.5).seed(seed).build();
      GnnModel model =
          Trainer.builder()
              .epochs(200)
              .learningRate(0.01)
              .weightDecay(5e-4)
              .seed(seed)
              .build()
              .train(untrained, spain.graph(), scaler.transform(spain.features()), spain.labels())
              .model();
      var served = GraphOwner.of(russia.graph()).serve(model);
      f1 +=
          ClassificationMetrics.of(
                  served.predict(all.query()), russia.labels(), russia.graph().nodes())
              .f1(ClassificationMetrics.rarestClass(russia.labels()));
      models.add(served);
    }
    assertEquals(0.319, f1 / models.size(), 0.03);
    List<Executable> checks = new ArrayList<>();
    for (DegreeClass degree : DegreeClass.values()) {
      double precision = 0;
      double recall = 0;
      for (InferenceApi model : models) {
        for (int seed : PAPER_SEEDS) {
          NodeSample sample = sample(russia, "RU", degree, NodeSample.PAPER_SIZE, seed);
          EdgeMetrics found =
              PredictionMetrics.edges(
                  LinkTeller.builder()
                      .parallelism(2)
                      .build()
                      .run(
                          model,
                          all.targeting(sample.nodes()),
                          density(russia, sample, BeliefFactor.RIGHT)),
                  russia.graph());
          precision += 100 * found.precision() / (TRAINING_SEEDS.length * PAPER_SEEDS.length);
          recall += 100 * found.recall() / (TRAINING_SEEDS.length * PAPER_SEEDS.length);
        }
      }
      checks.add(near(degree, "precision", precision));
      checks.add(near(degree, "recall", recall));
    }
    assertAll(checks);
  }

  private static Executable near(DegreeClass degree, String metric, double mean) {
    JsonNode paper =
        StreamSupport.stream(Goldens.read("paper-tables.json").spliterator(), false)
            .filter(cell -> cell.get("table").asText().equals("attack-gcn"))
            .filter(cell -> cell.get("dataset").asText().equals("RU"))
            .filter(
                cell -> cell.get("degree").asText().equals(degree.name().toLowerCase(Locale.ROOT)))
            .filter(cell -> cell.get("kHat").asText().equals("k"))
            .filter(cell -> cell.get("method").asText().equals("LinkTeller"))
            .findFirst()
            .orElseThrow();
    double spread = Math.max(3, 2 * paper.get(metric + "_std").asDouble());
    return () -> assertEquals(paper.get(metric).asDouble(), mean, spread, degree + " " + metric);
  }
}
