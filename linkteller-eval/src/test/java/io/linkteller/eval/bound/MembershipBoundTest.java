package io.linkteller.eval.bound;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

/**
 * Compares the bounds with all attackers on all graphs of three and four nodes: every test of a
 * pair given everything else, and the best list of pairs under any prior. EdgeRand leaks as much as
 * any mechanism with its ε may leak, so it represents all of them.
 */
class MembershipBoundTest {

  private static final double ROUNDING = 1e-11;
  private static final int TRIANGLE = 3;
  private static final int FOUR_NODES = 6;

  /**
   * Tries every set of outputs at which an attacker says "edge", for all values of the other pairs.
   */
  @Property(tries = 40)
  void noTestOfAPairGivenAllOthersExceedsTheTradeOff(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    for (int rest = 0; rest < 1 << TRIANGLE; rest += 2) {
      for (int test = 0; test < 1 << (1 << TRIANGLE); test++) {
        double falsePositives = 0;
        double truePositives = 0;
        for (int output = 0; output < 1 << TRIANGLE; output++) {
          if (((test >> output) & 1) == 1) {
            falsePositives += law.probability(rest, output);
            truePositives += law.probability(rest | 1, output);
          }
        }
        double most = MembershipBound.truePositiveRate(epsilon, Math.min(1, falsePositives));
        assertTrue(truePositives <= most + ROUNDING, truePositives + " above " + most);
        assertTrue(truePositives - falsePositives <= MembershipBound.advantage(epsilon) + ROUNDING);
      }
    }
  }

  /** Distinguishes two graphs that differ in a group of pairs, with everything else known. */
  @Property(tries = 20)
  void noTestOfAGroupExceedsTheAdvantageOfItsEpsilon(
      @ForAll @DoubleRange(min = 0.01, max = 4) @Scale(4) double epsilon) {
    SmallLaw law = SmallLaw.edgeRand(FOUR_NODES, epsilon);
    for (int group = 1; group < 1 << FOUR_NODES; group++) {
      double advantage = 0;
      for (int output = 0; output < 1 << FOUR_NODES; output++) {
        advantage += Math.max(0, law.probability(group, output) - law.probability(0, output));
      }
      double most = MembershipBound.advantage(Integer.bitCount(group) * epsilon);
      assertTrue(advantage <= most + ROUNDING, advantage + " above " + most);
    }
  }

  /** Returns the precision of the best list, which has the largest posteriors at each output. */
  private static double bestPrecision(SmallLaw law, double[] prior, int pairs, int m) {
    double[][] edge = new double[pairs][];
    for (int pair = 0; pair < pairs; pair++) {
      edge[pair] = law.joint(prior, pair, true);
    }
    double right = 0;
    for (int output = 0; output < 1 << pairs; output++) {
      double[] joint = new double[pairs];
      for (int pair = 0; pair < pairs; pair++) {
        joint[pair] = edge[pair][output];
      }
      Arrays.sort(joint);
      for (int place = 1; place <= m; place++) {
        right += joint[pairs - place];
      }
    }
    return right / m;
  }

  private static double[] independent(double[] priors) {
    double[] law = new double[1 << priors.length];
    for (int graph = 0; graph < law.length; graph++) {
      law[graph] = 1;
      for (int pair = 0; pair < priors.length; pair++) {
        law[graph] *= ((graph >> pair) & 1) == 1 ? priors[pair] : 1 - priors[pair];
      }
    }
    return law;
  }

  @Property(tries = 60)
  void noListOfPairsExceedsTheExpectedPrecision(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @Size(FOUR_NODES) List<@IntRange(max = 1_000) Integer> thousandths) {
    double[] priors = thousandths.stream().mapToDouble(prior -> prior / 1_000.0).toArray();
    double[] law = independent(priors);
    SmallLaw mechanism = SmallLaw.edgeRand(FOUR_NODES, epsilon);
    for (int m = 1; m <= FOUR_NODES; m++) {
      double best = bestPrecision(mechanism, law, FOUR_NODES, m);
      double bound = MembershipBound.expectedPrecision(epsilon, priors, m);
      assertTrue(best <= bound + ROUNDING, best + " above " + bound);
      assertTrue(
          best >= MembershipBound.expectedPrecision(0, priors, m) - ROUNDING,
          "the priors alone give as much");
    }
  }

  /** If pairs depend on each other, the relevant prior is the largest one given the others. */
  @Property(tries = 60)
  void noListOfDependentPairsExceedsTheBoundOfTheLargestPriors(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @Size(8) List<@IntRange(min = 1, max = 1_000) Integer> weights) {
    double total = weights.stream().mapToInt(weight -> weight).sum();
    double[] law = weights.stream().mapToDouble(weight -> weight / total).toArray();
    double[] largest = new double[TRIANGLE];
    for (int graph = 0; graph < law.length; graph++) {
      for (int pair = 0; pair < TRIANGLE; pair++) {
        int with = graph | (1 << pair);
        double given = law[with] / (law[with] + law[with & ~(1 << pair)]);
        largest[pair] = Math.max(largest[pair], given);
      }
    }
    SmallLaw mechanism = SmallLaw.edgeRand(TRIANGLE, epsilon);
    for (int m = 1; m <= TRIANGLE; m++) {
      double best = bestPrecision(mechanism, law, TRIANGLE, m);
      double bound = MembershipBound.expectedPrecision(epsilon, largest, m);
      assertTrue(best <= bound + ROUNDING, best + " above " + bound);
    }
  }

