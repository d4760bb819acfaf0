package io.linkteller.models.stealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.PriorKnowledge;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkStealingTest {

  private static final int NODES = 120;
  private static final int GROUPS = 12;
  private static final int CLASSES = 8;

  /** Nodes of a group are connected with probability 0.6, others with 0.01. */
  private static Graph groups(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder graph = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (random.nextDouble() < (u % GROUPS == v % GROUPS ? 0.6 : 0.01)) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  /** Features that say little of the group. */
  private static FeatureMatrix features(long seed) {
    SplittableRandom random = new SplittableRandom(seed + 7);
    double[][] x = new double[NODES][8];
    for (int v = 0; v < NODES; v++) {
      for (int c = 0; c < 8; c++) {
        x[v][c] = 0.3 * (((v % GROUPS) >> (c % 4)) & 1) + random.nextDouble();
      }
    }
    return FeatureMatrix.dense(x);
  }

  /** Logits that are the mean over a node and its neighbors of noise, which smooths them. */
  private static InferenceApi smoothing(Graph graph, long seed) {
    return query -> {
      Graph induced = graph.inducedSubgraph(query.nodes());
      DMatrixRMaj logits = new DMatrixRMaj(query.nodes().size(), CLASSES);
      for (int u = 0; u < logits.numRows; u++) {
        for (int c = 0; c < CLASSES; c++) {
          double sum = noise(query.nodes().getInt(u), c, seed);
          for (int w : induced.neighbors(u)) {
            sum += noise(query.nodes().getInt(w), c, seed);
          }
          logits.set(u, c, 3 * sum / (1 + induced.degree(u)));
        }
      }
      return logits;
    };
  }

  private static double noise(int node, int c, long seed) {
    return new SplittableRandom(seed * 1_000_003 + node * 31L + c).nextGaussian();
  }

  private static LinkStealing.Builder attack(int number) {
    LinkStealing.Builder attack = LinkStealing.builder().epochs(100);
    if (number == 2 || number >= 5) {
      attack.features();
    }
    if (number == 3 || number == 4 || number >= 6) {
      Graph graph = groups(1);
      Graph.Builder known = Graph.builder(NODES);
      graph.forEachEdge(
          (u, v) -> {
            if ((31 * u + 17 * v) % 7 < 3) {
              known.addEdge(u, v);
            }
          });
      attack.edges(PriorKnowledge.ofEdges(known.build()));
    }
    if (number == 1 || number == 4 || number == 5 || number == 7) {
      Graph shadow = groups(2);
      attack.shadow(new ShadowGraph(shadow, features(2), smoothing(shadow, 2)));
    }
    return attack;
  }

  private static double auc(PairScores scores, Graph graph) {
    long above = 0;
    long all = 0;
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        for (int w = 0; w < NODES && graph.hasEdge(u, v); w += 7) {
          if (w != u && !graph.hasEdge(u, w)) {
            double other = scores.score(Math.min(u, w), Math.max(u, w));
            above += scores.score(u, v) > other ? 2 : scores.score(u, v) == other ? 1 : 0;
            all += 2;
          }
        }
      }
    }
    return above / (double) all;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void connectedNodesAreRankedAboveOthers(int number) {
    LinkStealing attack = attack(number).build();
    assertEquals(number, attack.number());
    Graph graph = groups(1);
    LinkPrediction found =
        attack.run(smoothing(graph, 1), InferenceNodes.of(features(1)), graph.density());
    assertEquals(1, found.queries());
    double auc = auc(found.scores(), graph);
    // Guessing gives 1/2; measured: 0.73 to 0.85.
    assertTrue(auc > 0.7, "AUC " + auc);
  }

  /** The definition, written out for softmax posteriors. */
  @Test
  void attack0IsTheCorrelationOfPosteriors() {
    Graph graph = groups(1);
    InferenceApi api = smoothing(graph, 1);
    PairScores scores =
        LinkStealing.builder().build().run(api, InferenceNodes.of(features(1)), 0.1).scores();
    DMatrixRMaj p = Posterior.SOFTMAX.probabilities(predict(api, InferenceNodes.of(features(1))));
    for (int[] pair : new int[][] {{0, 1}, {3, 15}, {40, 119}}) {
      double dot = 0;
      double first = 0;
      double second = 0;
      for (int c = 0; c < CLASSES; c++) {
        // Posteriors have the mean 1/c.
        double a = p.get(pair[0], c) - 1.0 / CLASSES;
        double b = p.get(pair[1], c) - 1.0 / CLASSES;
        dot += a * b;
        first += a * a;
        second += b * b;
      }
      double correlation = dot / Math.sqrt(first * second);
      assertEquals((3 + correlation) / 4, scores.score(pair[0], pair[1]), 1e-9);
    }
  }

  private static DMatrixRMaj predict(InferenceApi api, InferenceNodes nodes) {
    try {
      return api.predict(nodes.query());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void onlyTheNamedPairsAreScored() {
    Graph graph = groups(1);
    long pair = NodePairs.pack(3, 15);
    PairScores scores =
        attack(3)
            .build()
            .score(smoothing(graph, 1), InferenceNodes.of(features(1)), LongList.of(pair));
    assertEquals(1, scores.storedCount());
    assertTrue(scores.score(3, 15) > 0 && scores.score(3, 15) < 1);
  }

  @Test
  void threadsDoNotMatter() {
    Graph graph = groups(1);
    InferenceNodes nodes = InferenceNodes.of(features(1));
    assertArrayEquals(
        attack(7).build().run(smoothing(graph, 1), nodes, 0.1).scores().storedScores(),
        attack(7)
            .parallelism(3)
            .build()
            .run(smoothing(graph, 1), nodes, 0.1)
            .scores()
            .storedScores(),
        0);
  }

  /** A node on its own has no neighbors, so its answer cannot tell of them. */
  @Test
  void nodesAloneAreAskedOneByOneAndTellNothingOfEdges() {
    Graph graph = groups(1);
    AtomicInteger calls = new AtomicInteger();
    InferenceApi model = smoothing(graph, 1);
    InferenceApi counting =
        query -> {
          calls.incrementAndGet();
          assertEquals(1, query.nodes().size());
          return model.predict(query);
        };
    LinkPrediction found =
        attack(1).nodesAlone().build().run(counting, InferenceNodes.of(features(1)), 0.1);
    assertEquals(NODES, found.queries());
    assertEquals(NODES, calls.get());
    double auc = auc(found.scores(), graph);
    assertTrue(auc > 0.4 && auc < 0.6, "AUC " + auc);
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> LinkStealing.builder().epochs(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ShadowGraph(Graph.empty(NODES), features(1), smoothing(groups(1), 1)));
    InferenceNodes few = InferenceNodes.of(features(1)).targeting(1, 2, 3);
    LinkStealing blind =
        LinkStealing.builder().edges(PriorKnowledge.ofEdges(Graph.empty(NODES))).build();
    assertThrows(
        IllegalArgumentException.class, () -> blind.run(smoothing(groups(1), 1), few, 0.5));
    LinkStealing known =
        LinkStealing.builder()
            .edges(PriorKnowledge.ofEdges(Graph.builder(NODES + 9).addEdge(1, NODES + 5).build()))
            .build();
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> known.run(smoothing(groups(1), 1), few, 0.5));
    assertTrue(String.valueOf(e.getMessage()).contains("125"), e.toString());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            LinkStealing.builder()
                .build()
                .score(smoothing(groups(1), 1), few, LongList.of(NodePairs.pack(1, 3))));
  }
}
