package io.linkteller.attack;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.graph.NodePairs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PairScoresTest {

  private record Ranked(long pair, double score) {}

  /** Few distinct scores, so that ties, stored zeros and scores below zero all occur. */
  @Property(tries = 500)
  void theBestPairsEqualThoseOfASort(
      @ForAll @IntRange(min = 2, max = 14) int targets,
      @ForAll boolean ordered,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double stored = random.nextDouble();
    PairScores.Builder builder = PairScores.builder(targets, ordered);
    List<Ranked> all = new ArrayList<>();
    for (int i = 0; i < targets; i++) {
      for (int j = ordered ? 0 : i + 1; j < targets; j++) {
        if (j == i) {
          continue;
        }
        double score = 0;
        if (random.nextDouble() < stored) {
          score = random.nextInt(-3, 5);
          builder.add(i, j, score);
        }
        all.add(new Ranked(NodePairs.pack(i, j), score));
      }
    }
    PairScores scores = builder.build();
    assertEquals(all.size(), scores.pairCount());
    all.sort(Comparator.comparingDouble((Ranked r) -> -r.score()).thenComparingLong(Ranked::pair));
    for (int m = 0; m <= all.size(); m++) {
      assertArrayEquals(all.stream().limit(m).mapToLong(Ranked::pair).toArray(), scores.best(m));
    }
    for (Ranked r : all) {
      int i = NodePairs.first(r.pair());
      int j = NodePairs.second(r.pair());
      assertEquals(r.score(), scores.score(i, j));
      if (!ordered) {
        assertEquals(r.score(), scores.score(j, i));
      }
      assertEquals(r.score(), scores.ordered().score(i, j));
    }
    assertEquals(targets * (targets - 1L), scores.ordered().pairCount());
  }

  @Test
  void pairsAddedOutOfOrderAreRefused() {
    PairScores.Builder builder = PairScores.builder(4);
    builder.add(0, 2, 1);
    builder.add(1, 2, 1);
    for (int[] pair : new int[][] {{0, 3}, {1, 2}}) {
      assertRefused(() -> builder.add(pair[0], pair[1], 1));
    }
    builder.add(1, 3, 1);
    assertEquals(3, builder.build().storedCount());
  }

  /** Both arcs of a pair get its score, stored in ascending order. */
  @Test
  void bothArcsOfAnUnorderedPairHaveItsScore() {
    long[] pairs = {NodePairs.pack(0, 2), NodePairs.pack(1, 2)};
    PairScores ordered = PairScores.ofStored(4, false, pairs, new double[] {2, -1}).ordered();
    List<String> seen = new ArrayList<>();
    ordered.forEachStored((i, j, score) -> seen.add(i + "-" + j + ":" + score));
    assertEquals(List.of("0-2:2.0", "1-2:-1.0", "2-0:2.0", "2-1:-1.0"), seen);
    assertEquals(ordered, ordered.ordered());
  }

  @Test
  void orderedPairsAreStoredInOrder() {
    long[] arcs = {NodePairs.pack(0, 2), NodePairs.pack(2, 0)};
    PairScores scores = PairScores.ofStored(3, true, arcs, new double[] {1, 2});
    assertEquals(1, scores.score(0, 2));
    assertEquals(2, scores.score(2, 0));
    assertRefused(
        () -> PairScores.ofStored(3, true, new long[] {NodePairs.pack(1, 1)}, new double[1]));
    assertRefused(
        () -> PairScores.ofStored(3, true, new long[] {NodePairs.pack(3, 1)}, new double[1]));
  }

  @Test
  void storedPairsAreVisitedInOrder() {
    PairScores scores = PairScores.ofAll(3, (i, j) -> 10 * i + j);
    List<String> seen = new ArrayList<>();
    scores.forEachStored((i, j, score) -> seen.add(i + "-" + j + ":" + score));
    assertEquals(List.of("0-1:1.0", "0-2:2.0", "1-2:12.0"), seen);
    assertEquals(3, scores.pairCount());
    assertArrayEquals(new double[] {1, 2, 12}, scores.storedScores());
  }

  @Test
  void nonFiniteScoresAndInvalidPairsAreRejected() {
    assertRefused(() -> PairScores.ofAll(2, (i, j) -> Double.NaN));
    PairScores scores = PairScores.ofAll(3, (i, j) -> 1);
    assertRefused(() -> scores.score(1, 1));
    assertRefused(() -> scores.score(0, 3));
    assertRefused(() -> scores.best(4));
    assertRefused(() -> scores.best(-1));
  }

  @Test
  void pairsThatAreNotStoredScoreZero() {
    long[] pairs = {NodePairs.pack(0, 1), NodePairs.pack(0, 3), NodePairs.pack(2, 3)};
    PairScores scores = PairScores.ofStored(4, false, pairs, new double[] {2, -1, 3});
    assertEquals(3, scores.storedCount());
    assertEquals(6, scores.pairCount());
    assertEquals(2, scores.score(1, 0));
    assertEquals(-1, scores.score(0, 3));
    assertEquals(0, scores.score(1, 2));
    assertEquals(3, scores.score(2, 3));
    assertEquals(0, PairScores.ofStored(4, false, new long[0], new double[0]).storedCount());
  }

  @Test
  void edgesOfARecoveredGraphScoreOneAndTheOtherPairsZero() {
    BitSet[] neighbors = {new BitSet(), new BitSet(), new BitSet()};
    neighbors[0].set(2);
    neighbors[2].set(0);
    PairScores scores = PairScores.ofNeighbors(neighbors);
    assertEquals(3, scores.targetCount());
    assertEquals(1, scores.storedCount());
    assertEquals(1, scores.score(0, 2));
    assertEquals(0, scores.score(0, 1));
    neighbors[1].set(3);
    assertRefused(() -> PairScores.ofNeighbors(neighbors));
  }

  private static void assertNotStored(String pair, long... pairs) {
    assertRefusal(
        "pair "
            + (pairs.length - 1)
            + ", "
            + pair
            + ", is not a pair of 3 targets, or not greater than the one before it",
        () -> PairScores.ofStored(3, false, pairs, new double[pairs.length]));
  }

  @Test
  void storedPairsOutOfRangeOrOrderAreRejected() {
    assertNotStored("(1, 1)", NodePairs.pack(1, 1));
    assertNotStored("(1, 0)", NodePairs.pack(1, 0));
    assertNotStored("(0, 3)", NodePairs.pack(0, 3));
    assertNotStored("(-1, 2)", NodePairs.pack(-1, 2));
    assertNotStored("(0, 1)", NodePairs.pack(0, 1), NodePairs.pack(0, 1));
    assertNotStored("(0, 1)", NodePairs.pack(0, 2), NodePairs.pack(0, 1));
    assertRefusal(
        "1 scores do not fit 0 pairs",
        () -> PairScores.ofStored(3, false, new long[0], new double[1]));
    PairScores.requireStorable(65_536, false);
    assertRefused(() -> PairScores.requireStorable(65_537, false));
    assertRefused(() -> PairScores.ofAll(65_537, (i, j) -> Double.NaN));
  }

  @Test
  void scoresAreFoundByName() {
    assertEquals(PairScore.REACH_WEIGHTED, PairScore.named("Reach_Weighted"));
    assertEquals("reach-weighted", PairScore.REACH_WEIGHTED.toString());
    assertEquals("max", PairScore.MAX.toString());
    assertRefused(() -> PairScore.named("none"));
  }
}
