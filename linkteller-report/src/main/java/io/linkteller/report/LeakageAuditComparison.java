package io.linkteller.report;

import java.util.List;

/**
 * The change between two audits.
 *
 * @param earlierAttack the strongest attack of the earlier audit
 * @param attack the strongest attack of the later audit
 * @param earlierRecall the recall of {@code earlierAttack}
 * @param recall the recall of {@code attack}
 * @param earlierPrecision the precision of {@code earlierAttack}
 * @param precision the precision of {@code attack}
 * @param remarks reasons why the audits are hard to compare: different targets, different
 *     attackers, attacks that only one of them ran
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
   * @param earlierRecall the recall of {@code earlierAttack}
   * @param recall the recall of {@code attack}
   * @param earlierPrecision the precision of {@code earlierAttack}
   * @param precision the precision of {@code attack}
   * @param remarks reasons why the audits are hard to compare: different targets, different
   *     attackers, attacks that only one of them ran
   */
  public LeakageAuditComparison {
    remarks = List.copyOf(remarks);
  }

  /** {@return the increase of the recall; negative if it fell} */
  public double recallGrowth() {
    return recall - earlierRecall;
  }
}
