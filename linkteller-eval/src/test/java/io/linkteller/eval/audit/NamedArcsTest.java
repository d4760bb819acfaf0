package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import org.junit.jupiter.api.Test;

class NamedArcsTest {

  private static final Graph GRAPH =
      Graph.builder(6).directed().addEdge(1, 0).addEdge(2, 3).addEdge(3, 2).build();

  private static long[] arcs(int... ends) {
    long[] arcs = new long[ends.length / 2];
    for (int i = 0; i < arcs.length; i++) {
      arcs[i] = NodePairs.pack(ends[2 * i], ends[2 * i + 1]);
    }
    return arcs;
  }

  /** A pair that is an arc in both directions counts twice, and a pair without an arc, once. */
  @Test
  void eachPairCountsAsItsArcs() {
    long[] named = arcs(0, 1, 1, 0, 2, 3, 3, 2, 4, 5, 5, 4);
    assertArrayEquals(arcs(1, 0, 2, 3, 3, 2, 4, 5), PredictedArcs.directed(named, GRAPH, 9));
    assertArrayEquals(arcs(1, 0, 2, 3), PredictedArcs.directed(named, GRAPH, 2));
  }
}
