package io.linkteller.inference.tensor;

/**
 * The weights of the edges that a model is given, for models that take them as an input of their
 * own instead of deriving them from the graph.
 */
@FunctionalInterface
public interface EdgeWeighting {

  /** Every edge has weight 1. */
  EdgeWeighting ONES = (u, v, entriesOfU, entriesOfV) -> 1;

  /** D^-1/2 A D^-1/2, where D counts self-loops if the model is given any. */
  EdgeWeighting SYMMETRIC =
      (u, v, entriesOfU, entriesOfV) -> 1 / Math.sqrt((double) entriesOfU * entriesOfV);

  /** D^-1 A: the mean over the neighbors that v receives from. */
  EdgeWeighting MEAN = (u, v, entriesOfU, entriesOfV) -> 1.0 / entriesOfV;

  /**
   * Returns the weight of the edge from u to v.
   *
   * @param u the node that sends, a row of the query
   * @param v the node that receives, a row of the query; u itself for a self-loop
   * @param entriesOfU the number of edges at u in the graph of the query, a self-loop included
   * @param entriesOfV the number of edges at v in the graph of the query, a self-loop included
   * @return a finite number
   */
  double weight(int u, int v, int entriesOfU, int entriesOfV);
}
