package io.linkteller.dp;

import io.linkteller.dp.audit.DpAudit;
import io.linkteller.graph.Graph;

/**
 * A process of its own with little memory: audits a perturber on large graphs, with more runs than
 * there is room for outputs. Ends with 0 and the finding, or with an error.
 */
final class SmallHeapAudit {

  private static final int NODES = 20_000;
  private static final int RUNS = 4_000;

  private SmallHeapAudit() {}

  public static void main(String[] args) {
    Graph empty = Graph.empty(NODES);
    Graph edge = Graph.builder(NODES).addEdge(0, 1).build();
    DpAudit audit = DpAudit.builder().runs(RUNS).seed(1).pair(empty, edge).build();
    System.out.println(audit.audit(LapGraph.withEpsilon(5).withCountShare(0.5)).summary());
  }
}
