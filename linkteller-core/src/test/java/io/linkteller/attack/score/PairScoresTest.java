package io.linkteller.attack.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.graph.NodePairs;
import java.util.ArrayList;
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
  void theBestPairsAreThoseOfASortOfAllPairs(
      @ForAll @IntRange(min = 2, max = 14) int targets, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double stored = random.nextDouble();
    PairScores.Builder builder = PairScores.builder(targets);
    List<Ranked> all = new ArrayList<>();
    for (int i = 0; i < targets; i++) {
      for (int j = i + 1; j < targets; j++) {
        double score = 0;
        if (random.nextDouble() < stored) {
          score = random.nextInt(-3, 5);
          builder.add(i, j, score);
        }
        all.add(new Ranked(NodePairs.pack(i, j), score));
      }
    }
    PairScores scores = builder.build();
    all.sort(Comparator.comparingDouble((Ranked r) -> -r.score()).thenComparingLong(Ranked::pair));
    for (int m = 0; m <= all.size(); m++) {
      assertArrayEquals(all.stream().limit(m).mapToLong(Ranked::pair).toArray(), scores.best(m));
    }
    for (Ranked r : all) {
      int i = NodePairs.first(r.pair());
      int j = NodePairs.second(r.pair());
      assertEquals(r.score(), scores.score(i, j));
      assertEquals(r.score(), scores.score(j, i));
    }
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
  void scoresThatAreNoNumbersAndPairsThatAreNoneAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> PairScores.ofAll(2, (i, j) -> Double.NaN));
    PairScores scores = PairScores.ofAll(3, (i, j) -> 1);
    assertThrows(IllegalArgumentException.class, () -> scores.score(1, 1));
    assertThrows(IllegalArgumentException.class, () -> scores.score(0, 3));
    assertThrows(IllegalArgumentException.class, () -> scores.best(4));
    assertThrows(IllegalArgumentException.class, () -> scores.best(-1));
  }
}
