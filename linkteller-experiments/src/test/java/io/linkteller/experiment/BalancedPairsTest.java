package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancedPairsTest {

  private static Graph path(int nodes) {
    Graph.Builder graph = Graph.builder(nodes);
    for (int v = 1; v < nodes; v++) {
      graph.addEdge(v - 1, v);
    }
    return graph.build();
  }

  /** NumPy drew the pairs of the digests by the same rules. */
  @ParameterizedTest
  @CsvSource({
    "cora, 42, 5278, d25223c1b7032e881100fc0b83b73c19a95449f647b06b0b0ab3a6925f0eb82b",
    "cora, 82, 5278, 7caf13ecfac956f8c2c57feaba5301f5a6326b9845291d88c59948bb73e403ec",
    "citeseer, 2, 4552, 70a432f4546e6ebb170464b68e8450902f8ca261455c8597ab475f32ebf758d4"
  })
  void unconnectedPairsAgreeWithNumpy(String name, int seed, int count, String sha256) {
    Graph graph = PlanetoidDataset.load(RealData.directory(), name).graph();
    BalancedPairs pairs = BalancedPairs.draw(graph, 1, seed);
    assertEquals(count, pairs.connected().size());
    assertEquals(sha256, sha256(pairs.unconnected()));
  }

  private static String sha256(LongList pairs) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES * pairs.size()).order(ByteOrder.LITTLE_ENDIAN);
    pairs.forEach((long pair) -> bytes.putLong(pair));
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Property(tries = 200)
  void bothKindsAreDistinctAndEquallyFrequent(
      @ForAll @IntRange(min = 6, max = 60) int nodes,
      @ForAll @DoubleRange(min = 0.05, max = 1) double share,
      @ForAll @IntRange(min = 0) int seed) {
    Graph graph = path(nodes);
    BalancedPairs pairs = BalancedPairs.draw(graph, share, seed);
    assertEquals(Math.max(1, Math.rint(share * (nodes - 1))), pairs.connected().size());
    LongOpenHashSet all = new LongOpenHashSet(pairs.connected());
    all.addAll(pairs.unconnected());
    assertEquals(2 * pairs.connected().size(), all.size());
    pairs.connected().forEach((long p) -> assertTrue(isEdge(graph, p)));
    pairs.unconnected().forEach((long p) -> assertFalse(isEdge(graph, p)));
  }

  private static boolean isEdge(Graph graph, long pair) {
    return graph.hasEdge(NodePairs.first(pair), NodePairs.second(pair));
  }

  @Property(tries = 100)
  void largerCutsFindMoreAndTwiceKFindsEverything(
      @ForAll @IntRange(min = 6, max = 40) int nodes, @ForAll long seed) {
    BalancedPairs pairs = BalancedPairs.draw(path(nodes), 1, 7);
    SplittableRandom random = new SplittableRandom(seed);
    // Few different scores, so that there are ties.
    PairScores scores = PairScores.ofAll(nodes, (i, j) -> random.nextInt(4));
    long before = 0;
    for (String factor : new String[] {"0.25", "0.5", "1", "1.5", "2"}) {
      EdgeMetrics cut = pairs.cut(scores, new BigDecimal(factor));
      assertTrue(cut.truePositives() >= before);
      before = cut.truePositives();
    }
    assertEquals(nodes - 1, before);
  }

  @Test
  void separatingScoresCutPerfectly() {
    Graph graph = path(20);
    BalancedPairs pairs = BalancedPairs.draw(graph, 1, 42);
    PairScores perfect = PairScores.ofAll(20, (i, j) -> graph.hasEdge(i, j) ? 1 : 0);
    assertEquals(new EdgeMetrics(19, 19, 19), pairs.cut(perfect, BigDecimal.ONE));
    assertEquals(new EdgeMetrics(5, 5, 19), pairs.cut(perfect, new BigDecimal("0.25")));
    assertEquals(1, pairs.rocAuc(perfect));
  }

  @Test
  void uninformativeScoresFindHalf() {
    BalancedPairs pairs = BalancedPairs.draw(path(21), 1, 42);
    PairScores equal = PairScores.ofAll(21, (i, j) -> 1);
    assertEquals(new EdgeMetrics(10, 20, 20), pairs.cut(equal, BigDecimal.ONE));
    assertEquals(0.5, pairs.rocAuc(equal));
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    Graph graph = path(10);
    assertRefused(() -> BalancedPairs.draw(graph, 0, 1));
    assertRefused(() -> BalancedPairs.draw(graph, 1.1, 1));
    assertRefused(() -> BalancedPairs.draw(graph, 1, -1));
    assertRefused(() -> BalancedPairs.draw(Graph.empty(10), 1, 1));
    assertRefused(() -> BalancedPairs.draw(path(3), 1, 1));
    BalancedPairs pairs = BalancedPairs.draw(graph, 1, 1);
    PairScores scores = PairScores.ofAll(10, (i, j) -> 1);
    assertRefused(() -> pairs.cut(scores, new BigDecimal("2.5")));
    assertRefused(() -> pairs.cut(scores, BigDecimal.ZERO));
  }
}
