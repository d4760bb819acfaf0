package io.linkteller.dp.audit;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
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
 * Enumerates every execution path of code that draws from a {@link Chance}, and adds up the
 * probabilities of the paths with the same outcome. The result is the exact law of the code itself:
 * the distribution of its outcomes, obtained without sampling.
 *
 * <p>The code is run once per path; a run repeats the decisions of the previous path up to the last
 * one that has an outcome left to try. The cost is proportional to the number of paths, so this
 * class is suitable only for graphs with a few nodes. Probabilities are products and sums of
 * doubles: exact up to a relative rounding error of about 10<sup>-12</sup>.
 *
 * <pre>{@code
 * Law<Graph> law = ExhaustiveChance.law(chance -> mechanism.perturb(graph, chance), 0);
 * law.of(graph);   // the probability that the result is the graph itself
 * }</pre>
 */
public final class ExhaustiveChance implements Chance {

  /**
   * A law: the distribution of the outcomes of code.
   *
   * @param <T> the type of outcomes
   * @param probabilities all outcomes with their probabilities
   * @param missing the total probability of the paths that were abandoned as negligible
   */
  public record Law<T>(Map<T, Double> probabilities, double missing) {

    /**
     * Returns the probability of an outcome.
     *
     * @param outcome an outcome
     * @return its probability; 0 if it is impossible
     */
    public double of(T outcome) {
      return probabilities.getOrDefault(outcome, 0.0);
    }
  }

  /** Thrown to abandon a path. */
  static final class Negligible extends RuntimeException {
    private static final long serialVersionUID = 1;

    Negligible() {
      super("negligible", null, false, false);
    }
  }

  private static final class Decision {
    final double[] probabilities;
    int outcome = -1;

    Decision(double[] probabilities) {
      this.probabilities = probabilities;
      advance();
    }

    boolean advance() {
      do {
        outcome++;
      } while (outcome < probabilities.length && probabilities[outcome] == 0);
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

  /**
   * Returns the law of code, abandoning paths whose probability is below a bound.
   *
   * @param <T> the type of outcomes, which must define {@code equals}
   * @param code the code; all its randomness must come from the chance it is given
   * @param negligible the bound, in [0, 1); 0 for code that always terminates
   * @return the law, without the abandoned paths
   */
  public static <T> Law<T> law(Function<Chance, T> code, double negligible) {
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

  /**
   * Returns the law of code whose exceptions count as outcomes. Two exceptions are equal if their
   * types and messages are equal.
   *
   * @param code the code; all its randomness must come from the chance it is given
   * @param negligible the probability below which paths are abandoned, in [0, 1); 0 for code that
   *     always terminates
   * @return the law
   */
  public static Law<Object> lawWithFailures(Function<Chance, ?> code, double negligible) {
    return law(
        chance -> {
          try {
            return code.apply(chance);
          } catch (Negligible e) {
            throw e;
          } catch (RuntimeException e) {
            return Failure.of(e);
          }
        },
        negligible);
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
    return decide(probability.value(), probability.complement().value()) == 0;
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
