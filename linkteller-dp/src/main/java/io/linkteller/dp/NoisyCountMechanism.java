package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * A mechanism that buys a noisy number of edges with a part ε₁ of its budget, and from there on
 * knows the graph only through cells that are noised at the rest ε₂. Whether the result fits is
 * decided by the noisy number and the result, so a refusal is as private as a result.
 */
abstract sealed class NoisyCountMechanism implements GraphMechanism
    permits LapGraph, AsymmetricRandomizedResponse, TopMFilter {

  final BudgetSplit split;
  private final String name;
  private final double epsilon;

  NoisyCountMechanism(String name, double epsilon, BudgetSplit split) {
    this.name = name;
    this.epsilon = epsilon;
    this.split = split;
  }

  /** The most edges that a result may have. */
  OutputSize limit(int nodeCount) {
    return OutputSize.limit(nodeCount, OutputSize.BYTES_PER_EDGE);
  }

  /** The expected number of edges of the result, given the noisy count. */
  abstract double expectedEdges(long count, int nodeCount);

  /** The result for a noisy count, with up to a number of edges. */
  abstract Graph perturb(Graph graph, long count, Chance chance, long mostEdges);

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    return perturb(graph, chance, limit(graph.nodeCount()));
  }

  Graph perturb(Graph graph, Chance chance, OutputSize limit) {
    int n = graph.nodeCount();
    long count = split.noisyCount(graph, chance);
    limit.require(this, n, expectedEdges(count, n));
    return limit.building(this, n, () -> perturb(graph, count, chance, limit.mostEdges()));
  }

  /** Returns ε, of which both parts are made. */
  double epsilon() {
    return epsilon;
  }

  /**
   * Returns the part of the budget that is spent on the number of edges.
   *
   * @return ε₁
   */
  public double countEpsilon() {
    return split.count();
  }

  /**
   * Returns the part of the budget that is spent on the cells.
   *
   * @return ε₂
   */
  public double cellEpsilon() {
    return split.cells();
  }

  @Override
  public PrivacyGuarantee guarantee() {
    return new PrivacyGuarantee(name, epsilon, NeighboringGraphs.ONE_EDGE);
  }

  @Override
  public String toString() {
    return name + "[epsilon = " + epsilon + ", for the count " + split.count() + "]";
  }
}
