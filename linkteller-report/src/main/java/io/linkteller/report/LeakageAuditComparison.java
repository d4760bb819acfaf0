package io.linkteller.report;

import java.util.List;

/**
 * The change between two audits.
 *
 * @param earlierAttack the strongest attack of the earlier audit
 * @param attack the strongest attack of the later audit
 * @param earlierRecall its recall
 * @param recall its recall
 * @param earlierPrecision its precision
 * @param precision its precision
 * @param remarks reasons why the two are hard to compare: different targets, different attackers,
 *     attacks that only one of them could run
 */
public record LeakageAuditComparison(
    String earlierAttack,
    String attack,
    double earlierRecall,
    double recall,
    double earlierPrecision,
    double precision,
    List<String> remarks) {

  /**
   * Copies the remarks.
   *
   * @param earlierAttack the strongest attack of the earlier audit
   * @param attack the strongest attack of the later audit
   * @param earlierRecall its recall
   * @param recall its recall
   * @param earlierPrecision its precision
   * @param precision its precision
   * @param remarks reasons why the two are hard to compare: different targets, different attackers,
   *     attacks that only one of them could run
   */
  public LeakageAuditComparison {
    remarks = List.copyOf(remarks);
  }

  /** {@return how much the recall grew; negative if it fell} */
  public double recallGrowth() {
    return recall - earlierRecall;
  }
}
