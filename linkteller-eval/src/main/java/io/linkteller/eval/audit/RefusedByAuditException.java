package io.linkteller.eval.audit;

import io.linkteller.inference.InferenceException;

/** Thrown when a query exceeds the capabilities of the audit's attacker. */
final class RefusedByAuditException extends InferenceException {

  private static final long serialVersionUID = 1L;

  private final boolean exceedsLimit;

  RefusedByAuditException(String message) {
    this(message, false);
  }

  private RefusedByAuditException(String message, boolean exceedsLimit) {
    super(message);
    this.exceedsLimit = exceedsLimit;
  }

  static RefusedByAuditException ofQueriesBeyond(long limit) {
    return new RefusedByAuditException("asks more than " + limit + " queries", true);
  }

  /** Returns whether the number of queries was exceeded, so that fewer targets might fit. */
  boolean exceedsLimit() {
    return exceedsLimit;
  }
}
