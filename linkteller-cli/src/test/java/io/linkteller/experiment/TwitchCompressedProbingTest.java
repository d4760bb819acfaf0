package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compressed probing of the weights of the reference: a part of what its page lists. */
@Tag("thorough")
class TwitchCompressedProbingTest {

  @ParameterizedTest
  @CsvSource({
    "gcn-twitch-es, AUG_NORM_ADJ, false, 80",
    "gcn-twitch-es, FIRST_ORDER_GCN, false, 80",
    "gcn-twitch-es, AUG_NORM_ADJ, true, 160",
    "gcn3-twitch-es, FIRST_ORDER_GCN, false, 200"
  })
  void aFewDozenQueriesTellEveryEdgeOfFiveHundredTargets(
      String weights, Normalization normalization, boolean single, int mostQueries) {
    Path data = RealData.directory();
    Path file = data.resolve("../reference/" + weights + ".npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(file), () -> "skipped: no reference weights at " + file);
    Dataset dataset = TwitchDataset.load(data, "RU");
    InferenceApi served =
        GraphOwner.of(dataset.graph())
            .serve(Gcn.ofParameters(ModelWeights.read(file).parameters(), normalization));
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.TWITCH,
            NodeSample.PAPER_SIZE,
            42);
    Graph truth = dataset.graph().inducedSubgraph(sample.nodes());
    LinkPrediction found =
        CompressedProbing.builder()
            .parallelism(2)
            .build()
            .run(
                single ? ShownOutputs.singlePrecision(served) : served,
                InferenceNodes.of(dataset.features()).targeting(sample.nodes()),
                RoundedDensity.of(truth).kHat(BeliefFactor.RIGHT));
    assertEquals(1, PredictionMetrics.edges(found, dataset.graph()).shareOfBestF1(), 0.01);
    assertEquals(truth.density(), found.finding().density().orElse(0), 0.02 * truth.density());
    assertTrue(found.queries() <= mostQueries, () -> found.queries() + " queries");
  }
}
