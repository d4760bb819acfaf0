package io.linkteller.defense;

/**
 * Alice does not answer a query. To an attack it is a failure of the black box like any other:
 * LinkTeller hands over what it has measured, others keep what a journal around the box recorded.
 */
public final class QueryRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why a query is refused. */
  public enum Reason {
    /** Too many queries about the same set of nodes. */
    NODE_SET_LIMIT,
    /** Too many queries that include one node. */
    NODE_LIMIT,
    /** Too many nodes that were, few in a query, given other features than they had. */
    PROBE_LIMIT,
    /** The features of most nodes point in one direction, as no data do. */
    ALIGNED_FEATURES
  }

  /** Why it was refused. */
  private final Reason reason;

  QueryRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /**
   * Returns why.
   *
   * @return the rule that the query breaks
   */
  public Reason reason() {
    return reason;
  }
}
