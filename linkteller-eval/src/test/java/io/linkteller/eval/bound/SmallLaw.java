package io.linkteller.eval.bound;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The law of a mechanism's output on every graph of a few nodes, from the mechanism's definition:
 * nothing is sampled, and the samplers of the library have no part in it. A graph is the set of its
 * pairs, bit i for the i-th.
 */
final class SmallLaw {

  private static final GaussIntegratorFactory GAUSS = new GaussIntegratorFactory();
  private static final int POINTS = 20;

  private final int pairs;

  /** P(output | graph), by graph, then output. */
  private final double[][] probability;

  private SmallLaw(int pairs, double[][] probability) {
    this.pairs = pairs;
    this.probability = probability;
  }

  double probability(int graph, int output) {
    return probability[graph][output];
  }

  /** EdgeRand: each pair flips on its own with probability s/2, s = 2/(e^ε + 1). */
  static SmallLaw edgeRand(int pairs, double epsilon) {
    double s = 2 / (Math.exp(epsilon) + 1);
    double[][] law = new double[1 << pairs][1 << pairs];
    for (int graph = 0; graph < law.length; graph++) {
      for (int output = 0; output < law.length; output++) {
        int flipped = Integer.bitCount(graph ^ output);
        law[graph][output] = Math.pow(s / 2, flipped) * Math.pow(1 - s / 2, pairs - flipped);
      }
    }
    return new SmallLaw(pairs, law);
  }

  /**
   * LapGraph: T is the number of edges plus discrete Laplace noise of ε₁, clamped; the T largest of
   * A_ij + Lap(1/ε₂) are kept.
   */
  static SmallLaw lapGraph(int pairs, double countEpsilon, double cellEpsilon) {
    double[][] law = new double[1 << pairs][1 << pairs];
    double[][][] top = new double[pairs + 1][pairs + 1][pairs + 1];
    for (int present = 0; present <= pairs; present++) {
      for (int a = 0; a <= present; a++) {
        for (int b = 0; b <= pairs - present; b++) {
          top[present][a][b] = topSet(cellEpsilon, present, pairs - present, a, b);
        }
      }
    }
    for (int graph = 0; graph < law.length; graph++) {
      int edges = Integer.bitCount(graph);
      for (int output = 0; output < law.length; output++) {
        law[graph][output] =
            count(countEpsilon, edges, pairs, Integer.bitCount(output))
                * top[edges][Integer.bitCount(output & graph)][Integer.bitCount(output & ~graph)];
      }
    }
    return new SmallLaw(pairs, law);
  }

  /** P(T = t): e^(-ε|t - edges|) (1 - e^-ε)/(1 + e^-ε), with all of a tail at each end. */
  private static double count(double epsilon, int edges, int pairs, int t) {
    double decay = Math.exp(-epsilon);
    double tail = Math.exp(-epsilon * Math.abs(t - edges)) / (1 + decay);
    return t == 0 || t == pairs ? tail : tail * (1 - decay);
  }

  /**
   * P(one set of a present and b absent cells has the a + b largest noisy values), of p present
   * cells of value 1 and q absent ones of value 0: the integral over the largest loser's value.
   */
  static double topSet(double epsilon, int p, int q, int a, int b) {
    int presentLosers = p - a;
    int absentLosers = q - b;
    if (presentLosers + absentLosers == 0) {
      return 1;
    }
    DoubleUnaryOperator density =
        x -> {
          double below1 = below(epsilon, x - 1);
          double below0 = below(epsilon, x);
          double allLower =
              presentLosers
                      * density(epsilon, x - 1)
                      * power(below1, presentLosers - 1)
                      * power(below0, absentLosers)
                  + absentLosers
                      * density(epsilon, x)
                      * power(below0, absentLosers - 1)
                      * power(below1, presentLosers);
          return allLower * power(below(epsilon, 1 - x), a) * power(below(epsilon, -x), b);
        };
    // Beyond 0 and 1 all is a polynomial of u = e^(-ε · distance), which the rule integrates
    // exactly; dx = du/(εu).
    double tails =
        GAUSS
            .legendre(POINTS, 0, 1)
            .integrate(
                u ->
                    (density.applyAsDouble(Math.log(u) / epsilon)
                            + density.applyAsDouble(1 - Math.log(u) / epsilon))
                        / (epsilon * u));
    double between = 0;
    int panels = 1 + (int) epsilon;
    for (int i = 0; i < panels; i++) {
      between +=
          GAUSS
              .legendre(POINTS, (double) i / panels, (i + 1.0) / panels)
              .integrate(density::applyAsDouble);
    }
    return tails + between;
  }

  private static double power(double base, int exponent) {
    // A factor that comes with exponent -1 is multiplied by a count of 0.
    return exponent < 0 ? 0 : Math.pow(base, exponent);
  }

  private static double density(double epsilon, double x) {
    return epsilon / 2 * Math.exp(-epsilon * Math.abs(x));
  }

  private static double below(double epsilon, double x) {
    double tail = Math.exp(-epsilon * Math.abs(x)) / 2;
    return x < 0 ? tail : 1 - tail;
  }

  /** Alice draws every pair on its own with probability k; with k = 1/2, a graph uniformly. */
  double[] independent(double density) {
    double[] prior = new double[1 << pairs];
    for (int graph = 0; graph < prior.length; graph++) {
      int edges = Integer.bitCount(graph);
      prior[graph] = Math.pow(density, edges) * Math.pow(1 - density, pairs - edges);
    }
    return prior;
  }

  /** Alice draws uniformly among the graphs of so many edges. */
  double[] ofEdges(int edges) {
    double[] prior = new double[1 << pairs];
    for (int graph = 0; graph < prior.length; graph++) {
      prior[graph] =
          Integer.bitCount(graph) == edges
              ? 1 / CombinatoricsUtils.binomialCoefficientDouble(pairs, edges)
              : 0;
    }
    return prior;
  }

  /** P(the output comes and the pair is an edge, or none), by output. */
  double[] joint(double[] prior, int pair, boolean edge) {
    double[] joint = new double[1 << pairs];
    for (int graph = 0; graph < prior.length; graph++) {
      if (((graph >> pair) & 1) == (edge ? 1 : 0)) {
        for (int output = 0; output < joint.length; output++) {
          joint[output] += prior[graph] * probability[graph][output];
        }
      }
    }
    return joint;
  }
}
