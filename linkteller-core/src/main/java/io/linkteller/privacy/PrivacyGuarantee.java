package io.linkteller.privacy;

/**
 * What a mechanism promises: ε-edge differential privacy (Definition 1 of the paper). For every two
 * neighbouring graphs and every set S of outputs, Pr[M(G) in S] &lt;= e^ε Pr[M(G') in S].
 *
 * @param mechanism the mechanism's name, for people
 * @param epsilon ε, positive and finite
 * @param neighbors which graphs count as neighbouring
 */
public record PrivacyGuarantee(String mechanism, double epsilon, NeighboringGraphs neighbors) {

  /**
   * Checks ε.
   *
   * @param mechanism the mechanism's name, for people
   * @param epsilon ε, positive and finite
   * @param neighbors which graphs count as neighbouring
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public PrivacyGuarantee {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is outside (0, Infinity)");
    }
  }

  /** When two graphs on the same nodes are neighbours. */
  public enum NeighboringGraphs {
    /** They differ in the presence of one undirected edge. */
    ONE_EDGE
  }
}
