package io.linkteller.attack;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.graph.RandomGraphs;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Ranks of edges against a sort of all pairs. */
class PairRanksTest {

  @Property(tries = 100)
  void ranksAreThoseOfASortOfAllPairs(
      @ForAll @IntRange(max = 12) int targets,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll @DoubleRange(max = 1) double stored,
      @ForAll boolean ordered,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph truth =
        ordered
            ? RandomGraphs.directed(targets, density, seed)
            : RandomGraphs.uniform(targets, density, seed);
    PairScores.Builder builder = PairScores.builder(targets, ordered);
    for (int i = 0; i < targets; i++) {
      for (int j = ordered ? 0 : i + 1; j < targets; j++) {
        if (j != i && random.nextDouble() < stored) {
          int score = random.nextInt(-2, 3);
          builder.add(i, j, score == 0 && random.nextBoolean() ? -0.0 : score);
        }
      }
    }
    PairScores scores = builder.build();
    long[] order = scores.best(scores.pairCount());
    PairRanks ranks = PairRanks.of(scores, truth);
    int edge = 0;
    for (int rank = 1; rank <= order.length; rank++) {
      long pair = order[rank - 1];
      if (truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair))) {
        assertEquals(pair, ranks.edges()[edge]);
        assertEquals(
            scores.score(NodePairs.first(pair), NodePairs.second(pair)) + 0.0,
            ranks.scores()[edge]);
        assertEquals(rank, ranks.ranks()[edge]);
        edge++;
      }
    }
    assertEquals(edge, ranks.edges().length);
  }

  @Example
  void theResultIsACopy() {
    PairScores scores = PairScores.ofAll(3, (i, j) -> i + j);
    PairRanks ranks = PairRanks.of(scores, Graph.builder(3).addEdge(0, 2).build());
    ranks.ranks()[0] = 9;
    ranks.edges()[0] = 9;
    ranks.scores()[0] = 9;
    assertArrayEquals(new long[] {2}, ranks.ranks());
    assertArrayEquals(new long[] {NodePairs.pack(0, 2)}, ranks.edges());
    assertArrayEquals(new double[] {2}, ranks.scores());
  }

  @Example
  void aGraphOfAnotherSizeIsRejected() {
    PairScores scores = PairScores.ofAll(3, (i, j) -> i + j);
    assertRefusal(
        "a graph of 4 nodes does not fit scores for n = 3",
        () -> PairRanks.of(scores, Graph.empty(4)));
  }
}
