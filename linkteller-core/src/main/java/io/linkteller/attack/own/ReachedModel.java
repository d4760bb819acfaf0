package io.linkteller.attack.own;

import io.linkteller.attack.QuerySession;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The targets, and the properties of the model that own nodes have revealed.
 *
 * @param session the session, whose nodes are the targets
 * @param depth the depth of the model
 * @param forTheModel the number of queries that were needed to find the depth
 * @param direction the direction of the features of own nodes
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record ReachedModel(QuerySession session, ModelDepth depth, int forTheModel, double[] direction) {

  IntList targets() {
    return session.nodes().targets();
  }

  private OwnNodesReading.Price price(JoiningNodes nodes) {
    return new OwnNodesReading.Price(
        session.asked(), forTheModel, nodes.count(), nodes.linkCount());
  }

  OwnNodesReading reading(SubsetSums sums, WalkWeights weights, JoiningNodes nodes) {
    return OwnNodesReading.ofSums(
        targets(),
        sums,
        new OwnNodesReading.Evidence(
            OwnNodesReading.Method.SUBSET_SUMS,
            depth.layers(),
            weights.dividesByDegree(),
            weights.relativeError(),
            sums.contradictions().size(),
            sums.loss()),
        price(nodes));
  }

  OwnNodesReading reading(LeafMoves moved, JoiningNodes nodes) {
    return OwnNodesReading.ofMoves(
        targets(),
        moved.evidence(),
        moved.visible(),
        new OwnNodesReading.Evidence(
            OwnNodesReading.Method.FURTHER_LEAF, depth.layers(), false, 0, 0, 0),
        price(nodes));
  }
}
