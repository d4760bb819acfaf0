package io.linkteller.attack.chosen;

/** Whether the answers about one target are such as the diagnosed model gives. */
enum RowStanding {
  /** They are. */
  CONFIRMED,
  /** They are not. */
  REFUTED,
  /** They show no neighbour, among all nodes: true of isolated nodes, and of no graph at all. */
  SILENT;

  /** The share of rows that shows which may fail, for degrees read as divisors of themselves. */
  private static final double REFUTED_AT_MOST = 0.2;

  static RowStanding of(boolean shows, boolean fits) {
    return !shows ? SILENT : fits ? CONFIRMED : REFUTED;
  }

  /**
   * Refuses a diagnosis that the rows read with it do not bear out.
   *
   * @throws UnsuitableModelException if more than a fifth of the rows that show something are
   *     refuted, or none shows anything
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
          "no target shows a neighbour: all of them are isolated, or the model uses no graph");
    }
    if (refuted > REFUTED_AT_MOST * (confirmed + refuted)) {
      throw new UnsuitableModelException(
          refuted
              + " of "
              + (confirmed + refuted)
              + " rows are not those of the model that answers seemed to come from, "
              + diagnosis);
    }
  }
}
