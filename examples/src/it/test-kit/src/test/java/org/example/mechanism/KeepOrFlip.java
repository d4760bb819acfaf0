package org.example.mechanism;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/** The mechanism in docs/extend.md: keeps or flips each cell of the adjacency matrix. */
final class KeepOrFlip implements GraphMechanism {

  private static final double EPSILON = 1.5;

  @Override
  public PrivacyGuarantee guarantee() {
    return new PrivacyGuarantee("KeepOrFlip", EPSILON, NeighboringGraphs.ONE_EDGE);
  }

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    Graph.Builder result = Graph.builder(graph.nodeCount());
    for (int u = 0; u < graph.nodeCount(); u++) {
      for (int v = u + 1; v < graph.nodeCount(); v++) {
        boolean keep = chance.happens(Probability.logistic(EPSILON));
        if (graph.hasEdge(u, v) == keep) {
          result.addEdge(u, v);
        }
      }
    }
    return result.build();
  }
}
