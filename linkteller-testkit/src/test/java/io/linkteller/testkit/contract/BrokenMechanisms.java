package io.linkteller.testkit.contract;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;

/** Mechanisms with one defect each. */
final class BrokenMechanisms {

  private BrokenMechanisms() {}

  /** Randomized response: each cell is truthful with probability 1/(1 + e^-ε). */
  static class Response implements GraphMechanism {

    /** ε. */
    static final double EPSILON = 1;

    @Override
    public PrivacyGuarantee guarantee() {
      return new PrivacyGuarantee("Response", EPSILON, NeighboringGraphs.ONE_EDGE);
    }

    double truth(Graph graph, int u, int v) {
      return EPSILON;
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      Graph.Builder result = Graph.builder(graph.nodeCount());
      for (int u = 0; u < graph.nodeCount(); u++) {
        for (int v = u + 1; v < graph.nodeCount(); v++) {
          Probability truth = Probability.logistic(truth(graph, u, v));
          if (graph.hasEdge(u, v) == chance.happens(truth)) {
            result.addEdge(u, v);
          }
        }
      }
      return result.build();
    }
  }

  /** The contract of a mechanism, with an audit that finds plain violations only. */
  interface OfMechanism extends GraphMechanismContract {
    @Override
    default int auditRuns() {
      return 200;
    }
  }

  static class Correct implements OfMechanism {
    @Override
    public GraphMechanism mechanism() {
      return new Response();
    }
  }

  /** Spends 1.05 ε on the last cell. */
  static class SparesOneCell implements OfMechanism {
    @Override
    public GraphMechanism mechanism() {
      return new Response() {
        @Override
        double truth(Graph graph, int u, int v) {
          return v == graph.nodeCount() - 1 ? 1.05 * EPSILON : EPSILON;
        }
      };
    }
  }

  /** Refuses complete graphs, by an exception. */
  static class RefusesCompleteGraphs implements OfMechanism {
    @Override
    public GraphMechanism mechanism() {
      return new Response() {
        @Override
        public Graph perturb(Graph graph, Chance chance) {
          if (graph.nodeCount() == 3 && graph.edgeCount() == 3) {
            throw new IllegalStateException("too many edges");
          }
          return super.perturb(graph, chance);
        }
      };
    }
  }

  /** Returns itself, unseeded, for experiments. */
  static class IgnoresItsSeed implements OfMechanism {
    @Override
    public GraphMechanism mechanism() {
      return new Response() {
        @Override
        public GraphMechanism forExperiments(long seed) {
          return this;
        }
      };
    }
  }

  static class LosesANode implements GraphPerturberContract {
    @Override
    public GraphPerturber perturber() {
      return graph ->
          new PerturbedGraph(
              Graph.empty(Math.max(0, graph.nodeCount() - 1)), new Response().guarantee());
    }
  }

  /** Promises more for graphs with more edges. */
  static class PromisesByTheGraph implements GraphPerturberContract {
    @Override
    public GraphPerturber perturber() {
      return graph ->
          new PerturbedGraph(
              Graph.empty(graph.nodeCount()),
              new PrivacyGuarantee("Adaptive", 1 + graph.edgeCount(), NeighboringGraphs.ONE_EDGE));
    }
  }

  /** Flips cells far too rarely, and is a perturber whose coins cannot be enumerated. */
  static class FlipsTooSeldom implements GraphPerturberContract {
    @Override
    public GraphPerturber perturber() {
      return graph ->
          new PerturbedGraph(
              new Response() {
                @Override
                double truth(Graph of, int u, int v) {
                  return 3;
                }
              }.perturb(graph, Chance.secure()),
              new Response().guarantee());
    }

    @Override
    public int auditRuns() {
      return 200;
    }
  }
}
