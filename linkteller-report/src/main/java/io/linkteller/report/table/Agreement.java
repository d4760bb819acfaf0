package io.linkteller.report.table;

/**
 * The number of measurements that agree with the paper.
 *
 * @param within the number of measurements that do not differ ({@link Metric#differs})
 * @param compared the number of measurements that the paper prints too, of metrics whose
 *     differences are marked
 */
public record Agreement(int within, int compared) {

  /**
   * Counts the measurements that agree.
   *
   * @param table the measurements beside the paper's numbers
   * @return the agreement; zero of zero if nothing can be compared
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
