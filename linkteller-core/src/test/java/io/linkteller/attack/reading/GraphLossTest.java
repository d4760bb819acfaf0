package io.linkteller.attack.reading;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.RandomGraphs;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphLossTest {

  private static final int NODES = 60;
  private static final int PROBES = 16;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.08, 11);
  private static final InferenceNodes TARGETS =
      InferenceNodes.of(FeatureMatrix.dense(new double[NODES][1]));

  /** Nodes whose answers have the most noise. */
  private static final int NOISY = 8;

  private interface Influence {
    double of(int v, int u);
  }

  private static GraphLoss loss(Influence influence) {
    InfluenceMatrix influences =
        InfluenceMatrix.exact(
            TARGETS,
            InfluenceMatrix.Extent.AMONG_TARGETS,
            (v, row) -> {
              for (int u = 0; u < NODES; u++) {
                row[u] = influence.of(v, u);
              }
            },
            1);
    int[] probed = IntStream.range(0, PROBES).toArray();
    return GraphLoss.of(influences, probed, probed, IntStream.range(0, NODES).toArray());
  }

  private static LinkPrediction named(Graph graph) {
    return LinkPrediction.of(
        "a graph",
        TARGETS,
        graph.density(),
        PairScores.ofAll(NODES, (i, j) -> graph.hasEdge(i, j) ? 1 : 0),
        0,
        Duration.ZERO);
  }

  /** Â of (A + I), one layer. */
  private static double propagated(int v, int u) {
    return u == v || GRAPH.hasEdge(v, u)
        ? 1 / Math.sqrt((GRAPH.degree(u) + 1.0) * (GRAPH.degree(v) + 1.0))
        : 0;
  }

  /** The absolute value of noise, which is larger for a few nodes. */
  private static double noise(int v, int u) {
    double deviation = u >= NODES - NOISY ? 4 : 1;
    return deviation * Math.abs(new Random(1000L * v + u).nextGaussian());
  }

  @Test
  void theGraphBehindInfluencesExplainsThem() {
    // Not 0, since each row is scaled to length 1.
    double left = loss(GraphLossTest::propagated).of(named(GRAPH));
    assertTrue(left < 0.03, () -> "loss " + left);
  }

  @Test
  void anotherGraphExplainsLittle() {
    Graph other = RandomGraphs.uniform(NODES, 0.08, 12);
    double explained = loss(GraphLossTest::propagated).of(named(other));
    assertTrue(explained > 0.9, () -> "loss " + explained);
  }

  @Test
  void aCouplingOfAllNodesDoesNotHideTheGraph() {
    GraphLoss coupled = loss((v, u) -> propagated(v, u) + 0.01 * (u + 1));
    // Rows are scaled to the same length, each with a different share of the coupling.
    double explained = coupled.of(named(GRAPH));
    assertTrue(explained < 0.5, () -> "loss " + explained);
  }

  /**
   * Each probe moves the noisy nodes most, but a graph in which they are hubs does not explain
   * that.
   */
  @Test
  void aGraphOfTheNoisiestNodesDoesNotExplainNoise() {
    Graph.Builder hubs = Graph.builder(NODES);
    for (int hub = NODES - NOISY; hub < NODES; hub++) {
      for (int v = 0; v < NODES - NOISY; v++) {
        hubs.addEdge(v, hub);
      }
    }
    double explained = loss(GraphLossTest::noise).of(named(hubs.build()));
    assertTrue(explained > 0.98, () -> "loss " + explained);
  }
}
