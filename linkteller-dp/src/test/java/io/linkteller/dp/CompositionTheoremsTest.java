package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

/**
 * Theorems 2 and 3 and Lemma 1 over exact laws: training and serving on a perturbed graph cost
 * nothing more, and graphs without a common edge cost the maximum of their costs. A model trained
 * on a perturbed graph and its answers are functions of that graph; these tests use arbitrary
 * functions.
 */
class CompositionTheoremsTest {

  private static final double ROUNDING = 1e-11;
  private static final int N = 3;
  private static final int GRAPHS = 8;

  private static double[][] laws(double epsilon) {
    return SmallGraphs.laws(N, EdgeRand.withEpsilon(epsilon)::perturb);
  }

  private static int[] table(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The law of f(output), f given by a table. */
  private static double[][] pushedForward(double[][] laws, int[] table, int values) {
    double[][] result = new double[laws.length][values];
    for (int graph = 0; graph < laws.length; graph++) {
      for (int output = 0; output < laws[graph].length; output++) {
        result[graph][table[output]] += laws[graph][output];
      }
    }
    return result;
  }

  /** Theorem 2: a model trained on the perturbed graph is as private as the graph. */
  @Property(tries = 60)
  void postProcessingKeepsTheGuarantee(
      @ForAll @DoubleRange(min = 0.01, max = 20) @Scale(6) double epsilon,
      @ForAll @Size(GRAPHS) List<@IntRange(max = 4) Integer> model) {
    double worst = SmallGraphs.worstRatio(pushedForward(laws(epsilon), table(model), 5));
    assertTrue(worst <= Math.exp(epsilon) * (1 + ROUNDING), () -> "ratio " + worst);
  }

  /**
   * Theorem 3, transductive: the model and its answers are together as private as the perturbed
   * graph, since both are computed from it.
   */
  @Property(tries = 60)
  void modelAndAnswersOnOnePerturbedGraphCostOneRelease(
      @ForAll @DoubleRange(min = 0.01, max = 20) @Scale(6) double epsilon,
      @ForAll @Size(GRAPHS) List<@IntRange(max = 4) Integer> model,
      @ForAll @Size(GRAPHS) List<@IntRange(max = 4) Integer> answers) {
    int[] both = new int[GRAPHS];
    for (int output = 0; output < GRAPHS; output++) {
      both[output] = 5 * model.get(output) + answers.get(output);
    }
    double worst = SmallGraphs.worstRatio(pushedForward(laws(epsilon), both, 25));
    assertTrue(worst <= Math.exp(epsilon) * (1 + ROUNDING), () -> "ratio " + worst);
  }

  /**
   * Lemma 1, and with it Theorem 3, inductive: the training graph and the served graph have no edge
   * in common, so one edge changes one of them.
   */
  @Property(tries = 20)
  void disjointGraphsTogetherCostTheLargerOfTheTwo(
      @ForAll @DoubleRange(min = 0.01, max = 10) @Scale(6) double trained,
      @ForAll @DoubleRange(min = 0.01, max = 10) @Scale(6) double served) {
    double[][] both = product(laws(trained), laws(served));
    double worst = SmallGraphs.worstRatio(both);
    double bound = Math.exp(Math.max(trained, served));
    assertTrue(worst <= bound * (1 + ROUNDING), () -> worst + " > " + bound);
    assertTrue(worst >= bound * (1 - ROUNDING), () -> "not tight: " + worst);
  }

  /** The same graph perturbed twice costs the sum, so the ledger must not treat it as parallel. */
  @Property(tries = 20)
  void theSameGraphPerturbedTwiceCostsTheSum(
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(6) double once,
      @ForAll @DoubleRange(min = 0.01, max = 8) @Scale(6) double again) {
    double[][] first = laws(once);
    double[][] second = laws(again);
    double[][] both = new double[GRAPHS][];
    for (int graph = 0; graph < GRAPHS; graph++) {
      both[graph] = outer(first[graph], second[graph]);
    }
    double worst = SmallGraphs.worstRatio(both);
    double bound = Math.exp(once + again);
    assertTrue(worst <= bound * (1 + ROUNDING), () -> worst + " > " + bound);
    assertTrue(worst >= bound * (1 - ROUNDING), () -> "not tight: " + worst);
  }

  /** Pairs of graphs, numbered so that neighbors differ in one bit: in one edge of one of them. */
  private static double[][] product(double[][] a, double[][] b) {
    double[][] result = new double[a.length * b.length][];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        result[i * b.length + j] = outer(a[i], b[j]);
      }
    }
    return result;
  }

  private static double[] outer(double[] a, double[] b) {
    double[] result = new double[a.length * b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        result[i * b.length + j] = a[i] * b[j];
      }
    }
    return result;
  }
}