  /**
   * A public prior exceeds Theorem 6 at the density: one of six pairs is an edge with probability
   * 0.9, each other one with probability 0.01, and the density is 0.158.
   */
  @Example
  void aPublicPriorExceedsTheoremSixButNotTheBoundOfPriors() {
    double[] priors = {0.9, 0.01, 0.01, 0.01, 0.01, 0.01};
    double density = Arrays.stream(priors).average().orElseThrow();
    double best = bestPrecision(SmallLaw.edgeRand(6, 0.5), independent(priors), FOUR_NODES, 1);
    assertTrue(best > 3 * PrecisionBound.theorem6(0.5, density), "precision " + best);
    assertTrue(best <= MembershipBound.expectedPrecision(0.5, priors, 1));
  }

  /** For randomized response, both bounds of a single pair are equalities. */
  @Property(tries = 40)
  void edgeRandAttainsAdvantageAndTradeOff(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon) {
    SmallLaw law = SmallLaw.edgeRand(TRIANGLE, epsilon);
    double falsePositives = 0;
    double truePositives = 0;
    for (int output = 1; output < 1 << TRIANGLE; output += 2) {
      falsePositives += law.probability(0, output);
      truePositives += law.probability(1, output);
    }
    assertEquals(MembershipBound.advantage(epsilon), truePositives - falsePositives, ROUNDING);
    assertEquals(
        MembershipBound.truePositiveRate(epsilon, falsePositives), truePositives, ROUNDING);
  }

  /**
   * Six pairs have the same public prior, and the attack predicts one of them: if possible, one in
   * EdgeRand's output. The output contains a pair with probability r = p q + (1 - p) (1 - q), q =
   * e^ε/(e^ε + 1), so it contains at least one of six with probability 1 - (1 - r)^6, which is
   * above 2/3 for p of at least 0.17.
   */
  @Property(tries = 200)
  void theBoundOfPriorsIsAtMostHalfAboveTheBestAttack(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.17, max = 0.99) @Scale(4) double prior) {
    double q = Math.exp(epsilon) / (Math.exp(epsilon) + 1);
    double r = prior * q + (1 - prior) * (1 - q);
    double none = Math.pow(1 - r, FOUR_NODES);
    double worked = (1 - none) * prior * q / r + none * prior * (1 - q) / (1 - r);
    double[] priors = new double[FOUR_NODES];
    Arrays.fill(priors, prior);
    assertEquals(
        worked,
        bestPrecision(SmallLaw.edgeRand(FOUR_NODES, epsilon), independent(priors), FOUR_NODES, 1),
        ROUNDING);
    double bound = MembershipBound.expectedPrecision(epsilon, priors, 1);
    assertTrue(worked <= bound + ROUNDING, worked + " above " + bound);
    assertTrue(bound <= 1.5 * worked, bound + " of " + worked);
  }

  /** A pair in EdgeRand's output is an edge with exactly the largest posterior of its prior. */
  @Property(tries = 200)
  void edgeRandAttainsThePosteriorOfAPairWithAPublicPrior(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(4) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(4) double prior) {
    double right = Math.exp(epsilon) / (Math.exp(epsilon) + 1);
    double worked = prior * right / (prior * right + (1 - prior) * (1 - right));
    double[] law = independent(new double[] {prior});
    SmallLaw mechanism = SmallLaw.edgeRand(1, epsilon);
    double edge = mechanism.joint(law, 0, true)[1];
    double shown = edge + mechanism.joint(law, 0, false)[1];
    assertEquals(worked, edge / shown, ROUNDING);
    assertEquals(
        worked, MembershipBound.expectedPrecision(epsilon, new double[] {prior}, 1), ROUNDING);
  }

  /**
   * The output with all pairs of a group is e^(g ε) times as likely if all are edges as if none is.
   */
  @Property(tries = 100)
  void edgeRandAttainsTheTradeOffOfAGroup(
      @ForAll @DoubleRange(min = 0.01, max = 4) @Scale(4) double epsilon,
      @ForAll @IntRange(min = 1, max = FOUR_NODES) int group) {
    SmallLaw law = SmallLaw.edgeRand(group, epsilon);
    int all = (1 << group) - 1;
    double falsePositives = law.probability(0, all);
    assertEquals(
        law.probability(all, all),
        MembershipBound.truePositiveRate(group * epsilon, falsePositives),
        ROUNDING);
  }

  @Example
  void knownValues() {
    assertEquals(0, MembershipBound.advantage(0));
    assertEquals(1, MembershipBound.advantage(Double.POSITIVE_INFINITY));
    assertEquals((Math.E - 1) / (Math.E + 1), MembershipBound.advantage(1), 1e-15);
    assertEquals(0.01 * Math.E, MembershipBound.truePositiveRate(1, 0.01), 1e-15);
    assertEquals(1 - 0.1 / Math.E, MembershipBound.truePositiveRate(1, 0.9), 1e-15);
    assertEquals(0, MembershipBound.truePositiveRate(Double.POSITIVE_INFINITY, 0));
    assertEquals(1, MembershipBound.truePositiveRate(Double.POSITIVE_INFINITY, 0.001));
  }

  @Example
  void argumentsOutOfRangeAreRefused() {
    assertRefused("epsilon = -1.0", () -> MembershipBound.advantage(-1));
    assertRefused("falsePositiveRate = 1.5", () -> MembershipBound.truePositiveRate(1, 1.5));
    assertRefused("m = 2", () -> MembershipBound.expectedPrecision(1, new double[] {0.5}, 2));
    assertRefused(
        "priors[0] = NaN",
        () -> MembershipBound.expectedPrecision(1, new double[] {Double.NaN}, 1));
    assertRefused("epsilon = -1.0", () -> MembershipBound.truePositiveRate(-1, 0.1));
    assertRefused(
        "epsilon = -1.0", () -> MembershipBound.expectedPrecision(-1, new double[] {0.5}, 1));
  }
}
