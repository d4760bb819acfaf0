package io.linkteller.report.table;

/**
 * How many measurements agree with the paper.
 *
 * @param within how many do not differ ({@link Metric#differs})
 * @param compared how many the paper has a number for and are of a metric whose differences count
 */
public record Agreement(int within, int compared) {

  /**
   * Counts.
   *
   * @param table the measurements beside the paper's numbers
   * @return how many agree; of none if nothing can be compared
   */
  public static Agreement of(ResultTable table) {
    int within = 0;
    int compared = 0;
    for (ResultRow row : table.rows()) {
      if (row.paper().isPresent() && row.metric().floor().isPresent()) {
        compared++;
        within += row.differs() ? 0 : 1;
      }
    }
    return new Agreement(within, compared);
  }
}
