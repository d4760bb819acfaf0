package io.linkteller.dp.session;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Sessions that are opened for one release. */
final class Sessions {

  private Sessions() {}

  /** Sums of rows up to 1 that claim an exact ε each, so that a test can add them up. */
  record Claimed(double epsilon) implements NeighborAggregation {

    @Override
    public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows) {
      return rows.copy();
    }

    @Override
    public PrivacyGuarantee guarantee(int releases) {
      return new PrivacyGuarantee("claimed", releases * epsilon, NeighboringGraphs.ONE_EDGE);
    }

    @Override
    public void requireRows(DMatrixRMaj rows) {
      if (CommonOps_DDRM.elementMax(rows) > 1) {
        throw new IllegalArgumentException("a row is above 1");
      }
    }
  }

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
