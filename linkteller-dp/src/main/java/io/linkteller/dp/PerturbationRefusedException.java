package io.linkteller.dp;

/**
 * Thrown by a {@link GraphMechanism} instead of a result that does not fit into memory.
 *
 * <p>A refusal is an output: it and its message depend only on public quantities (n, ε, the heap)
 * and on noisy ones that the guarantee covers. The exception is a failure to allocate, which
 * depends on the state of the process. {@link io.linkteller.dp.session.PrivacyLedger PrivacyLedger}
 * charges a refusal like a release.
 */
public final class PerturbationRefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  PerturbationRefusedException(String message) {
    super(message);
  }

  // No stack trace is kept: whether the code was filling a cell or keeping an edge is private.
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
