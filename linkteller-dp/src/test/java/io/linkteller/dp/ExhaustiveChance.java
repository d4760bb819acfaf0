package io.linkteller.dp;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Takes every course that code under test can take when it leaves something to chance, and adds up
 * the probabilities of the courses that end alike: the exact law of the code itself, without
 * sampling.
 *
 * <p>The code is run once per course; a run repeats the decisions of the course before it up to the
 * last one that has another outcome left.
 */
final class ExhaustiveChance implements Chance {

  /**
   * A law.
   *
   * @param probabilities what can come out, and how likely it is
   * @param missing the probability of the courses that were given up as negligible
   */
  record Law<T>(Map<T, Double> probabilities, double missing) {

    double of(T outcome) {
      return probabilities.getOrDefault(outcome, 0.0);
    }
  }

  private static final class Negligible extends RuntimeException {
    private static final long serialVersionUID = 1;

    Negligible() {
      super("negligible", null, false, false);
    }
  }

  private static final class Decision {
    final double[] probabilities;
    int outcome;

    Decision(double[] probabilities) {
      this.probabilities = probabilities;
      this.outcome = possibleFrom(0);
    }

    int possibleFrom(int first) {
      int next = first;
      while (next < probabilities.length && probabilities[next] == 0) {
        next++;
      }
      return next;
    }

    boolean advance() {
      outcome = possibleFrom(outcome + 1);
      return outcome < probabilities.length;
    }
  }

  private final List<Decision> course = new ArrayList<>();
  private final double negligible;
  private int at;
  private double weight = 1;

  private ExhaustiveChance(double negligible) {
    this.negligible = negligible;
  }

  /** The law of code that ends whatever happens. */
  static <T> Law<T> law(Function<Chance, T> code) {
    return law(code, 0);
  }

  /** The law of code, giving up courses that have become less likely than {@code negligible}. */
  static <T> Law<T> law(Function<Chance, T> code, double negligible) {
    Map<T, Double> probabilities = new HashMap<>();
    double missing = 0;
    ExhaustiveChance chance = new ExhaustiveChance(negligible);
    do {
      chance.at = 0;
      chance.weight = 1;
      try {
        T outcome = code.apply(chance);
        probabilities.merge(outcome, chance.weight, Double::sum);
      } catch (Negligible e) {
        missing += chance.weight;
      }
    } while (chance.nextCourse());
    return new Law<>(probabilities, missing);
  }

  private boolean nextCourse() {
    Deque<Decision> stack = new ArrayDeque<>(course.subList(0, at));
    course.clear();
    while (!stack.isEmpty() && !stack.getLast().advance()) {
      stack.removeLast();
    }
    course.addAll(stack);
    return !stack.isEmpty();
  }

  private int decide(double... probabilities) {
    if (at == course.size()) {
      course.add(new Decision(probabilities));
    }
    Decision decision = course.get(at++);
    weight *= decision.probabilities[decision.outcome];
    if (weight < negligible) {
      throw new Negligible();
    }
    return decision.outcome;
  }

  @Override
  public boolean happens(Probability probability) {
    return decide(probability.approximate, probability.complement().approximate) == 0;
  }

  @Override
  public long below(long bound) {
    double[] uniform = new double[Math.toIntExact(bound)];
    Arrays.fill(uniform, 1.0 / bound);
    return decide(uniform);
  }

  @Override
  public BigInteger below(BigInteger bound) {
    return BigInteger.valueOf(below(bound.longValueExact()));
  }
}
