package io.linkteller.eval.bound;

import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The distribution of a mechanism's output on every graph of a few nodes, computed from the
 * mechanism's definition, without the library's samplers. A graph is the set of its edges, with bit
 * i for the i-th pair.
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

  /** EdgeRand: each pair flips independently with probability s/2, s = 2/(e^ε + 1). */
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

  /** Alice draws every pair independently with probability k; with k = 1/2, graphs are uniform. */
  double[] independent(double density) {
    double[] prior = new double[1 << pairs];
    for (int graph = 0; graph < prior.length; graph++) {
      int edges = Integer.bitCount(graph);
      prior[graph] = Math.pow(density, edges) * Math.pow(1 - density, pairs - edges);
    }
    return prior;
  }

  /** Alice draws uniformly among the graphs with this number of edges. */
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

  /** P(the output occurs and the pair is an edge, or is not one), by output. */
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
