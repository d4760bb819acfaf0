package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EdgeMetricsTest {

  @Test
  void ratiosAgreeWithThePaper() {
    EdgeMetrics metrics = new EdgeMetrics(18, 25, 19);
    assertEquals(0.72, metrics.precision());
    assertEquals(0.9473684210526315, metrics.recall());
    assertEquals(2 * 0.72 * (18.0 / 19) / (0.72 + 18.0 / 19), metrics.f1(), 1e-15);
    assertEquals(18.0 / 19, metrics.shareOfBestF1());
  }

  @Test
  void ratiosWithoutADenominatorAreZero() {
    EdgeMetrics nothing = new EdgeMetrics(0, 0, 0);
    assertEquals(0, nothing.precision());
    assertEquals(0, nothing.recall());
    assertEquals(0, nothing.f1());
    assertEquals(0, nothing.shareOfBestF1());
    assertEquals(0, new EdgeMetrics(0, 3, 0).recall());
    assertEquals(0, new EdgeMetrics(0, 0, 3).precision());
  }

  @Test
  void graphsAreComparedEdgeByEdge() {
    Graph truth = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
    Graph guess = Graph.builder(4).addEdge(1, 0).addEdge(0, 3).build();
    assertEquals(new EdgeMetrics(1, 2, 3), EdgeMetrics.of(guess, truth));
    assertEquals(new EdgeMetrics(3, 3, 3), EdgeMetrics.of(truth, truth));
    assertRefused(() -> EdgeMetrics.of(Graph.empty(3), truth));
  }

  @Test
  void impossibleCountsAreRefused() {
    assertRefused(() -> new EdgeMetrics(-1, 1, 1));
    assertRefused(() -> new EdgeMetrics(0, -1, 1));
    assertRefused(() -> new EdgeMetrics(0, 1, -1));
    assertRefused(() -> new EdgeMetrics(2, 1, 5));
    assertRefused(() -> new EdgeMetrics(2, 5, 1));
  }

  @Property
  void theShareIsRelativeToTheBestPossibleF1(
      @ForAll @IntRange(max = 50) int m,
      @ForAll @IntRange(max = 50) int edges,
      @ForAll @IntRange(max = 50) int hits) {
    EdgeMetrics metrics = new EdgeMetrics(Math.min(hits, Math.min(m, edges)), m, edges);
    double best = new EdgeMetrics(Math.min(m, edges), m, edges).f1();
    assertEquals(metrics.f1(), metrics.shareOfBestF1() * best, 1e-15);
    assertEquals(m == edges && m > 0, best == 1);
  }
}
