package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chosen features against the weights of the reference, under each normalization. */
@Tag("thorough")
class TwitchChosenFeatureTest {

  private static final double TARGET = 0.99;

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void nearlyEveryEdgeIsFoundWithoutKnowingTheNormalization(Normalization normalization) {
    Dataset dataset = dataset("RU");
    ServedModel api = served(dataset, normalization);
    for (DegreeClass degreeClass : DegreeClass.values()) {
      LinkPrediction found = attack(api, dataset, degreeClass, 2);
      double share = PredictionMetrics.edges(found, dataset.graph()).shareOfBestF1();
      assertTrue(share >= TARGET, () -> degreeClass + ": " + share);
      assertTrue(found.queries() <= 3 * 500 + 80, () -> found.queries() + " queries");
      if (isLazy(normalization)) {
        assertEquals(1, share, degreeClass.toString());
      }
    }
  }

  /** DE has nodes of degree 1,334 and 4,259, whose answers show least of single neighbors. */
  @ParameterizedTest
  @EnumSource(Normalization.class)
  void answersInSinglePrecisionShowAsMuch(Normalization normalization) {
    Dataset dataset = dataset("DE");
    ServedModel exact = served(dataset, normalization);
    InferenceApi single = ShownOutputs.singlePrecision(exact);
    LinkPrediction found = attack(single, dataset, DegreeClass.UNCONSTRAINED, 42);
    double share = PredictionMetrics.edges(found, dataset.graph()).shareOfBestF1();
    assertTrue(share >= (isLazy(normalization) ? 1 : TARGET), () -> normalization + ": " + share);
  }

  private static boolean isLazy(Normalization normalization) {
    return normalization == Normalization.FIRST_ORDER_GCN
        || normalization == Normalization.BING_GE_NORM_ADJ;
  }

  private static Dataset dataset(String country) {
    return TwitchDataset.load(RealData.directory(), country);
  }

  private static ServedModel served(Dataset dataset, Normalization normalization) {
    Path weights = RealData.directory().resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    return GraphOwner.of(dataset.graph())
        .serve(Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization));
  }

  private static LinkPrediction attack(
      InferenceApi api, Dataset dataset, DegreeClass degreeClass, int seed) {
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(), degreeClass, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, seed);
    RoundedDensity density = RoundedDensity.of(dataset.graph().inducedSubgraph(sample.nodes()));
    return ChosenFeatureAttack.builder()
        .parallelism(2)
        .build()
        .run(
            api,
            InferenceNodes.of(dataset.features()).targeting(sample.nodes()),
            density.kHat(BeliefFactor.RIGHT));
  }
}
