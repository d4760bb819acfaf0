package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivacyGuarantee.NeighboringGraphs;

/**
 * A mechanism that buys a noisy number of edges with a part ε₁ of its budget, and from there on
 * knows the graph only through cells that are noised at the rest ε₂.
 */
abstract sealed class NoisyCountMechanism implements GraphMechanism
    permits LapGraph, AsymmetricRandomizedResponse, TopMFilter {

  final double epsilon;
  final BudgetSplit split;
  final Randomness randomness;

  NoisyCountMechanism(double epsilon, BudgetSplit split, Randomness randomness) {
    this.epsilon = epsilon;
    this.split = split;
    this.randomness = randomness;
  }

  /** The mechanism's name in guarantees and messages. */
  abstract String name();

  /** Perturbs a graph with random bits that the caller chooses. */
  abstract Graph perturb(Graph graph, Chance chance);

  /**
   * Returns what the number of edges costs.
   *
   * @return ε₁
   */
  public double countEpsilon() {
    return split.count();
  }

  /**
   * Returns what the cells cost.
   *
   * @return ε₂
   */
  public double cellEpsilon() {
    return split.cells();
  }

  @Override
  public boolean isSeeded() {
    return randomness.isSeeded();
  }

  @Override
  public PrivacyGuarantee guarantee() {
    return new PrivacyGuarantee(randomness.describe(name()), epsilon, NeighboringGraphs.ONE_EDGE);
  }

  /**
   * Perturbs a graph.
   *
   * @param graph A
   * @return Ã
   * @throws IllegalArgumentException if ε is so small that the noisy number of edges does not fit.
   *     The message is for the graph's owner: each one tells a noisy number of edges, which spends
   *     ε₁ anew
   */
  @Override
  public PerturbedGraph perturb(Graph graph) {
    return new PerturbedGraph(perturb(graph, randomness.start()), guarantee());
  }

  @Override
  public String toString() {
    return name() + "[epsilon = " + epsilon + ", for the count " + split.count() + "]";
  }
}
