package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.spectral.Propagation;
import io.linkteller.attack.spectral.SpectralRecovery;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spectral root on twitch graphs: a part of what {@code docs/spectral-root.md} lists. */
@Tag("slow")
class SpectralRootSharesTest {

  private static GnnModel reference(String file, Normalization normalization) {
    Path weights = RealData.directory().resolve("../reference").resolve(file).normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    return Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization);
  }

  /** Attacks one sample and requires all that m guesses allow, and k̂ within 2 %. */
  private static SpectralRecovery attack(
      String country, DegreeClass degree, int seed, GnnModel model, boolean singlePrecision) {
    return attack(country, degree, seed, model, singlePrecision, SpectralRoot.builder());
  }

  private static SpectralRecovery attack(
      String country,
      DegreeClass degree,
      int seed,
      GnnModel model,
      boolean singlePrecision,
      SpectralRoot.Builder settings) {
    Dataset data = TwitchDataset.load(RealData.directory(), country);
    NodeSample sample =
        NodeSample.draw(
            data.graph(), degree, DegreeThresholds.forTwitch(country), NodeSample.PAPER_SIZE, seed);
    InferenceApi exact = GraphOwner.of(data.graph()).serve(model);
    InferenceApi api = singlePrecision ? ShownOutputs.singlePrecision(exact) : exact;
    int n = sample.nodes().size();
    InferenceNodes nodes =
        InferenceNodes.of(
            sample.nodes(),
            LowRankFeatures.of(new double[n], new double[TwitchDataset.FEATURE_COUNT]));
    SpectralRecovery found = settings.parallelism(2).build().recover(api, nodes);
    assertEquals(n + 1, found.queries());
    Graph truth = data.graph().inducedSubgraph(sample.nodes());
    double kHat = RoundedDensity.of(truth).kHat(BeliefFactor.RIGHT);
    LinkPrediction prediction =
        LinkPrediction.of(
            "spectral root", nodes, kHat, found.scores(), found.queries(), Duration.ZERO);
    double share = PredictionMetrics.edges(prediction, data.graph()).shareOfBestF1();
    assertTrue(share >= 0.999, () -> "share " + share + ", " + found.diagnosis());
    assertEquals(truth.density(), found.diagnosis().kHat(), 0.02 * truth.density());
    assertTrue(found.diagnosis().isRead());
    return found;
  }

  @ParameterizedTest(name = "{0}, {1}, {2}: {3}, {4}, {5} layers")
  @CsvSource({
    "PTBR, HIGH, 42, gcn-twitch-es.npz, AUG_NORM_ADJ, 2, AUGMENTED",
    "RU, UNCONSTRAINED, 2, gcn-twitch-es.npz, AUG_RWALK, 2, RANDOM_WALK",
    "RU, HIGH, 82, gcn-twitch-es.npz, BING_GE_NORM_ADJ, 2, AUGMENTED_WITH_IDENTITY",
    "RU, HIGH, 42, gcn-twitch-es.npz, FIRST_ORDER_GCN, 2, FIRST_ORDER",
    "PTBR, UNCONSTRAINED, 42, gcn3-twitch-es.npz, AUG_NORM_ADJ, 3, AUGMENTED",
    "PTBR, LOW, 82, gcn3-twitch-es.npz, FIRST_ORDER_GCN, 3, FIRST_ORDER"
  })
  void edgesAreFoundUnderEveryNormalizationAndDepth(
      String country,
      DegreeClass degree,
      int seed,
      String weights,
      Normalization normalization,
      int depth,
      Propagation propagation) {
    SpectralRecovery found =
        attack(country, degree, seed, reference(weights, normalization), false);
    assertEquals(propagation, found.diagnosis().propagation());
    assertEquals(depth, found.diagnosis().depth());
  }

  /** Attention over equal features weighs neighbors equally, whatever its weights: none trained. */
  @Test
  void attentionIsReadInDoubleAndInSinglePrecision() {
    GnnModel model =
        Gat.builder()
            .layers(TwitchDataset.FEATURE_COUNT, 64, 2)
            .with(Gat.HEADS, IntList.of(4))
            .seed(42)
            .build();
    for (boolean single : new boolean[] {false, true}) {
      SpectralRecovery found = attack("RU", DegreeClass.HIGH, 42, model, single);
      assertEquals(Propagation.RANDOM_WALK, found.diagnosis().propagation());
      assertEquals(2, found.diagnosis().depth());
    }
  }

  @Test
  void singlePrecisionIsEnoughForAugmentedNormalization() {
    GnnModel model = reference("gcn-twitch-es.npz", Normalization.AUG_NORM_ADJ);
    attack("PTBR", DegreeClass.UNCONSTRAINED, 2, model, true);
  }

  /** Features within ±1 and one row within ±2: a range check has nothing to object to. */
  @Test
  void aScaleOfTwoIsEnoughForAugmentedNormalization() {
    GnnModel model = reference("gcn-twitch-es.npz", Normalization.AUG_NORM_ADJ);
    attack("PTBR", DegreeClass.HIGH, 42, model, false, SpectralRoot.builder().scale(2));
  }
}
