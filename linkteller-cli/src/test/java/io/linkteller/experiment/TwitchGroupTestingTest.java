package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.inference.InferenceNodes;
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

/** Group testing against the weights of the reference: every edge, with few queries. */
@Tag("slow")
class TwitchGroupTestingTest {

  private static final int MOST_QUERIES = 150;

  @ParameterizedTest
  @CsvSource({
    "RU, FIRST_ORDER_GCN",
    "RU, BING_GE_NORM_ADJ",
    "ENGB, FIRST_ORDER_GCN",
    "PTBR, FIRST_ORDER_GCN"
  })
  void aHundredAndFiftyQueriesTellEveryEdgeOfFiveHundredTargets(
      String country, Normalization normalization) {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, country);
    ServedModel api =
        GraphOwner.of(dataset.graph())
            .serve(Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization));
    for (DegreeClass degreeClass :
        new DegreeClass[] {DegreeClass.UNCONSTRAINED, DegreeClass.HIGH}) {
      NodeSample sample =
          NodeSample.draw(
              dataset.graph(), degreeClass, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, 2);
      RoundedDensity density = RoundedDensity.of(dataset.graph().inducedSubgraph(sample.nodes()));
      LinkPrediction found =
          GroupTestingAttack.builder()
              .parallelism(2)
              .build()
              .run(
                  api,
                  InferenceNodes.of(dataset.features()).targeting(sample.nodes()),
                  density.kHat(BeliefFactor.RIGHT));
      assertEquals(
          1,
          PredictionMetrics.edges(found, dataset.graph()).shareOfBestF1(),
          degreeClass.toString());
      assertTrue(found.queries() <= MOST_QUERIES, () -> found.queries() + " queries");
    }
  }
}
