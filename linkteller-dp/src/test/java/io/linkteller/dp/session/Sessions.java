package io.linkteller.dp.session;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PerturbedGraph;
import java.util.List;
import java.util.stream.IntStream;

/** Sessions that are open for one release. */
final class Sessions {

  private Sessions() {}

  static PerturbedGraph perturb(
      PrivacyLedger ledger, String part, Graph graph, GraphMechanism mechanism) {
    return PrivateSession.builder(graph, ledger).part(part).open().perturb(mechanism);
  }

  /** Opens a session whose nodes are named by a prefix and consecutive numbers. */
  static PrivateSession identified(
      PrivacyLedger ledger, String part, Graph graph, String prefix, int first, int mayShare) {
    List<String> names =
        IntStream.range(first, first + graph.nodeCount()).mapToObj(i -> prefix + i).toList();
    return PrivateSession.builder(graph, ledger).part(part).nodes(names, mayShare).open();
  }
}
