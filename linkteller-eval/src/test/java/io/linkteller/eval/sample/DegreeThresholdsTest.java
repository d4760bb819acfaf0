package io.linkteller.eval.sample;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import org.junit.jupiter.api.Test;

class DegreeThresholdsTest {

  /** A path of 8 nodes with a hub on five of them: degrees 1 1 2 2 3 3 3 3 5 in some order. */
  @Test
  void aQuarterOfTheNodesIsBeyondEachQuartile() {
    Graph.Builder graph = Graph.builder(9);
    for (int i = 0; i < 7; i++) {
      graph.addEdge(i, i + 1);
    }
    for (int i = 1; i < 6; i++) {
      graph.addEdge(8, i);
    }
    Graph built = graph.build();
    assertEquals(new DegreeThresholds(2, 3), DegreeThresholds.quartilesOf(built));
    assertEquals(new DegreeThresholds(0, 0), DegreeThresholds.quartilesOf(Graph.empty(1)));
    assertRefused(() -> DegreeThresholds.quartilesOf(Graph.empty(0)));
  }
}
