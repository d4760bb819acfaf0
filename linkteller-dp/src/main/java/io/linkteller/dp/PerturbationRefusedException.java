package io.linkteller.dp;

import io.linkteller.dp.ledger.PrivacyLedger;

/**
 * Thrown by a {@link GraphMechanism} in the place of a result that does not fit.
 *
 * <p>A refusal is an output: whether it comes, and what its message says, follows from public
 * quantities (n, ε, the heap) and from noisy ones that the guarantee covers, never from the true
 * graph directly. A failure to allocate is the exception: it depends on all that the process holds.
 * {@link PrivacyLedger} charges a refusal like a release.
 */
public final class PerturbationRefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  PerturbationRefusedException(String message) {
    super(message);
  }

  PerturbationRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
