package io.linkteller.data.onnx;

/**
 * Edge weights, for models that accept them as an input instead of computing them from the graph.
 */
@FunctionalInterface
public interface EdgeWeighting {

  /** Every edge has weight 1. */
  EdgeWeighting ONES = (u, v, entriesOfU, entriesOfV) -> 1;

  /** The weights D^-1/2 A D^-1/2, where D includes self-loops if the model uses them. */
  EdgeWeighting SYMMETRIC =
      (u, v, entriesOfU, entriesOfV) -> 1 / Math.sqrt((double) entriesOfU * entriesOfV);

  /** The weights D^-1 A, with which a sum over the neighbors of v is their mean. */
  EdgeWeighting MEAN = (u, v, entriesOfU, entriesOfV) -> 1.0 / entriesOfV;

  /**
   * Returns the weight of the edge from u to v.
   *
   * @param u the source, a row of the query
   * @param v the target, a row of the query; u itself for a self-loop
   * @param entriesOfU the degree of u in the graph of the query, or its in-degree if arcs are
   *     directed, including self-loops
   * @param entriesOfV the degree of v in the graph of the query, or its in-degree if arcs are
   *     directed, including self-loops
   * @return a finite number
   */
  double weight(int u, int v, int entriesOfU, int entriesOfV);
}
