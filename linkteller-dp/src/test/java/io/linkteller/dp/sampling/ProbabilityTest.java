package io.linkteller.dp.sampling;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/** Doubles, enclosures and the decisions made from them. */
class ProbabilityTest {

  /** Samplers rely on the relative accuracy of the powers (1 - p)^(2^i). */
  private static final double RELATIVE = 0x1p-41;

  private static void assertAccurate(Probability p) {
    assertEnclosed(p);
    assertEnclosed(p.complement());
  }

  private static void assertEnclosed(Probability p) {
    Enclosure exact = p.enclose(330);
    assertTrue(exact.low().compareTo(exact.high()) <= 0);
    double width = exact.high().subtract(exact.low()).doubleValue();
    assertTrue(width < 1e-300, () -> "enclosed within " + width);
    double middle = exact.low().doubleValue();
    assertEquals(middle, p.approximate, RELATIVE * middle + 1e-290);
    assertTrue(p.surelyBelow <= middle * 0x1p32 && middle * 0x1p32 <= p.surelyFrom);
  }

  @Property(tries = 15)
  void doublesAndEnclosuresAgree(
      @ForAll @DoubleRange(max = 60) @Scale(6) double x,
      @ForAll @DoubleRange(min = 1e-9, max = 60) @Scale(9) double y,
      @ForAll @DoubleRange(max = 1) @Scale(12) double p,
      @ForAll @IntRange(max = 50) int power) {
    assertAccurate(Probability.of(p));
    assertAccurate(Probability.expOfMinus(x));
    assertAccurate(Probability.logistic(x));
    assertAccurate(Probability.laplaceTail(x, -y));
    assertAccurate(Probability.laplaceTail(x, y));
    assertAccurate(Probability.laplaceBetween(x, x + y, 0));
    assertAccurate(Probability.laplaceBetween(-y, -y / 2, y));
    assertAccurate(Probability.laplaceBetween(x, Double.POSITIVE_INFINITY, y));
    for (Probability base :
        List.of(Probability.expOfMinus(y).complement(), Probability.laplaceTail(x, y))) {
      int useful = Math.min(power, (int) Math.max(0, -Math.log(base.approximate) / Math.log(2)));
      assertAccurate(base.noneOf(useful));
      assertAccurate(base.oddsOfNoneOf(useful));
    }
  }

  /** Formulas from the Javadoc, written out on doubles. */
  @Property(tries = 50)
  void probabilitiesAreThoseOfTheirFormulas(
      @ForAll @DoubleRange(max = 20) @Scale(6) double x,
      @ForAll @DoubleRange(min = 1e-6, max = 20) @Scale(6) double y) {
    assertEquals(Math.exp(-x), Probability.expOfMinus(x).value(), 1e-12);
    assertEquals(1 / (1 + Math.exp(-x)), Probability.logistic(x).value(), 1e-12);
    assertEquals(tail(x - y), Probability.laplaceTail(x, -y).value(), 1e-12);
    assertEquals(tail(x + y), Probability.laplaceTail(x, y).value(), 1e-12);
    assertEquals(tail(-x - y), Probability.laplaceTail(-x, -y).value(), 1e-12);
    assertEquals(
        (tail(x + 1) - tail(x + y + 1)) / (1 - tail(x + y + 1)),
        Probability.laplaceBetween(x, x + y, 1).value(),
        1e-12);
    assertEquals(
        tail(x + 1), Probability.laplaceBetween(x, Double.POSITIVE_INFINITY, 1).value(), 1e-12);
  }

  /** The upper tail of the Laplace distribution of scale 1. */
  private static double tail(double x) {
    return x < 0 ? 1 - Math.exp(x) / 2 : Math.exp(-x) / 2;
  }

