package io.linkteller.jgrapht;

import io.linkteller.graph.Graph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JGraphT graph converted to a graph whose nodes are numbers, with the vertex of each node.
 * Immutable.
 *
 * @param graph the graph, directed and weighted like the JGraphT graph
 * @param vertices the vertex of each node 0 to n-1, distinct
 * @param <V> the type of the vertices
 */
public record VertexGraph<V>(Graph graph, List<V> vertices) {

  /**
   * Checks that there is a vertex for each node.
   *
   * @param graph the graph
   * @param vertices the vertex of each node; copied
   * @throws IllegalArgumentException if there is not one vertex for each node
   */
  public VertexGraph {
    vertices = List.copyOf(vertices);
    if (vertices.size() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "there are " + vertices.size() + " vertices for " + graph.nodeCount() + " nodes");
    }
  }

  /**
   * Converts a JGraphT graph to a graph of this library. Later changes to the former do not affect
   * the latter. O(n + |E| log |E|).
   *
   * @param graph a simple graph, directed or undirected, possibly weighted; nodes are numbered in
   *     the order of {@link org.jgrapht.Graph#vertexSet}
   * @param <V> the type of the vertices
   * @param <E> the type of the edges
   * @return the graph, without weights if all of them are 1
   * @throws IllegalArgumentException if the graph has both directed and undirected edges, a
   *     self-loop, a repeated edge or a weight that is negative or not finite; the message names
   *     the vertices
   */
  public static <V, E> VertexGraph<V> of(org.jgrapht.Graph<V, E> graph) {
    if (!graph.getType().isDirected() && !graph.getType().isUndirected()) {
      throw new IllegalArgumentException(
          "some edges of the graph are directed and some are not; expected one kind");
    }
    List<V> vertices = List.copyOf(graph.vertexSet());
    Map<V, Integer> nodes = new HashMap<>(2 * vertices.size());
    for (V vertex : vertices) {
      nodes.put(vertex, nodes.size());
    }
    Graph.Builder builder = Graph.builder(vertices.size());
    if (graph.getType().isDirected()) {
      builder.directed();
    }
    boolean weighted = graph.edgeSet().stream().anyMatch(edge -> graph.getEdgeWeight(edge) != 1);
    for (E edge : graph.edgeSet()) {
      V source = graph.getEdgeSource(edge);
      V target = graph.getEdgeTarget(edge);
      if (source.equals(target) || graph.getAllEdges(source, target).size() > 1) {
        throw new IllegalArgumentException(
            "expected a simple graph, found "
                + (source.equals(target) ? "a self-loop at " + source : "a second edge between ")
                + (source.equals(target) ? "" : source + " and " + target)
                + "; merge or remove such edges first");
      }
      double weight = graph.getEdgeWeight(edge);
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the weight of the edge between "
                + source
                + " and "
                + target
                + " is "
                + weight
                + ", which is negative or not finite");
      }
      int u = nodes.getOrDefault(source, -1);
      int v = nodes.getOrDefault(target, -1);
      if (weighted) {
        builder.addEdge(u, v, weight);
      } else {
        builder.addEdge(u, v);
      }
    }
    return new VertexGraph<>(builder.build(), vertices);
  }
}
