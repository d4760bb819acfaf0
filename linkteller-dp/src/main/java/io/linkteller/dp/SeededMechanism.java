package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;

/** A mechanism whose random bits come from a seed. */
record SeededMechanism(GraphMechanism mechanism, long seed) implements GraphMechanism {

  @Override
  public PrivacyGuarantee guarantee() {
    return mechanism.guarantee().seeded();
  }

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    return mechanism.perturb(graph, chance);
  }

  @Override
  public PerturbedGraph perturb(Graph graph) {
    return new PerturbedGraph(perturb(graph, Chance.forExperiments(seed)), guarantee());
  }

  @Override
  public GraphMechanism forExperiments(long otherSeed) {
    return new SeededMechanism(mechanism, otherSeed);
  }

  /** Omits the seed, with which the perturbation could be undone. */
  @Override
  public String toString() {
    return mechanism + " (seeded: for experiments only)";
  }
}
