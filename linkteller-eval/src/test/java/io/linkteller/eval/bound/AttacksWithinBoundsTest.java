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
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.privacy.ResponseRates;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every registered attack on models that serve graphs of EdgeRand, in a world whose priors are
 * known: a pair is an edge with probability 0.3 if its nodes have the same features, and 0.01 if
 * not, independently of all others.
 *
 * <p>Given an output of EdgeRand, pairs are independent, and each of the m that an attacker names
 * is an edge with at most the probability that the bound sums up. So the hits of all draws are at
 * most binomial, and by Hoeffding's inequality exceed the bound by more than the slack with a
 * probability below 1e-6 for each attack.
 */
class AttacksWithinBoundsTest {

  private static final int NODES = 60;
  private static final int BLOCKS = 5;
  private static final int NAMED = 40;
  private static final int DRAWS = 20;
  private static final double SLACK = Math.sqrt(Math.log(1e6) / (2.0 * DRAWS * NAMED));

  /** Attacks that fit the models of this world and are compared with the bound in any case. */
  private static final Set<String> FITTING =
      Set.of("Bayes", "auto", "denoising", "linkteller", "lsa2-attr", "lsa2-post", "own-features");

  private static final double[][] FEATURES = new double[NODES][BLOCKS];

  static {
    for (int v = 0; v < NODES; v++) {
      FEATURES[v][v % BLOCKS] = 1;
    }
  }

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

  /** The best there is: pairs that EdgeRand shows between nodes of the same features come first. */
  private static LinkPrediction bayes(Graph shown, InferenceNodes nodes, double kHat) {
    return LinkPrediction.of(
        "Bayes",
        nodes,
        kHat,
        PairScores.ofAll(NODES, (u, v) -> (shown.hasEdge(u, v) ? 1e3 : 1) * prior(u, v)),
        0,
        Duration.ZERO);
  }

  @Test
  void noAttackIsMorePreciseThanTheBoundOfThePriorsAndTheBestIsNearIt() {
    assertWithinTheBoundAndTheBestNearIt(4);
  }

  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2})
  void noAttackIsMorePreciseThanTheBoundUnderMoreNoise(double epsilon) {
    assertWithinTheBoundAndTheBestNearIt(epsilon);
  }

  private static void assertWithinTheBoundAndTheBestNearIt(double epsilon) {
    SplittableRandom random = new SplittableRandom(11);
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(FEATURES));
    double kHat = NAMED / (NODES * (NODES - 1) / 2.0);
    Map<String, Double> precisions = new TreeMap<>();
    for (int draw = 0; draw < DRAWS; draw++) {
      Graph truth = draw(random);
      EdgeRand mechanism = EdgeRand.withEpsilon(epsilon);
      Graph shown = mechanism.forExperiments(random.nextLong()).perturb(truth).graph();
      InferenceApi api =
          GraphOwner.of(shown).serve(Gcn.builder().layers(BLOCKS, 8, 3).seed(draw).build());
      AttackRequest request =
          AttackRequest.builder()
              .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(epsilon))
              .build();
      add(precisions, "Bayes", bayes(shown, nodes, kHat), truth);
      for (LinkAttackProvider attack : LinkAttackProvider.all()) {
        LinkPrediction found;
        try {
          found = attack.create(request).run(api, nodes, kHat);
        } catch (RuntimeException e) {
          continue; // It does not fit this model.
        }
        add(precisions, attack.name(), found, truth);
      }
    }
    double bound = MembershipBound.expectedPrecision(epsilon, priors(), NAMED);
    precisions.forEach(
        (attack, sum) ->
            assertTrue(
                sum / DRAWS <= bound + SLACK,
                () -> attack + " has precision " + sum / DRAWS + ", above " + bound));
    assertTrue(precisions.keySet().containsAll(FITTING), precisions.toString());
    double best = precisions.getOrDefault("Bayes", 0.0) / DRAWS;
    assertTrue(best >= bound / 1.5, "the best attack has precision " + best + " of " + bound);
    // The priors matter: Theorem 6 at the density is exceeded where features tell a lot.
    double density = Arrays.stream(priors()).average().orElseThrow();
    if (epsilon < 1) {
      assertTrue(best > PrecisionBound.theorem6(epsilon, density), "precision " + best);
    }
  }

  private static void add(
      Map<String, Double> precisions, String attack, LinkPrediction found, Graph truth) {
    precisions.merge(attack, PredictionMetrics.edges(found, truth).precision(), Double::sum);
  }
}
