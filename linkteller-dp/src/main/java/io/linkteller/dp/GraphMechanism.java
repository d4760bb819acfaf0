package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * A perturber that states what it promises and what it will return before it is run. Immutable and
 * safe for use by several threads.
 *
 * <p>Each call of {@link #perturb} on a graph spends the guarantee's ε anew. {@link PrivacyLedger}
 * keeps count.
 */
public interface GraphMechanism extends GraphPerturber {

  /**
   * Returns what each call of {@link #perturb} promises.
   *
   * @return the guarantee
   */
  PrivacyGuarantee guarantee();

  /**
   * Returns how many edges the perturbed graph has on average. A function of the true graph, so not
   * private: it is for the graph owner's eyes.
   *
   * @param graph A
   * @return the expected number of edges
   */
  double expectedEdges(Graph graph);

  /**
   * Returns this mechanism with random bits from a seed instead of the secure source: every call on
   * the same graph gives the same result. For experiments; whoever can guess the seed can undo the
   * perturbation.
   *
   * @param seed any number
   * @return the mechanism
   */
  GraphMechanism seeded(long seed);

  /**
   * Tells whether random bits come from a seed.
   *
   * @return true if every call on the same graph gives the same result
   */
  boolean isSeeded();
}
