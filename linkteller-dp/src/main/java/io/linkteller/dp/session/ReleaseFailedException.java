package io.linkteller.dp.session;

/**
 * Thrown by a {@link PrivateSession} in the place of a result. The caller learns which mechanism
 * failed, and not why: the cause is given to the owner alone ({@link
 * PrivateSession.Builder#onFailure}).
 *
 * <p>That it failed may depend on the private graph. It is an outcome of the mechanism like a
 * result: it is charged, and the claim covers it only if it bounds the chance of failures, too.
 */
public final class ReleaseFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ReleaseFailedException(String mechanism) {
    super(mechanism + " failed; the reason is private, and was told to the owner only");
  }
}
