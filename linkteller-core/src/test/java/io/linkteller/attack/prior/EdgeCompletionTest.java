package io.linkteller.attack.prior;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Scores of open pairs and the best threshold, against their definitions. */
class EdgeCompletionTest {

  /** Returns the score of each unconnected pair with a common neighbor, by u * n + v. */
  private static Map<Integer, Double> scores(Graph graph) {
    int n = graph.nodeCount();
    Map<Integer, Double> scores = new TreeMap<>();
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        double score = 0;
        for (int w = 0; w < n; w++) {
          if (graph.hasEdge(u, w) && graph.hasEdge(v, w)) {
            score += 1.0 / graph.degree(w);
          }
        }
        if (score > 0 && !graph.hasEdge(u, v)) {
          scores.put(u * n + v, score);
        }
      }
    }
    return scores;
  }

  @Property(tries = 60)
  void scoresAreSumsOverCommonNeighbors(
      @ForAll @IntRange(max = 15) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(nodes, density, seed);
    Map<Integer, Double> visited = new TreeMap<>();
    ResourceAllocation.forEachOpenPair(
        graph, (u, v, score) -> assertEquals(null, visited.put(u * nodes + v, score)));
    Map<Integer, Double> expected = scores(graph);
    assertEquals(expected.keySet(), visited.keySet());
    visited.forEach((pair, score) -> assertEquals(expected.getOrDefault(pair, 0.0), score, 1e-12));
  }

  @Property(tries = 100)
  void theThresholdFindsTheHeldOutEdgesWithTheBestF1(
      @ForAll @IntRange(min = 4, max = 16) int nodes,
      @ForAll @DoubleRange(min = 0.1, max = 0.9) double density,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(nodes, density, seed);
    // The same choice of held-out edges: every subset of a fifth is equally likely.
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder kept = Graph.builder(nodes);
    Graph.Builder held = Graph.builder(nodes);
    int[] left = {graph.edgeCount(), graph.edgeCount() / 5};
    graph.forEachEdge(
        (u, v) ->
            (random.nextInt(left[0]--) < left[1] && left[1]-- > 0 ? held : kept).addEdge(u, v));
    Graph hidden = held.build();
    assertEquals(graph.edgeCount() / 5, hidden.edgeCount());
    Map<Integer, Double> scores = new TreeMap<>();
    ResourceAllocation.forEachOpenPair(
        kept.build(), (u, v, score) -> scores.put(u * nodes + v, score));
    double best = 0;
    double threshold = Double.POSITIVE_INFINITY;
    double recall = 0;
    for (double candidate : new TreeSet<>(scores.values()).descendingSet()) {
      int right = 0;
      int named = 0;
      for (Map.Entry<Integer, Double> pair : scores.entrySet()) {
        if (pair.getValue() >= candidate) {
          named++;
          right += hidden.hasEdge(pair.getKey() / nodes, pair.getKey() % nodes) ? 1 : 0;
        }
      }
      double f1 = 2.0 * right / (named + hidden.edgeCount());
      if (f1 > best) {
        best = f1;
        threshold = candidate;
        recall = (double) right / hidden.edgeCount();
      }
    }
    assertEquals(new EdgeCompletion(threshold, recall), EdgeCompletion.of(graph, seed));
  }
}
