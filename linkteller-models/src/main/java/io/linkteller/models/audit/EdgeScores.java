package io.linkteller.models.audit;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;

/**
 * The score of every edge of a graph, grouped by the later node: the edges (u, v), u &lt; v, of
 * node v have the indices {@link #begin begin(v)} to {@code begin(v + 1) - 1}, in ascending order
 * of u. Uses 8 bytes per edge and 4 per node.
 *
 * <p>Different threads may compute the scores of different nodes concurrently.
 */
public final class EdgeScores {

  private final Graph graph;
  private final int[] begins;
  private final double[] scores;

  private EdgeScores(Graph graph, int[] begins, double[] scores) {
    this.graph = graph;
    this.begins = begins;
    this.scores = scores;
  }

  /**
   * Returns scores that are all 0.
   *
   * @param graph A
   * @return the scores
   * @throws IllegalArgumentException if the graph is directed or weighted or has relations
   */
  public static EdgeScores zero(Graph graph) {
    graph.requireSimple("the streamed audit (unlike an audit without --stream)");
    int n = graph.nodeCount();
    int[] begins = new int[n + 1];
    for (int v = 0; v < n; v++) {
      begins[v + 1] = begins[v] + below(graph, v, v, graph.degree(v));
    }
    return new EdgeScores(graph, begins, new double[begins[n]]);
  }

  /** Returns how many of the first {@code count} neighbors of v have ids below {@code node}. */
  private static int below(Graph graph, int v, int node, int count) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (graph.neighbor(v, middle) < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** {@return the graph} */
  public Graph graph() {
    return graph;
  }

  /** {@return the number of edges, |E|} */
  public int size() {
    return scores.length;
  }

  /**
   * Returns the index of the first edge between a node and an earlier one.
   *
   * @param v the later node, in [0, n]; the result for n is |E|
   * @return the index
   */
  public int begin(int v) {
    return begins[v];
  }

  /**
   * Computes the scores of the edges between v and earlier nodes.
   *
   * @param v the later node
   * @param stream the source of the influences
   */
  public void compute(int v, InfluenceStream stream) {
    int first = begins[v];
    int count = begins[v + 1] - first;
    if (count == 0) {
      return;
    }
    stream.forEachEarlier(
        v,
        (u, influence) -> {
          int place = below(graph, v, u, count - 1);
          if (graph.neighbor(v, place) == u) {
            scores[first + place] = influence;
          }
        });
  }

  /**
   * Returns the scores of a range of edges.
   *
   * @param from the first index
   * @param to one past the last index
   * @return a copy
   */
  public double[] copy(int from, int to) {
    return Arrays.copyOfRange(scores, from, to);
  }

  /**
   * Sets the scores of a range of edges that were computed elsewhere.
   *
   * @param from the first index
   * @param values the scores, finite and at least 0
   * @throws IllegalArgumentException if a score is out of range
   */
  public void set(int from, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= 0 && values[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the score of edge " + (from + i) + " is " + values[i] + ", outside [0, infinity)");
      }
    }
    System.arraycopy(values, 0, scores, from, values.length);
  }

  /** Returns the edges as packed pairs, in the order of their indices. */
  long[] pairs() {
    long[] pairs = new long[scores.length];
    for (int v = 0; v + 1 < begins.length; v++) {
      for (int e = begins[v]; e < begins[v + 1]; e++) {
        pairs[e] = NodePairs.pack(graph.neighbor(v, e - begins[v]), v);
      }
    }
    return pairs;
  }

  /** Returns the score of the edge with a given index. */
  double score(int edge) {
    return scores[edge];
  }
}
