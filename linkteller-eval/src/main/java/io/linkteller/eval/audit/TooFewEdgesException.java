package io.linkteller.eval.audit;

/** Thrown when targets have no edges or all possible ones, so that an audit can say nothing. */
public final class TooFewEdgesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  TooFewEdgesException(int edges, long pairs) {
    super(
        "undecided: "
            + edges
            + " of the "
            + pairs
            + " pairs of targets are edges, so there is nothing to find");
  }
}
