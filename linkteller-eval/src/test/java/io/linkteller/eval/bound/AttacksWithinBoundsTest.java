package io.linkteller.eval.bound;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.dp.EdgeRand;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.Thorough;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests every registered attack on models that serve graphs perturbed by EdgeRand, in a world with
 * known priors: a pair is an edge with probability 0.3 if its nodes have the same features, and
 * 0.01 if not, independently of all others.
 *
 * <p>Given an output of EdgeRand, pairs are independent, and each of the m predicted pairs is an
 * edge with at most the probability that the bound sums up. So the hits of all draws are at most
 * binomial and, by Hoeffding's inequality, exceed the bound by more than the slack with a
 * probability below 1e-6. At ε = 0.5 the bound is 0.41 and the slack of one draw is 0.32, so the
 * test detects a model that serves the true graph, on which LinkTeller has a precision above 0.9.
 */
class AttacksWithinBoundsTest {

  private static final int NODES = 60;
  private static final int BLOCKS = 5;
  private static final int NAMED = 80;

  /** For fewer than forty attacks, the probability that any exceeds it is below 1e-6. */
  private static double slack(int draws) {
    return Math.sqrt(Math.log(4e7) / (2.0 * draws * NAMED));
  }

  /** Attacks that suit the models of this world and must be compared with the bound. */
  private static final Set<String> FITTING =
      Set.of("auto", "denoising", "linkteller", "lsa2-attr", "lsa2-post");

  private static final double[][] FEATURES = new double[NODES][BLOCKS];

  static {
    for (int v = 0; v < NODES; v++) {
      FEATURES[v][v % BLOCKS] = 1;
    }
  }

  private static final InferenceNodes INFERENCE = InferenceNodes.of(FeatureMatrix.dense(FEATURES));
  private static final double K_HAT = NAMED / (NODES * (NODES - 1) / 2.0);
  private static final int DRAWS = Thorough.size(1, 20);

  private static double prior(int u, int v) {
    return u % BLOCKS == v % BLOCKS ? 0.3 : 0.01;
  }

  private static Graph draw(SplittableRandom random) {
    Graph.Builder graph = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (random.nextDouble() < prior(u, v)) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  private static double[] priors() {
    return PairScores.ofAll(NODES, AttacksWithinBoundsTest::prior).storedScores();
  }

  private static Graph shown(Graph truth, double epsilon, SplittableRandom random) {
    return EdgeRand.withEpsilon(epsilon).forExperiments(random.nextLong()).perturb(truth).graph();
  }

  @Test
  void noAttackIsMorePreciseThanTheBoundOfThePriors() {
    double epsilon = 0.5;
    SplittableRandom random = new SplittableRandom(11);
    AttackRequest request =
        AttackRequest.builder()
            .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(epsilon))
            .build();
    Map<String, Double> precisions = new TreeMap<>();
    for (int draw = 0; draw < DRAWS; draw++) {
      Graph truth = draw(random);
      InferenceApi api =
          GraphOwner.of(shown(truth, epsilon, random))
              .serve(Gcn.builder().layers(BLOCKS, 8, 3).seed(draw).build());
      for (LinkAttackProvider attack : LinkAttackProvider.all()) {
        LinkPrediction found;
        try {
          found = attack.create(request).run(api, INFERENCE, K_HAT);
        } catch (RuntimeException e) {
          continue; // The attack does not suit this model.
        }
        precisions.merge(
            attack.name(), PredictionMetrics.edges(found, truth).precision(), Double::sum);
      }
    }
    double bound = MembershipBound.expectedPrecision(epsilon, priors(), NAMED);
    precisions.forEach(
        (attack, sum) ->
            assertTrue(
                sum / DRAWS <= bound + slack(DRAWS),
                () -> attack + " has precision " + sum / DRAWS + ", above " + bound));
    assertTrue(precisions.keySet().containsAll(FITTING), precisions.toString());
  }
}
