package io.linkteller.architecture.broken.models.aggregate;

import io.linkteller.architecture.broken.graph.Graph;
import io.linkteller.architecture.broken.privacy.ledger.LedgerEntry;

/** A model that charges by itself, and is given the graph. */
public final class ForgedSession {

  LedgerEntry charge() {
    return new LedgerEntry();
  }

  int read(Graph graph) {
    return graph.nodes();
  }
}
