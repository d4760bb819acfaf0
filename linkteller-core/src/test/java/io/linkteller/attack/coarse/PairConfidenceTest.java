package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.OutputReading;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class PairConfidenceTest {

  private static final int CLASSES = 2;

  /**
   * A model that samples neighbors: logits of u are those of its own hidden vector and half of each
   * neighbor's, and each answer leaves out each edge with some probability. A hidden vector is the
   * features plus a vector of the node's own, so that there is noise without features too. What is
   * left out depends on the seed, the query and how often it was asked before, and not on the order
   * of different queries.
   */
  private static final class Sampling implements InferenceApi {

    private final Graph graph;
    private final double dropped;
    private final long seed;
    private final double[][] own;
    private final Map<Integer, AtomicInteger> asked = new ConcurrentHashMap<>();

    Sampling(Graph graph, double dropped, double scale, long seed) {
      this.graph = graph;
      this.dropped = dropped;
      this.seed = seed;
      SplittableRandom random = new SplittableRandom(seed);
      own = new double[graph.nodeCount()][CLASSES];
      for (double[] row : own) {
        Arrays.setAll(row, c -> random.nextDouble(-scale, scale));
      }
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      DMatrixRMaj x = query.features().toDense();
      int key = Arrays.hashCode(x.data);
      int times = asked.computeIfAbsent(key, k -> new AtomicInteger()).getAndIncrement();
      SplittableRandom random =
          new SplittableRandom(seed ^ (key * 0x9E3779B97F4A7C15L) ^ (times * 0xD1B54A32D192ED03L));
      for (int v = 0; v < x.numRows; v++) {
        for (int c = 0; c < CLASSES; c++) {
          x.add(v, c, own[v][c]);
        }
      }
      DMatrixRMaj z = x.copy();
      graph.forEachEdge(
          (u, v) -> {
            if (random.nextDouble() >= dropped) {
              for (int c = 0; c < CLASSES; c++) {
                z.add(u, c, x.get(v, c) / 2);
                z.add(v, c, x.get(u, c) / 2);
              }
            }
          });
      return z;
    }
  }

  private static FeatureMatrix features(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][CLASSES];
    for (double[] row : x) {
      Arrays.setAll(row, c -> random.nextDouble(10, 30));
    }
    return FeatureMatrix.dense(x);
  }

  private static CoarseAttack.Builder attack() {
    return CoarseAttack.builder().reading(OutputReading.ofLogits());
  }

  /** Targets 0 to n - 1 without an edge between them, each with neighbors that are its alone. */
  private static MeasuredInfluences outOfReach(int n, long seed) {
    int each = 6;
    Graph.Builder stars = Graph.builder(n * (each + 1));
    for (int u = 0; u < n; u++) {
      for (int i = 0; i < each; i++) {
        stars.addEdge(u, n + u * each + i);
      }
    }
    InferenceNodes nodes =
        InferenceNodes.of(features(n * (each + 1), seed))
            .targeting(IntList.of(IntStream.range(0, n).toArray()));
    return attack().build().measure(new Sampling(stars.build(), 0.4, 3, seed), nodes, 0.05);
  }

  /**
   * Confidences above x are a share 1 - x of the pairs out of reach. Pairs share baselines: in 150
   * simulations with normal noise in numpy the shares above 0.99, 0.9 and 0.5 had means of up to
   * 1.17, 10.3 and 49.1 to 50 %, and standard deviations of up to 0.18, 0.65 and 1.1 %. Alarms at
   * six deviations from there, below at 0.99 at 5.6 of what is skewed to the other side: by chance
   * in fewer than one run of a million.
   */
  @Test
  void amongPairsOutOfReachOnePercentHasConfidenceAbove99Percent() {
    int n = 120;
    PairConfidence measured = outOfReach(n, 21).confidence();
    double pair = 1 / (n * (n - 1) / 2.0);
    double[] shares = new double[3];
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double confidence = measured.confidence(i, j);
        shares[0] += confidence > 0.99 ? pair : 0;
        shares[1] += confidence > 0.9 ? pair : 0;
        shares[2] += confidence > 0.5 ? pair : 0;
      }
    }
    String seen = Arrays.toString(shares);
    assertTrue(shares[0] > 0.002 && shares[0] < 0.0225, seen);
    assertEquals(0.1, shares[1], 0.042);
    assertEquals(0.5, shares[2], 0.075);
  }

  private static Graph ring(int n) {
    Graph.Builder edges = Graph.builder(n);
    for (int v = 0; v < n; v++) {
      edges.addEdge(v, (v + 1) % n);
    }
    return edges.build();
  }

  private static final int N = 40;
  private static final double K_HAT = 2.0 / (N - 1);
  private static final InferenceNodes RING = InferenceNodes.of(features(N, 31));

  private static Sampling samplingRing() {
    return new Sampling(ring(N), 0.3, 1, 32);
  }

  @Test
  void edgesAreNearlyCertainAndOtherPairsRarely() {
    MeasuredInfluences measured = attack().build().measure(samplingRing(), RING, K_HAT);
    Graph ring = ring(N);
    int rash = 0;
    double least = 1;
    for (int i = 0; i < N; i++) {
      for (int j = i + 1; j < N; j++) {
        double confidence = measured.confidence().confidence(i, j);
        if (ring.hasEdge(i, j)) {
          least = Math.min(least, confidence);
        } else {
          rash += confidence > 0.99 ? 1 : 0;
        }
      }
    }
    assertTrue(least > 0.999, "least " + least);
    // 9 of 740 expected, with a deviation of 3.5; see above.
    assertTrue(rash <= 30, "rash " + rash);
    assertEquals(64, measured.probe().baselines());
    assertEquals(9, measured.probe().repeats());
    assertEquals(measured.probe().queries() + 9 * N + 64, measured.queries());
  }

  @Test
  void exactAnswersDecideEveryPair() {
    Graph ring = ring(N);
    MeasuredInfluences measured =
        attack().build().measure(new Sampling(ring, 0, 1, 33), RING, K_HAT);
    PairConfidence confidence = measured.confidence();
    for (int i = 0; i < N; i++) {
      assertEquals(0, confidence.standardError(i));
      for (int j = i + 1; j < N; j++) {
        assertEquals(ring.hasEdge(i, j) ? 1 : 0, confidence.confidence(i, j));
      }
    }
    assertEquals(1, measured.probe().baselines());
    assertThrows(IllegalArgumentException.class, () -> confidence.confidence(3, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> confidence.confidence(3, N));
    assertThrows(IndexOutOfBoundsException.class, () -> confidence.confidence(-1, 3));
  }
}
