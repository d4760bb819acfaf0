package io.linkteller.onnx;

import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testing.export.OnnxGraph.Attribute;
import java.util.List;

/** Models of one operator or two, whose answers are known by hand. */
final class SmallModels {

  private SmallModels() {}

  /** Each node's own features plus the sum of its neighbors': 2 columns. */
  static OnnxGraph neighborSum(OnnxGraph.Type type) {
    return neighborSum(type, "m");
  }

  /** The same with a given number of edge entries. */
  static OnnxGraph neighborSum(OnnxGraph.Type type, String entries) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", type, "n", "2");
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", entries);
    graph.output(graph.withNeighbors(x, edges), "logits", type, "n", "2");
    return graph;
  }

  /** The same with edges as m x 2 integers of 32 bits, under other names. */
  static OnnxGraph neighborSumOfPairs() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("nodes", OnnxGraph.Type.FLOAT, "n", "2");
    String pairs = graph.input("pairs", OnnxGraph.Type.INT32, "m", "2");
    // Scatter indices have 64 bits; 7 is ONNX's code for this type.
    String wide = graph.apply("Cast", List.of(pairs), Attribute.of("to", 7));
    String edges = graph.apply("Transpose", List.of(wide), Attribute.of("perm", new long[] {1, 0}));
    String sum = graph.withNeighbors(x, edges);
    graph.output(sum, "scores", OnnxGraph.Type.FLOAT, "n", "2");
    graph.output(graph.apply("Neg", List.of(sum)), "negative", OnnxGraph.Type.FLOAT, "n", "2");
    return graph;
  }

  /** Own features plus the weighted sum of the neighbors'. */
  static OnnxGraph weightedSum() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.DOUBLE, "n", "2");
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    String weights = graph.input("edge_weight", OnnxGraph.Type.DOUBLE, "m");
    String sent = graph.apply("Gather", List.of(x, graph.ends(edges, 0)));
    String column = graph.apply("Unsqueeze", List.of(weights, graph.integers(1)));
    String weighted = graph.apply("Mul", List.of(sent, column));
    graph.output(graph.add(x, edges, weighted), "logits", OnnxGraph.Type.DOUBLE, "n", "2");
    return graph;
  }

  /** Own features doubled, with an axis for queries. */
  static OnnxGraph doubledAlongQueries(String queries) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.FLOAT, queries, "n", "2");
    graph.output(
        graph.apply("Add", List.of(x, x)), "logits", OnnxGraph.Type.FLOAT, queries, "n", "2");
    return graph;
  }

  /** Features less their mean over all nodes: each answer depends on all nodes. */
  static OnnxGraph centered() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    String mean =
        graph.apply("ReduceMean", List.of(x, graph.integers(0)), Attribute.of("keepdims", 1));
    graph.output(graph.apply("Sub", List.of(x, mean)), "logits", OnnxGraph.Type.FLOAT, "n", "2");
    return graph;
  }
}
