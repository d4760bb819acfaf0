package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * A perturber that states its guarantee before it runs and takes all random decisions from a {@link
 * Chance}. Immutable and thread-safe.
 *
 * <p>An implementation provides two methods: the guarantee and the perturbation. A {@link
 * MechanismType} gives it a name on the command line. Random bits come from the secure source
 * unless {@link #forExperiments} is called.
 *
 * <p>The mechanisms of this library accept undirected graphs, directed graphs and graphs with
 * relations, all without weights. {@link io.linkteller.privacy.NeighboringGraphs NeighboringGraphs}
 * defines an edge in each: a cell of the upper triangle, an ordered pair, or one of these in one
 * relation. Arcs are perturbed like edges, but there are twice as many cells, and the result is
 * directed. Relations are perturbed one by one, each with the whole ε: they have no cell in common,
 * so all results together are ε-private (parallel composition, Lemma 1). Perturbing the cells of
 * all relations together would cost as much but would divide a single number of edges among the
 * relations, so a rare relation would get as many false edges as a frequent one.
 *
 * <p>Each call of {@link #perturb(Graph)} on a graph spends the guarantee's ε again. A {@link
 * io.linkteller.dp.session.PrivacyLedger PrivacyLedger} keeps track of the total.
 */
public interface GraphMechanism extends GraphPerturber {

  /** {@return the guarantee of each call of {@link #perturb(Graph)}} */
  PrivacyGuarantee guarantee();

  /**
   * Perturbs a graph with the given decisions. With exact decisions, the result satisfies the
   * guarantee; for a release, call {@link #perturb(Graph)}.
   *
   * @param graph A
   * @param chance random decisions, the only randomness in the result
   * @return Ã on the same nodes
   * @throws PerturbationRefusedException if the result does not fit into memory; the exception is
   *     an output, as private as a perturbed graph
   */
  Graph perturb(Graph graph, Chance chance);

  /**
   * Perturbs a graph with fresh bits from the secure source.
   *
   * @param graph A
   * @return Ã on the same nodes, with its guarantee
   * @throws PerturbationRefusedException if the result does not fit
   */
  @Override
  default PerturbedGraph perturb(Graph graph) {
    return new PerturbedGraph(perturb(graph, Chance.secure()), guarantee());
  }

  /**
   * Returns this mechanism with random bits from a seed instead of the secure source: every call on
   * the same graph returns the same result. Anyone who guesses the seed can undo the perturbation,
   * so the guarantee is marked as seeded and is refused wherever real edges are protected.
   *
   * @param seed any number
   * @return the mechanism
   */
  default GraphMechanism forExperiments(long seed) {
    return new SeededMechanism(this, seed);
  }
}
