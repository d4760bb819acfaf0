package io.linkteller.inference;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A black box whose graph anyone can join: a social network in which a new account follows others.
 *
 * <p>The graph has the nodes 0 to n-1; a node that joins has the id n.
 */
public interface JoinableApi extends InferenceApi {

  /** {@return n, the number of nodes before another joins, and so the id of the node that does} */
  int nodeCount();

  /**
   * Returns the black box after a node has joined. This one does not change.
   *
   * @param neighbors the nodes that the new node is connected to, distinct, each in [0, n)
   * @return a black box on n + 1 nodes
   * @throws IllegalArgumentException if a neighbor is out of range or repeated
   */
  InferenceApi joinedTo(IntList neighbors);
}
