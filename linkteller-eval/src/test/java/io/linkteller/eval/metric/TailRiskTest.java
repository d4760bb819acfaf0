package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TailRiskTest {

  /** Applies the definition at each threshold. Scores have few values, so that many tie. */
  @Property(tries = 60)
  void equalsTheDefinition(@ForAll long seed, @ForAll @IntRange(min = 50, max = 80) int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int values = 2 + random.nextInt(40);
    PairScores scores =
        PairScores.ofAll(n, (i, j) -> Math.max(0, random.nextInt(values) - values / 2 + 1) - 1);
    Graph.Builder edges = Graph.builder(n).addEdge(0, 1);
    scores.forEachStored(
        (i, j, score) -> {
          if (j > 1 && random.nextDouble() < (score > values / 2 - 3 ? 0.995 : 0.01)) {
            edges.addEdge(i, j);
          }
        });
    Graph graph = edges.build();
    long negatives = scores.pairCount() - graph.edgeCount();
    TailRisk tail = TailRisk.of(scores, graph);
    long precise = 0;
    long[] atRate = new long[4];
    for (int threshold = -1; threshold <= values; threshold++) {
      long[] counts = new long[2];
      int from = threshold;
      scores.forEachStored(
          (i, j, score) -> {
            if (score >= from) {
              counts[graph.hasEdge(i, j) ? 1 : 0]++;
            }
          });
      precise =
          100 * counts[1] >= 99 * (counts[0] + counts[1]) ? Math.max(precise, counts[1]) : precise;
      for (int r = 0; r < 4; r++) {
        boolean isWithin = counts[0] <= Math.pow(10, -2 - r) * negatives;
        atRate[r] = isWithin ? Math.max(atRate[r], counts[1]) : atRate[r];
      }
    }
    assertEquals(precise, tail.preciseEdges());
    for (int r = 0; r < 4; r++) {
      assertEquals(
          Math.pow(10, -2 - r) * negatives >= 10, tail.rates().get(r).truePositives().isPresent());
      double expected = (double) atRate[r] / graph.edgeCount();
      tail.rates().get(r).truePositives().ifPresent(found -> assertEquals(expected, found));
    }
  }

  /** Unstored pairs score 0: an edge among them is not found before all of them. */
  @Test
  void tiesCountAgainstTheAttack() {
    Graph graph = Graph.builder(60).addEdge(0, 1).addEdge(0, 2).addEdge(0, 3).build();
    long[] pairs = {NodePairs.pack(0, 1), NodePairs.pack(0, 2), NodePairs.pack(0, 4)};
    PairScores scores = PairScores.ofStored(60, false, pairs, new double[] {2, 1, 1});
    TailRisk tail = TailRisk.of(scores, graph);
    assertEquals(1, tail.preciseEdges());
    assertEquals(2.0 / 3, tail.rates().get(0).truePositives().orElseThrow());
    assertEquals(
        List.of(0.01, 0.001, 0.0001, 0.00001),
        tail.rates().stream().map(TailRisk.Rate::falsePositives).toList());
    assertFalse(tail.rates().get(1).truePositives().isPresent(), "1.8 pairs are too few");
  }

  /** 1,000 of the 1,035 pairs are not edges: ten of them are 1 %, which is measurable. */
  @Test
  void aRateAtItsLimitCounts() {
    PairScores.Builder scores = PairScores.builder(46);
    Graph.Builder edges = Graph.builder(46);
    for (int i = 1; i <= 35; i++) {
      edges.addEdge(0, i);
      scores.add(0, i, i == 1 ? 1 : 3);
    }
    for (int i = 36; i < 46; i++) {
      scores.add(0, i, 2);
    }
    TailRisk tail = TailRisk.of(scores.build(), edges.build());
    assertEquals(OptionalDouble.of(1), tail.rates().get(0).truePositives());
    assertEquals(34, tail.preciseEdges());
  }

  @Test
  void ninetyNineEdgesAmongAHundredPairsArePrecise() {
    PairScores.Builder scores = PairScores.builder(101);
    Graph.Builder edges = Graph.builder(101);
    for (int i = 1; i <= 100; i++) {
      scores.add(0, i, 1);
      if (i > 1) {
        edges.addEdge(0, i);
      }
    }
    assertEquals(99, TailRisk.of(scores.build(), edges.build()).preciseEdges());
  }

  @Test
  void negativeZeroTiesWithUnstoredPairs() {
    Graph graph = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
    long[] pairs = {NodePairs.pack(0, 2), NodePairs.pack(1, 2)};
    PairScores scores = PairScores.ofStored(3, false, pairs, new double[] {-0.0, 1});
    assertEquals(1, TailRisk.of(scores, graph).preciseEdges());
  }

  @Test
  void unstoredPairsRankAboveNegativeScores() {
    long[] pairs = {NodePairs.pack(0, 3), NodePairs.pack(1, 3), NodePairs.pack(2, 3)};
    PairScores scores = PairScores.ofStored(4, false, pairs, new double[] {-1, -1, -1});
    Graph.Builder edges = Graph.builder(4).addEdge(0, 1).addEdge(0, 2);
    assertEquals(0, TailRisk.of(scores, edges.build()).preciseEdges());
    assertEquals(3, TailRisk.of(scores, edges.addEdge(1, 2).build()).preciseEdges());
  }

  @Test
  void aGraphWithoutEdgesIsRefused() {
    PairScores scores = PairScores.builder(3).build();
    Graph empty = Graph.builder(3).build();
    assertRefused(() -> TailRisk.of(scores, empty));
  }
}
