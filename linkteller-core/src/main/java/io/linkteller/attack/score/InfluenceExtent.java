package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;

/** Which influences a {@link PairScore} needs, and with that how many queries an attack asks. */
public enum InfluenceExtent {
  /** Of each target on each target: |V^(C)| + 1 queries. */
  AMONG_TARGETS,
  /** Of each target on each inference node: the same |V^(C)| + 1 queries, more of each answer. */
  OF_TARGETS,
  /** Of each inference node on each: |V^(I)| + 1 queries. */
  OF_ALL_NODES;

  /**
   * Returns the number of queries that measure these influences.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of nodes whose features are scaled, and one more for the baseline
   */
  public int queryCount(InferenceNodes nodes) {
    return Math.incrementExact((this == OF_ALL_NODES ? nodes.nodes() : nodes.targets()).size());
  }
}
