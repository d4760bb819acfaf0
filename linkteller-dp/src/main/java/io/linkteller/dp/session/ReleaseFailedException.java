package io.linkteller.dp.session;

/**
 * Thrown by a {@link PrivateSession} if a mechanism fails. The caller learns which mechanism
 * failed, but not why: only the owner receives the cause ({@link
 * PrivateSession.Builder#onFailure}).
 *
 * <p>Whether a mechanism fails may depend on the private graph. A failure is an outcome of the
 * mechanism like any result: it is charged, and the claim covers it only if the claim also accounts
 * for the probability of failures.
 */
public final class ReleaseFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ReleaseFailedException(String mechanism) {
    super(mechanism + " failed; the reason is private and was reported only to the owner");
  }
}
