package io.linkteller.models.serve;

/** How a served model answers a query that edits features which an earlier query was about. */
public enum Recompute {
  /**
   * Keeps the activations of the earlier query and recomputes the rows that can change: those
   * within k hops (Theorem 1 of the paper). Equal to a full pass up to rounding.
   */
  CHANGED_ROWS,
  /** Runs a full forward pass for every query. */
  EVERYTHING
}
