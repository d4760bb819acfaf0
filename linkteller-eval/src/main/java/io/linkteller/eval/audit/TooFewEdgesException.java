package io.linkteller.eval.audit;

import io.linkteller.graph.Graph;

/** Thrown if the targets have no edges or all possible ones, so that an audit has no result. */
public final class TooFewEdgesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  TooFewEdgesException(Graph among, long pairs) {
    super(
        among.edgeCount()
            + " of the "
            + pairs
            + among
                .edgeKind()
                .fill(
                    " {pairs} of targets are {edges}, so there is nothing to find: use more"
                        + " targets"));
  }
}
