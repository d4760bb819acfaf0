package io.linkteller.attack.chosen;

/**
 * How the layers of a network aggregate neighbors: the normalized adjacency matrix Â of the paper's
 * appendix, to the extent that answers distinguish it. D is the diagonal of the degrees.
 *
 * <p>This is the attacker's finding about an unknown model, from any library: no matrix is computed
 * from it. The matrices themselves are computed by {@code Normalization} of the models module, on
 * which this module must not depend.
 */
enum Aggregation {
  /** I + D^(-1/2) A D^(-1/2), FirstOrderGCN. */
  FIRST_ORDER(true),
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2), BingGeNormAdj. */
  AUGMENTED_WITH_IDENTITY(true),
  /** (D + I)^(-1/2) (A + I) (D + I)^(-1/2), AugNormAdj. */
  AUGMENTED(false),
  /** (D + I)^(-1) (A + I), AugRWalk. On a regular graph AugNormAdj is the same matrix. */
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
