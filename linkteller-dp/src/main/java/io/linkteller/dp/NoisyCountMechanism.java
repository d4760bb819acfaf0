package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * A mechanism that spends a part ε₁ of its budget on a noisy number of edges and the rest ε₂ on
 * noisy cells. Whether a result is refused for its size depends only on the noisy number and the
 * result, so a refusal is as private as a result.
 */
abstract sealed class NoisyCountMechanism implements GraphMechanism permits LapGraph, TopMFilter {

  final BudgetSplit split;
  private final String name;
  final double epsilon;

  NoisyCountMechanism(String name, double epsilon, double countShare) {
    this.name = name;
    this.epsilon = epsilon;
    this.split = BudgetSplit.of(epsilon, countShare);
  }

  /**
   * Returns the mechanism with another split of the same budget.
   *
   * @param countShare ε₁/ε, in (0, 1)
   * @return the mechanism
   * @throws IllegalArgumentException if {@code countShare} is outside (0, 1)
   */
  public abstract NoisyCountMechanism withCountShare(double countShare);

  /** Returns the limit on the size of a result. */
  OutputSize limit(Graph graph) {
    return OutputSize.limit(graph, 0);
  }

  /** Returns the result for a noisy count of one relation, with at most a given number of edges. */
  abstract Graph perturb(Graph graph, long count, Chance chance, long maxEdges);

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    return perturb(graph, chance, limit(graph));
  }

  Graph perturb(Graph graph, Chance chance, OutputSize limit) {
    return limit.building(
        this,
        graph,
        (relation, left) -> {
          long count = split.noisyCount(relation, chance);
          // The result has about as many edges as the noisy count.
          left.require(this, relation.nodeCount(), (double) count);
          return perturb(relation, count, chance, left.maxEdges());
        });
  }

  /** {@return ε₁, the part of the budget that is spent on the number of edges} */
  public double countEpsilon() {
    return split.count();
  }

  /** {@return ε₂, the part of the budget that is spent on the cells} */
  public double cellEpsilon() {
    return split.cells();
  }

  @Override
  public PrivacyGuarantee guarantee() {
    return new PrivacyGuarantee(name, epsilon, NeighboringGraphs.ONE_EDGE);
  }

  @Override
  public String toString() {
    return name + "[epsilon = " + epsilon + ", of which " + split.count() + " for the count]";
  }
}
