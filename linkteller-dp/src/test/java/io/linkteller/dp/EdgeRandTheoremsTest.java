package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.SmallGraphs.Kind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

/**
 * Theorem 4, on every graph of up to six cells and every output, where neighbors differ in one
 * edge, one arc, or one of these in one relation. Nothing is sampled.
 */
class EdgeRandTheoremsTest {

  private static final double ROUNDING = 1e-11;

  @Provide
  Arbitrary<Kind> kinds() {
    return Arbitraries.of(SmallGraphs.kinds());
  }

  @Property(tries = 20)
  void everyRatioIsAtMostExpEpsilonAndCellsFlipIndependently(
      @ForAll("kinds") Kind kind,
      @ForAll @DoubleRange(min = 0.01, max = 20) @Scale(6) double epsilon) {
    EdgeRand edgeRand = EdgeRand.withEpsilon(epsilon);
    double s = 2 / (Math.exp(epsilon) + 1);
    int cells = kind.cells();
    double[][] laws = SmallGraphs.laws(kind, edgeRand::perturb);
    double worst = SmallGraphs.worstRatio(laws);
    assertTrue(worst <= Math.exp(epsilon) * (1 + ROUNDING), () -> "ratio " + worst);
    assertTrue(worst >= Math.exp(epsilon) * (1 - ROUNDING), () -> "not tight: " + worst);
    for (int graph = 0; graph < laws.length; graph++) {
      double total = 0;
      double density = 0;
      for (int output = 0; output < laws.length; output++) {
        int flips = Integer.bitCount(graph ^ output);
        double expected = Math.pow(s / 2, flips) * Math.pow(1 - s / 2, cells - flips);
        assertEquals(expected, laws[graph][output], expected * ROUNDING);
        total += laws[graph][output];
        density += laws[graph][output] * Integer.bitCount(output) / cells;
      }
      double k = (double) Integer.bitCount(graph) / cells;
      assertEquals(1, total, ROUNDING);
      assertEquals((1 - s) * k + s / 2, density, ROUNDING);
      assertEquals(density * cells, edgeRand.expectedEdges(kind.graph(graph)), ROUNDING * cells);
    }
  }

  @Property(tries = 300)
  void theUsedFlipProbabilityKeepsTheGuaranteeExactly(
      @ForAll @DoubleRange(min = 1e-9, max = 800) @Scale(9) double epsilon) {
    assertPromiseKept(EdgeRand.withEpsilon(epsilon));
  }

  @Example
  void extremeParametersKeepTheGuaranteeToo() {
    for (double epsilon : new double[] {Double.MIN_VALUE, 1e-300, 1e-17, 40, 709, 745, 746, 1e6}) {
      assertPromiseKept(EdgeRand.withEpsilon(epsilon));
    }
    assertEquals(0.5, EdgeRand.withEpsilon(Double.MIN_VALUE).flipProbability());
  }

  /** (1 - p)/p &lt;= e^ε on the reals: 1 - p &lt;= p e^ε. */
  private static void assertPromiseKept(EdgeRand edgeRand) {
    BigDecimal p = new BigDecimal(edgeRand.flipProbability());
    BigDecimal exp = lowerBoundOfExp(new BigDecimal(edgeRand.guarantee().epsilon()));
    assertTrue(
        BigDecimal.ONE.subtract(p).compareTo(p.multiply(exp)) <= 0,
        () -> edgeRand + " flips with " + edgeRand.flipProbability());
    assertTrue(edgeRand.flipProbability() <= 0.5);
    // The bound is tight: the two sides agree to fifteen digits.
    double epsilon = edgeRand.guarantee().epsilon();
    if (epsilon < 700) {
      assertEquals(
          Math.exp(-epsilon) / (1 + Math.exp(-epsilon)),
          edgeRand.flipProbability(),
          1e-14 * edgeRand.flipProbability() * Math.max(1, epsilon));
    }
  }

  /**
   * A lower bound of e^x for 0 &lt;= x &lt;= 2^20: (Taylor sum of x / 2^40)^(2^40), rounded down.
   */
  private static BigDecimal lowerBoundOfExp(BigDecimal x) {
    MathContext down = new MathContext(100, RoundingMode.FLOOR);
    BigDecimal y = x.divide(BigDecimal.valueOf(1L << 40), down);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i <= 20; i++) {
      term = term.multiply(y, down).divide(BigDecimal.valueOf(i), down);
      sum = sum.add(term, down);
    }
    for (int i = 0; i < 40; i++) {
      sum = sum.multiply(sum, down);
    }
    return sum;
  }
}