  @Example
  void formulasIncludeTheirLimits() {
    assertEquals("1.0", Probability.expOfMinus(0).toString());
    assertEquals(0.5, Probability.logistic(0).value());
    assertEquals(0, Probability.laplaceTail(Double.POSITIVE_INFINITY, 1).value());
    assertEquals(1, Probability.laplaceTail(1, Double.NEGATIVE_INFINITY).value());
    assertRefused(
        () -> Probability.laplaceTail(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
    for (double outside : new double[] {-1e-9, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertRefusal(
          "x = " + outside + " is outside [0, Infinity)", () -> Probability.expOfMinus(outside));
      assertRefused(() -> Probability.logistic(outside));
    }
  }

  @Example
  void theEnclosureOfAnExponentialContainsIt() {
    // 50 digits of e^-1.
    BigDecimal known = new BigDecimal("0.36787944117144232159552377016146086744581113103176");
    Enclosure exp = Enclosure.expOfMinus(BigDecimal.ONE, 60);
    assertTrue(exp.low().compareTo(known.add(new BigDecimal("1e-50"))) < 0);
    assertTrue(exp.high().compareTo(known.subtract(new BigDecimal("1e-50"))) > 0);
    assertTrue(exp.high().subtract(exp.low()).compareTo(new BigDecimal("1e-55")) < 0);
    assertEquals(BigDecimal.ZERO, Enclosure.expOfMinus(new BigDecimal("1e9"), 60).low());
    assertRefused(() -> Enclosure.expOfMinus(BigDecimal.valueOf(-1), 60));
    assertThrows(ArithmeticException.class, () -> exp.over(exp.minus(exp)));
  }

  /** Words in a given order, then zeros. */
  private static Chance scripted(List<Integer> script) {
    List<Integer> left = new ArrayList<>(script);
    return new BitChance(
        words -> {
          for (int i = 0; i < words.length; i++) {
            words[i] = left.isEmpty() ? 0 : left.remove(0);
          }
        });
  }

  /** Bits of e^-1 are compared far beyond double precision, in either direction. */
  @Property(tries = 60)
  void aDecisionComparesBitsUntilTheyDiffer(
      @ForAll @IntRange(min = 2, max = 12) int words, @ForAll boolean below) {
    BigDecimal exact =
        Enclosure.expOfMinus(BigDecimal.ONE, 300)
            .low()
            .round(new MathContext(280, RoundingMode.DOWN));
    BigInteger bits =
        exact.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(32 * words))).toBigInteger();
    // A uniform number that agrees with e^-1 in all bits of these words except the last.
    BigInteger uniform = below ? bits.subtract(BigInteger.ONE) : bits.add(BigInteger.ONE);
    List<Integer> script = new ArrayList<>();
    for (int i = words - 1; i >= 0; i--) {
      script.add(uniform.shiftRight(32 * i).intValue());
    }
    assertEquals(below, scripted(script).happens(Probability.expOfMinus(1)));
  }

  @Example
  void impossibleEventsNeverHappenAndCertainOnesAlwaysDo() {
    for (int word : new int[] {0, 1, -1, Integer.MIN_VALUE}) {
      List<Integer> script = List.of(word, word, word, word, word);
      assertFalse(scripted(script).happens(Probability.of(0)));
      assertTrue(scripted(script).happens(Probability.of(1)));
    }
    // Not even 2^-1074 is treated as 0.
    assertTrue(scripted(List.of()).happens(Probability.of(Double.MIN_VALUE)));
    assertRefused(() -> Probability.of(1.5));
    assertRefused(() -> Probability.of(Double.NaN));
  }

  @Example
  void boundedIntegersAreDrawnByRejection() {
    assertRefused(() -> scripted(List.of()).below(0));
    assertRefused(() -> scripted(List.of()).below(BigInteger.ZERO));
    // Two bits are enough for a bound of 3; 3 is drawn again.
    assertEquals(2, scripted(List.of(-1, 0x80000000)).below(3));
    assertEquals(0, scripted(List.of(-1)).below(1));
    assertEquals((1L << 40) - 1, scripted(List.of(-1, -1)).below(1L << 40));
    assertEquals(0xFFFFFFFFL, scripted(List.of(-1)).below(1L << 32));
    // The bound itself is drawn again: 2^40 + 1 in 41 bits, then 5.
    assertEquals(5, scripted(List.of(0x80000000, 1 << 23, 0, 5 << 23)).below((1L << 40) + 1));
    assertEquals(
        BigInteger.ONE.shiftLeft(70).subtract(BigInteger.ONE),
        scripted(List.of(-1, -1, -1)).below(BigInteger.ONE.shiftLeft(70)));
    assertEquals(BigInteger.TWO, scripted(List.of(-1, 0x80000000)).below(BigInteger.valueOf(3)));
  }
}
