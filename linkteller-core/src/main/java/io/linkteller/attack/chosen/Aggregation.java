package io.linkteller.attack.chosen;

/**
 * How the layers of a network aggregate neighbors: the normalized adjacency matrices Â of the
 * paper's appendix, as far as answers distinguish them. D is the diagonal matrix of the degrees.
 *
 * <p>The attack only identifies the aggregation. {@code Normalization} in the models module, on
 * which this module must not depend, computes the matrices.
 */
enum Aggregation {
  /** I + D^(-1/2) A D^(-1/2), FirstOrderGCN. */
  FIRST_ORDER(true),
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2), BingGeNormAdj. */
  AUGMENTED_WITH_IDENTITY(true),
  /** (D + I)^(-1/2) (A + I) (D + I)^(-1/2), AugNormAdj. */
  AUGMENTED(false),
  /** (D + I)^(-1) (A + I), AugRWalk. On a regular graph, AugNormAdj is the same matrix. */
  RANDOM_WALK(false);

  private final boolean lazy;

  Aggregation(boolean lazy) {
    this.lazy = lazy;
  }

  /** Returns whether a node's own weight is at least that of all its neighbors together. */
  boolean isLazy() {
    return lazy;
  }
}
