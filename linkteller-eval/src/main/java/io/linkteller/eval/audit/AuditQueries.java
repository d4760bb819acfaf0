package io.linkteller.eval.audit;

/**
 * How often an audit asked.
 *
 * @param attacks the number of queries of all attacks, as their outcomes count them and of attempts
 *     that were given up, those that a journal answers included
 * @param shared the number of these that the audit had the answer to: the base query, which it asks
 *     once for all
 * @param verification the number of queries that the audit asked itself, whether the black box is
 *     random, drops ids, overflows or changes while it is audited
 */
public record AuditQueries(long attacks, long shared, long verification) {

  /** {@return the number of queries that were sent} */
  public long sent() {
    return attacks - shared + verification;
  }
}
