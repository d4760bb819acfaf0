package io.linkteller.dp.session;

/**
 * Thrown by a {@link PrivateSession} instead of a result. The caller learns which mechanism failed,
 * but not why: only the owner gets the cause ({@link PrivateSession.Builder#onFailure}).
 *
 * <p>Whether a mechanism fails may depend on the private graph. A failure is an outcome of the
 * mechanism like a result: it is charged, and the claim covers it only if it also bounds the
 * probability of failures.
 */
public final class ReleaseFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ReleaseFailedException(String mechanism) {
    super(mechanism + " failed; the reason is private, and only the owner was told");
  }
}
