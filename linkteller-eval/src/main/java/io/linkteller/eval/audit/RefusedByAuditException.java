package io.linkteller.eval.audit;

import io.linkteller.inference.InferenceException;

/** A query that the attacker of the audit may not ask. */
final class RefusedByAuditException extends InferenceException {

  private static final long serialVersionUID = 1L;

  RefusedByAuditException(String message) {
    super(message);
  }
}
