package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * A randomized map M_ε from a graph to a graph on the same nodes that satisfies ε-edge differential
 * privacy (section V of the paper). Each call spends the whole ε: a graph owner calls it once and
 * keeps the result (Algorithm 2).
 */
@FunctionalInterface
public interface GraphPerturber {

  /**
   * Perturbs a graph.
   *
   * @param graph A
   * @return Ã on the same nodes, with its guarantee
   */
  PerturbedGraph perturb(Graph graph);
}
