package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.attack.prior.GraphDenoiser;
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
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Precision on graphs protected by EdgeRand, above e^ε k, the bound of Theorem 6. */
@Tag("thorough")
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

  /**
   * The default reader of the registered attack reads the perturbed graph, whose density is not
   * that which the belief leads to expect. Reading it by way of kinks gives 0.79 to 0.82, 0.77 to
   * 0.80 and 0.66 to 0.71.
   */
  @ParameterizedTest
  @CsvSource({
    "PTBR, UNCONSTRAINED, 0.75",
    "PTBR, HIGH, 0.75",
    "RU, HIGH, 0.65",
  })
  void theDefaultReaderDenoisesTheServedPerturbedGraph(
      String country, DegreeClass degreeClass, double goal) {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, country);
    GnnModel model =
        Gcn.ofParameters(ModelWeights.read(weights).parameters(), Normalization.FIRST_ORDER_GCN);
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(), degreeClass, DegreeThresholds.TWITCH, NodeSample.PAPER_SIZE, 19);
    double quarter =
        RoundedDensity.of(dataset.graph().inducedSubgraph(sample.nodes()))
            .kHat(BeliefFactor.QUARTER);
    InferenceNodes nodes = InferenceNodes.of(dataset.features()).targeting(sample.nodes());
    AttackRequest request =
        AttackRequest.builder()
            .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(2))
            .parallelism(2)
            .build();
    double sum = 0;
    for (int seed = 1; seed <= 5; seed++) {
      InferenceApi served =
          GraphOwner.of(dataset.graph())
              .protectedForExperimentsBy(EdgeRand.withEpsilon(2).forExperiments(seed))
              .serve(model);
      LinkPrediction found =
          LinkAttackProvider.named("denoising").create(request).run(served, nodes, quarter);
      sum += PredictionMetrics.edges(found, dataset.graph()).precision();
    }
    double precision = sum / 5;
    assertTrue(precision >= goal, () -> precision + " is below " + goal);
  }
}
