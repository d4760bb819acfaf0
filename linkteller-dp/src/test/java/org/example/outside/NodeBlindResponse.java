package org.example.outside;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismProvider;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.List;

/**
 * A mechanism written outside the library, using published types only: each cell is truthful with
 * probability 1/(1 + e^-ε).
 *
 * @param epsilon ε
 */
public record NodeBlindResponse(double epsilon) implements GraphMechanism {

  /** Registers the mechanism. */
  public static final class Provider implements MechanismProvider {

    @Override
    public List<MechanismType> mechanisms() {
      return List.of(new MechanismType("node-blind", "NodeBlindResponse", NodeBlindResponse::new));
    }
  }

  @Override
  public PrivacyGuarantee guarantee() {
    return new PrivacyGuarantee("NodeBlindResponse", epsilon, NeighboringGraphs.ONE_EDGE);
  }

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    Probability truth = Probability.logistic(epsilon);
    Graph.Builder result = Graph.builder(graph.nodeCount());
    for (int u = 0; u < graph.nodeCount(); u++) {
      for (int v = u + 1; v < graph.nodeCount(); v++) {
        if (graph.hasEdge(u, v) == chance.happens(truth)) {
          result.addEdge(u, v);
        }
      }
    }
    return result.build();
  }
}
