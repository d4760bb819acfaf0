package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.denoise.DenoisingAttack;
import io.linkteller.attack.denoise.GraphDenoiser;
import io.linkteller.attack.score.PairScores;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Precision on graphs protected by EdgeRand, above e^ε k, the bound of Theorem 6. */
@Tag("slow")
class TwitchDenoisingTest {

  private static final int[] SAMPLES = {7, 19, 101};

  /** Several draws of the noise, as one moves the mean of three samples by some 0.02. */
  private static final int DRAWS = 3;

  /** Goals: precision at k/4 that a low-rank estimate alone reaches, but for a draw's noise. */
  @ParameterizedTest
  @CsvSource({
    "PTBR, UNCONSTRAINED, 1, 0.333, 0.050",
    "PTBR, UNCONSTRAINED, 2, 0.77, 0.136",
    "RU, HIGH, 2, 0.691, 0.109",
    "FR, HIGH, 2, 0.693, 0.075"
  })
  void precisionIsFarAboveTheBoundForIndependentPairs(
      String country, DegreeClass degreeClass, double epsilon, double goal, double bound) {
    Graph graph = TwitchDataset.load(RealData.directory(), country).graph();
    ResponseRates rates = ResponseRates.ofEdgeRand(epsilon);
    GraphDenoiser denoiser = GraphDenoiser.builder(rates).parallelism(2).build();
    double sum = 0;
    for (int seed : SAMPLES) {
      Graph truth =
          graph.inducedSubgraph(
              NodeSample.draw(
                      graph, degreeClass, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, seed)
                  .nodes());
      double quarter = RoundedDensity.of(truth).kHat(BeliefFactor.QUARTER);
      long m = (long) Math.ceil(quarter * NodePairs.count(truth.nodeCount()));
      for (int draw = 0; draw < DRAWS; draw++) {
        Graph shown =
            EdgeRand.withEpsilon(epsilon).forExperiments(100L * seed + draw).perturb(truth).graph();
        PairScores posterior = denoiser.posterior(shown);
        int edges = 0;
        for (long pair : posterior.best(m)) {
          edges += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
        }
        sum += (double) edges / m;
      }
    }
    double precision = sum / (SAMPLES.length * DRAWS);
    assertTrue(precision >= goal, () -> precision + " is below " + goal);
    assertTrue(precision > 4 * bound, () -> precision + " is not far above " + bound);
  }

  @Test
  void theTrueGraphIsEstimatedFromTheServedPerturbedOne() {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, "PTBR");
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.TWITCH,
            NodeSample.PAPER_SIZE,
            42);
    RoundedDensity density = RoundedDensity.of(dataset.graph().inducedSubgraph(sample.nodes()));
    LinkPrediction found =
        DenoisingAttack.builder(ResponseRates.ofEdgeRand(2))
            .reading(ChosenFeatureAttack.builder().parallelism(2).build())
            .build()
            .run(
                GraphOwner.of(dataset.graph())
                    .protectedForExperimentsBy(EdgeRand.withEpsilon(2).forExperiments(5))
                    .serve(
                        Gcn.ofParameters(
                            ModelWeights.read(weights).parameters(),
                            Normalization.FIRST_ORDER_GCN)),
                InferenceNodes.of(sample.nodes(), dataset.features().selectRows(sample.nodes())),
                density.kHat(BeliefFactor.QUARTER));
    double precision = PredictionMetrics.edges(found, dataset.graph()).precision();
    // e^ε k = 0.136
    assertTrue(precision > 0.6, () -> "precision " + precision);
  }
}
