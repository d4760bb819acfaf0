package io.linkteller.models.serve;

/** How a served model answers a query that edits the features of an earlier query. */
public enum Recompute {
  /**
   * Keeps the activations of the earlier query and recomputes only rows that can change, which are
   * those within k hops of an edited row (Theorem 1 of the paper). The answer equals that of a full
   * pass up to rounding.
   */
  CHANGED_ROWS,
  /** Runs a full forward pass for every query. */
  EVERYTHING
}
