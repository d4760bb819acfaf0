package io.linkteller.data.onnx;

/**
 * The weights of edges, for models that take them as an input instead of computing them from the
 * graph.
 */
@FunctionalInterface
public interface EdgeWeighting {

  /** Every edge has weight 1. */
  EdgeWeighting ONES = (u, v, entriesOfU, entriesOfV) -> 1;

  /** The weights D^-1/2 A D^-1/2, where D includes self-loops if the model uses them. */
  EdgeWeighting SYMMETRIC =
      (u, v, entriesOfU, entriesOfV) -> 1 / Math.sqrt((double) entriesOfU * entriesOfV);

  /** The weights D^-1 A: the mean over the neighbors of v. */
  EdgeWeighting MEAN = (u, v, entriesOfU, entriesOfV) -> 1.0 / entriesOfV;

  /**
   * Returns the weight of the edge from u to v.
   *
   * @param u the source, a row of the query
   * @param v the target, a row of the query; u itself for a self-loop
   * @param entriesOfU the degree of u in the graph of the query, or its in-degree, self-loops
   *     included
   * @param entriesOfV the degree of v in the graph of the query, or its in-degree, self-loops
   *     included
   * @return a finite number
   */
  double weight(int u, int v, int entriesOfU, int entriesOfV);
}
