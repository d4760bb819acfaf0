package io.linkteller.models.serve;

/** The work of a served model for a query that edits the features of an earlier query. */
public enum Recompute {
  /**
   * Keeps the activations of the earlier query and recomputes only rows that can change, which are
   * those within k hops (Theorem 1 of the paper). Equal to a full pass up to rounding.
   */
  CHANGED_ROWS,
  /** Runs a full forward pass for every query. */
  EVERYTHING
}
