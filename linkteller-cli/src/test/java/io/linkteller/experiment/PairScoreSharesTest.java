package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
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
import io.linkteller.feature.FeatureScaler;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.search.Preset;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.TrainingData;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How near each score comes to the best F1 that its guesses allow, on a part of what {@code
 * docs/pair-scores.md} lists: the means of the unconstrained and the high class over the paper's
 * three samples.
 */
@Tag("thorough")
class PairScoreSharesTest {

  private static final List<DegreeClass> HIGHER =
      List.of(DegreeClass.UNCONSTRAINED, DegreeClass.HIGH);

  /** A model served on a country's graph. */
  private record Served(String country, Dataset data, FeatureMatrix features, InferenceApi api) {

    static Served of(String country, GnnModel model, FeatureScaler scaler) {
      Dataset data = TwitchDataset.load(RealData.directory(), country);
      return new Served(
          country,
          data,
          scaler.transform(data.features()),
          GraphOwner.of(data.graph()).serve(model));
    }

    EdgeMetrics attack(PairScore score, DegreeClass degree, int seed) {
      NodeSample sample =
          NodeSample.draw(
              data.graph(),
              degree,
              DegreeThresholds.forTwitch(country),
              NodeSample.PAPER_SIZE,
              seed);
      InferenceNodes nodes = InferenceNodes.of(features).targeting(sample.nodes());
      double kHat =
          RoundedDensity.of(data.graph().inducedSubgraph(sample.nodes())).kHat(BeliefFactor.RIGHT);
      LinkPrediction found =
          LinkTeller.builder().score(score).parallelism(2).build().run(api, nodes, kHat);
      assertEquals(score.queryCount(nodes), found.queries());
      return PredictionMetrics.edges(found, data.graph());
    }

    double mean(
        PairScore score,
        List<DegreeClass> classes,
        ToDoubleFunction<EdgeMetrics> metric,
        int... seeds) {
      return classes.stream()
          .flatMapToDouble(
              degree ->
                  Arrays.stream(seeds)
                      .mapToDouble(seed -> metric.applyAsDouble(attack(score, degree, seed))))
          .average()
          .orElseThrow();
    }
  }

  private static Served reference(String country) {
    Path weights = RealData.directory().resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    ModelWeights read = ModelWeights.read(weights);
    GnnModel model =
        Gcn.builder()
            .layers(TwitchDataset.FEATURE_COUNT, 256, 2)
            .build()
            .withParameters(read.parameters());
    return Served.of(country, model, read.scaler().orElseThrow());
  }

  @Test
  void sharedReachFindsNearlyAllEdgesWithTheQueriesOfThePaper() {
    for (String country : List.of("RU", "PTBR")) {
      Served served = reference(country);
      double share =
          served.mean(PairScore.REACH_WEIGHTED, HIGHER, EdgeMetrics::shareOfBestF1, 42, 2, 82);
      assertTrue(share >= 0.97, () -> country + ": " + share);
      List<DegreeClass> low = List.of(DegreeClass.LOW);
      double paper = served.mean(PairScore.PAPER, low, EdgeMetrics::shareOfBestF1, 42, 2, 82);
      double ours =
          served.mean(PairScore.REACH_WEIGHTED, low, EdgeMetrics::shareOfBestF1, 42, 2, 82);
      assertTrue(ours >= paper, () -> country + ", low: " + ours + " after " + paper);
    }
  }

  @Test
  void deconvolutionFindsNearlyAllEdgesWithAllNodesQueried() {
    double share =
        reference("PTBR").mean(PairScore.DECONVOLVED, HIGHER, EdgeMetrics::shareOfBestF1, 42);
    assertTrue(share >= 0.985, () -> "PTBR: " + share);
  }

  @Test
  void withThreeLayersSharedReachAddsFifteenPointsToThePapersF1() {
    Dataset source = TwitchDataset.load(RealData.directory(), "ES");
    FeatureScaler scaler = FeatureScaler.fit(source.features());
    GnnModel untrained =
        Gcn.builder().layers(TwitchDataset.FEATURE_COUNT, 64, 64, 2).dropout(0.5).build();
    GnnModel trained =
        Preset.TWITCH_3_LAYERS
            .trainer()
            .seed(42)
            .parallelism(2)
            .build()
            .train(
                untrained,
                TrainingData.of(
                    source.graph(), scaler.transform(source.features()), source.labels()))
            .model();
    double gain = 0;
    List<String> countries = List.of("RU", "ENGB");
    for (String country : countries) {
      Served served = Served.of(country, trained, scaler);
      gain +=
          served.mean(PairScore.REACH_WEIGHTED, HIGHER, EdgeMetrics::f1, 42, 2, 82)
              - served.mean(PairScore.PAPER, HIGHER, EdgeMetrics::f1, 42, 2, 82);
    }
    double mean = gain / countries.size();
    assertTrue(mean >= 0.15, () -> "F1 over that of the paper's score: " + mean);
  }
}
