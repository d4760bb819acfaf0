package io.linkteller.eval.audit;

import io.linkteller.inference.InferenceException;

/** Thrown when a query exceeds the capabilities of the audit's attacker. */
final class RefusedByAuditException extends InferenceException {

  private static final long serialVersionUID = 1L;

  RefusedByAuditException(String message) {
    super(message);
  }
}
