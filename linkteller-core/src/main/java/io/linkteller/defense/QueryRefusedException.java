package io.linkteller.defense;

/**
 * Thrown when a {@link QueryGuard} refuses a query. An attack treats this like any other failure of
 * the black box, and can be resumed if a journal recorded the answers.
 */
public final class QueryRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The rule under which a query is refused. */
  public enum Reason {
    /** Too many queries with the same set of nodes. */
    NODE_SET_LIMIT,
    /** Too many queries that include one node. */
    NODE_LIMIT,
    /** Too many nodes changed or left out individually. */
    PROBE_LIMIT,
    /** The features of most nodes are multiples of one vector, which is unusual for real data. */
    ALIGNED_FEATURES
  }

  /** The rule under which the query was refused. */
  private final Reason reason;

  QueryRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** {@return the rule under which the query was refused} */
  public Reason reason() {
    return reason;
  }
}
