package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * A randomized mechanism M_ε that maps a graph to a graph on the same nodes and satisfies ε-edge
 * differential privacy (section V of the paper). Each call spends the whole privacy budget ε, so
 * the graph owner calls it once and keeps the result (Algorithm 2).
 */
@FunctionalInterface
public interface GraphPerturber {

  /**
   * Perturbs a graph.
   *
   * @param graph A
   * @return the perturbed graph Ã on the same nodes, with its guarantee
   */
  PerturbedGraph perturb(Graph graph);
}
