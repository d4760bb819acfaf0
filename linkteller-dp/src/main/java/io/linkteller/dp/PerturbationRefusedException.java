package io.linkteller.dp;

/**
 * Thrown by a {@link GraphMechanism} if the result does not fit into memory.
 *
 * <p>A refusal is an output: it and its message depend only on public quantities (n, ε, the heap)
 * and on noisy ones that the guarantee covers. Only a failure to allocate memory also depends on
 * the state of the process. {@link io.linkteller.dp.session.PrivacyLedger PrivacyLedger} charges a
 * refusal like a release.
 */
public final class PerturbationRefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  PerturbationRefusedException(String message) {
    super(message);
  }

  // No stack trace: it would show whether the code was filling a cell or keeping an edge.
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
