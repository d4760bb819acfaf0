package io.linkteller.eval.bound;

import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The law of a mechanism's output on every graph of a few nodes, from the mechanism's definition:
 * nothing is sampled, and the samplers of the library have no part in it. A graph is the set of its
 * pairs, bit i for the i-th.
 */
final class SmallLaw {

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
