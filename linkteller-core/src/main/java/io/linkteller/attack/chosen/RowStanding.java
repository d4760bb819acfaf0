package io.linkteller.attack.chosen;

import io.linkteller.attack.UnsuitableModelException;

/** Whether the answers to the queries of one target are consistent with the diagnosed model. */
enum RowStanding {
  /** The answers are consistent with the model. */
  CONFIRMED,
  /** The answers are not consistent with the model. */
  REFUTED,
  /**
   * The answers show no neighbor, as for isolated nodes and for models that do not use the graph.
   */
  SILENT;

  /**
   * The maximum share of refuted rows. Some rows are refuted because a degree was mistaken for one
   * of its divisors.
   */
  private static final double MAX_REFUTED = 0.2;

  static RowStanding of(boolean shows, boolean fits) {
    return !shows ? SILENT : fits ? CONFIRMED : REFUTED;
  }

  /**
   * Rejects a diagnosis that the rows do not confirm.
   *
   * @throws UnsuitableModelException if more than a fifth of the rows that show a neighbor are
   *     refuted, or no row shows a neighbor
   */
  static void require(RowStanding[] rows, Diagnosis diagnosis) {
    int confirmed = 0;
    int refuted = 0;
    for (RowStanding row : rows) {
      confirmed += row == CONFIRMED ? 1 : 0;
      refuted += row == REFUTED ? 1 : 0;
    }
    if (confirmed + refuted == 0) {
      throw new UnsuitableModelException(
          "no target shows a neighbor: all of them are isolated, or the model uses no graph");
    }
    if (refuted > MAX_REFUTED * (confirmed + refuted)) {
      throw new UnsuitableModelException(
          refuted
              + " of "
              + (confirmed + refuted)
              + " rows contradict the model that the answers suggested, "
              + diagnosis);
    }
  }
}
