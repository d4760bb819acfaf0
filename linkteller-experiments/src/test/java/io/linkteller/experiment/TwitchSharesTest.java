package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
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
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testing.fixture.RealData;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For each page about an attack, the hardest of the cells that it lists, at full size. */
@Tag("thorough")
class TwitchSharesTest {

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
  void compressedProbingFindsEveryEdgeOfFiveHundredTargets(
      String weights, Normalization normalization, boolean single, int maxQueries)
      throws Exception {
    Dataset data = data("RU");
    InferenceApi served =
        GraphOwner.of(data.graph())
            .serve(Gcn.ofParameters(weights(weights).parameters(), normalization));
    LinkPrediction found =
        attack(
            AttackRequest.builder().parallelism(2).attack("compressed"),
            data,
            single ? ShownOutputs.singlePrecision(served) : served,
            sample(data, "RU", DegreeClass.UNCONSTRAINED, NodeSample.PAPER_SIZE, 42));
    assertEquals(1, PredictionMetrics.edges(found, data.graph()).shareOfBestF1(), 0.01);
    assertTrue(found.queries() <= maxQueries, () -> found.queries() + " queries");
  }

  @ParameterizedTest
  @CsvSource({"AUG_NORM_ADJ, 0.99", "FIRST_ORDER_GCN, 1"})
  void kinksFindNearlyEveryEdge(Normalization normalization, double least) throws Exception {
    Dataset data = data("RU");
    LinkPrediction found =
        attack(
            AttackRequest.builder().parallelism(2).attack("kinks"),
            data,
            GraphOwner.of(data.graph())
                .serve(Gcn.ofParameters(weights("gcn-twitch-es").parameters(), normalization)),
            sample(data, "RU", DegreeClass.HIGH, NodeSample.PAPER_SIZE, 2));
    double share = PredictionMetrics.edges(found, data.graph()).shareOfBestF1();
    assertTrue(share >= least, () -> normalization + ": " + share);
    assertTrue(found.queries() <= 3 * 500 + 80, () -> found.queries() + " queries");
  }

  @Test
  void labelsRevealEveryEdge() throws Exception {
    Dataset data = data("RU");
    InferenceApi served =
        GraphOwner.of(data.graph())
            .serve(
                Gcn.ofParameters(weights("gcn-twitch-es").parameters(), Normalization.AUG_RWALK));
    LinkPrediction found =
        attack(
            AttackRequest.builder()
                .access(
                    Access.seeing(
                        new AnswerKind(
                            AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty())))
                .attack("labels"),
            data,
            ShownOutputs.labels(served, Posterior.SOFTMAX),
            sample(data, "RU", DegreeClass.HIGH, 200, 2));
    assertEquals(1, PredictionMetrics.edges(found, data.graph()).shareOfBestF1());
    assertTrue(found.queries() <= 10 * 200, () -> found.queries() + " queries");
  }

  /** Portuguese needs the most queries of all countries: its nodes have 32 neighbors on average. */
  @Test
  void ownAnswersRevealEveryEdgeThroughThreeLayers() {
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
}
