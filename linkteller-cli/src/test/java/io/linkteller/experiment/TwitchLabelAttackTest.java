package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.LabelAttack;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
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
import org.junit.jupiter.params.provider.CsvSource;

/** Labels of the models of the reference: every edge, with few queries per target. */
@Tag("thorough")
class TwitchLabelAttackTest {

  private static final int MOST_QUERIES_PER_TARGET = 10;

  @ParameterizedTest
  @CsvSource({
    "gcn-twitch-es, RU, FIRST_ORDER_GCN, UNCONSTRAINED, 200",
    "gcn-twitch-es, ENGB, AUG_NORM_ADJ, UNCONSTRAINED, 500",
    "gcn-twitch-es, RU, AUG_RWALK, HIGH, 200",
    "gcn3-twitch-es, ENGB, AUG_NORM_ADJ, HIGH, 500"
  })
  void labelsTellEveryEdgeOfTheTargets(
      String file,
      String country,
      Normalization normalization,
      DegreeClass degreeClass,
      int targets) {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/" + file + ".npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, country);
    ServedModel api =
        GraphOwner.of(dataset.graph())
            .serve(Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization));
    NodeSample sample =
        NodeSample.draw(dataset.graph(), degreeClass, DegreeThresholds.TWITCH, targets, 2);
    RoundedDensity density = RoundedDensity.of(dataset.graph().inducedSubgraph(sample.nodes()));
    LinkPrediction found =
        LabelAttack.builder()
            .build()
            .run(
                ShownOutputs.labels(api, Posterior.SOFTMAX),
                InferenceNodes.of(dataset.features()).targeting(sample.nodes()),
                density.kHat(BeliefFactor.RIGHT));
    assertEquals(1, PredictionMetrics.edges(found, dataset.graph()).shareOfBestF1());
    assertTrue(
        found.queries() <= MOST_QUERIES_PER_TARGET * targets, () -> found.queries() + " queries");
  }
}
