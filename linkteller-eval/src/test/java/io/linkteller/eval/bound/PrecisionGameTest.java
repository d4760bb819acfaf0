package io.linkteller.eval.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

/**
 * The game of section IV.C, enumerated in full: Alice draws a graph, the mechanism answers, and Bob
 * predicts edges. A Bob is a function of the output; whatever he learns from a model is one, too.
 * His precision is P(edge | he says "edge"), a quotient of two finite sums. The mechanism is
 * EdgeRand, which attains the tighter bound and so represents all mechanisms with its ε.
 */
class PrecisionGameTest {

  private static final double ROUNDING = 1e-12;
  private static final int TRIANGLE = 3;
  private static final int FOUR_NODES = 6;

  /** Returns the largest precision of all Bobs on a pair, by trying every set of outputs. */
  private static double bestOfEveryBob(SmallLaw law, double[] prior, int pair) {
    double[] edge = law.joint(prior, pair, true);
    double[] none = law.joint(prior, pair, false);
    double best = 0;
    for (int bob = 1; bob < 1 << edge.length; bob++) {
      double right = 0;
      double wrong = 0;
      for (int output = 0; output < edge.length; output++) {
        if (((bob >> output) & 1) == 1) {
          right += edge[output];
          wrong += none[output];
        }
      }
      best = Math.max(best, right / (right + wrong));
    }
    return best;
  }

  /**
   * Returns the same without trying all: the best Bob says "edge" only at the most telling output.
   */
  private static double bestByBayes(SmallLaw law, double[] prior, int pair) {
    double[] edge = law.joint(prior, pair, true);
    double[] none = law.joint(prior, pair, false);
    double best = 0;
    for (int output = 0; output < edge.length; output++) {
      if (edge[output] + none[output] > 0) {
        best = Math.max(best, edge[output] / (edge[output] + none[output]));
      }
    }
    return best;
  }

  private static void assertBoundsDominate(double precision, double epsilon, double density) {
    double tighter = PrecisionBound.posteriorOdds(epsilon, density);
    assertTrue(
        precision <= tighter + ROUNDING,
        () -> precision + " is above " + tighter + " at ε = " + epsilon + ", k = " + density);
    assertTrue(tighter <= PrecisionBound.theorem6(epsilon, density));
  }

  @Property(tries = 40)
  void noAttackerOnThreeNodesExceedsABound(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(4) double density) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    double[] prior = law.independent(density);
    for (int pair = 0; pair < TRIANGLE; pair++) {
      double best = bestOfEveryBob(law, prior, pair);
      assertEquals(bestByBayes(law, prior, pair), best, ROUNDING);
      assertTrue(best >= density - ROUNDING, "a Bob who always says \"edge\" reaches k");
      assertBoundsDominate(best, epsilon, density);
    }
  }

  @Property(tries = 20)
  void noAttackerOnFourNodesExceedsABound(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(4) double density) {
    SmallLaw law = SmallLaw.edgeRand(FOUR_NODES, epsilon);
    for (int pair = 0; pair < FOUR_NODES; pair++) {
      assertBoundsDominate(bestByBayes(law, law.independent(density), pair), epsilon, density);
    }
  }

  /** A prediction of several pairs has a weighted mean of the precisions of its pairs. */
  @Property(tries = 100)
  void predictingSetsOfPairsExceedsNoBound(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @Size(8) List<@IntRange(max = 7) Integer> named) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    double[] uniform = law.independent(0.5);
    double right = 0;
    double said = 0;
    for (int graph = 0; graph < uniform.length; graph++) {
      for (int output = 0; output < named.size(); output++) {
        double p = uniform[graph] * law.probability(graph, output);
        right += p * Integer.bitCount(graph & named.get(output));
        said += p * Integer.bitCount(named.get(output));
      }
    }
    if (said > 0) {
      assertBoundsDominate(right / said, epsilon, 0.5);
    }
  }

  /** Otherwise, the tests above could not distinguish the bound from a larger one, or 2ε from ε. */
  @Property(tries = 40)
  void edgeRandAttainsTheTighterBoundAndExceedsItAtALargerEpsilon(
      @ForAll @DoubleRange(min = 0.1, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) @Scale(4) double density) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    double tighter = PrecisionBound.posteriorOdds(epsilon, density);
    assertEquals(tighter, bestOfEveryBob(law, law.independent(density), 1), ROUNDING);
    SmallLaw louder = SmallLaw.edgeRand(TRIANGLE, 1.01 * epsilon);
    assertTrue(bestByBayes(louder, louder.independent(density), 1) > tighter + 1e-9);
  }

  /**
   * The six possible arcs of three nodes are the cells of a game in which Alice answers with the
   * library's code. A Bob who predicts EdgeRand's output has exactly the precision of the tighter
   * bound, counted over arcs, at the density of ordered pairs.
   */
  @Property(tries = 3)
  void edgeRandAttainsTheTighterBoundForArcs(
      @ForAll @DoubleRange(min = 0.1, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) @Scale(4) double k) {
    double right = 0;
    double named = 0;
    double density = 0;
    for (int mask = 0; mask < 1 << 6; mask++) {
      int bits = mask;
      Graph.Builder arcs = Graph.builder(3).directed();
      for (int u = 0; u < 3; u++) {
        for (int other = 1; other < 3; other++) {
          if ((bits & 1) == 1) {
            arcs.addEdge(u, (u + other) % 3);
          }
          bits >>= 1;
        }
      }
      Graph truth = arcs.build();
      double prior = Math.pow(k, truth.edgeCount()) * Math.pow(1 - k, 6.0 - truth.edgeCount());
      density += prior * truth.density();
      Map<Graph, Double> shown =
          ExhaustiveChance.law(chance -> EdgeRand.withEpsilon(epsilon).perturb(truth, chance), 0)
              .probabilities();
      for (Map.Entry<Graph, Double> each : shown.entrySet()) {
        EdgeMetrics metrics = EdgeMetrics.of(each.getKey(), truth);
        right += prior * each.getValue() * metrics.truePositives();
        named += prior * each.getValue() * metrics.predicted();
      }
    }
    assertEquals(k, density, ROUNDING);
    assertEquals(PrecisionBound.posteriorOdds(epsilon, density), right / named, ROUNDING);
    assertTrue(right / named <= PrecisionBound.theorem6(epsilon, density) + ROUNDING);
  }

  /**
   * The bounds require that a pair is an edge with probability k whatever the rest of the graph is.
   * Two graphs with one edge each differ in two pairs, so the odds may grow by e^(2ε): a Bob who
   * knows the number of edges exceeds the bounds of ε, but not those of 2ε.
   */
  @Property(tries = 20)
  void aBobWhoKnowsTheNumberOfEdgesIsBoundedByTwiceEpsilon(
      @ForAll @DoubleRange(min = 0.05, max = 4) @Scale(4) double epsilon) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    double best = bestOfEveryBob(law, law.ofEdges(1), 0);
    assertTrue(best > PrecisionBound.posteriorOdds(epsilon, 1.0 / 3));
    assertBoundsDominate(best, 2 * epsilon, 1.0 / 3);
  }
}
