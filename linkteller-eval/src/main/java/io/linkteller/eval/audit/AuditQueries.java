package io.linkteller.eval.audit;

/**
 * The queries of an audit.
 *
 * @param attacks the number of queries of all attacks, including abandoned attempts and queries
 *     answered from a journal
 * @param shared the number of these to which the audit already had the answer, because it sends the
 *     base query only once for all attacks
 * @param verification the number of queries that the audit itself sent to find out whether the
 *     black box is random, ignores ids, overflows or changes during the audit
 */
public record AuditQueries(long attacks, long shared, long verification) {

  /** {@return the number of queries that were sent} */
  public long sent() {
    return attacks - shared + verification;
  }
}
