package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import org.junit.jupiter.api.Test;

class PairRankingTest {

  private static SparseRow row(double... values) {
    return SparseRow.above(0, values);
  }

  @Test
  void thePairsOfBothRowsHaveTheGeometricMean() {
    PairScores scores =
        PairRanking.geometric(
            new SparseRow[] {row(0, 4, 5), row(9, 0, 0), row(0, 7, 0)}, new double[] {1, 2, 3});
    assertEquals(1, scores.storedCount());
    // sqrt(4 * 9) times (1 * 2) squared
    assertEquals(24, scores.score(0, 1), 1e-12);
    assertEquals(0, scores.score(0, 2));
    assertEquals(0, scores.score(1, 2));
  }

  private static IntegerKinkRows.Counts counts(int degree, double... row) {
    return new IntegerKinkRows.Counts(degree, row(row), RowStanding.CONFIRMED);
  }

  @Test
  void theLesserCountLessOneForEqualDegreesRanksAndDegreesBreakTies() {
    PairScores scores =
        PairRanking.lesserExcess(
            new IntegerKinkRows.Counts[] {
              counts(4, 0, 3.01, 2, 1),
              counts(4, 2.02, 0, 1, IntegerKinkRows.UNREADABLE),
              counts(9, 5, IntegerKinkRows.UNREADABLE, 0, IntegerKinkRows.UNREADABLE),
              counts(4, 1, 2, IntegerKinkRows.UNREADABLE, 0)
            });
    // Nodes 0 and 1 have the degree 4, so that one of the two common nodes is explained.
    assertEquals(1 + 4 / 9.0 / 2, scores.score(0, 1), 1e-12);
    assertEquals(2 + 6 / 9.0 / 2, scores.score(0, 2), 1e-12);
    assertEquals(1 + 6 / 9.0 / 2, scores.score(1, 2), 1e-12);
    assertEquals(0, scores.score(0, 3));
    assertEquals(1 + 4 / 9.0 / 2, scores.score(1, 3), 1e-12);
    assertEquals(0, scores.score(2, 3));
    assertEquals(4, scores.storedCount());
  }

  /** What is left of an edge is 2; of other pairs, what common neighbors outside explain. */
  @Test
  void commonNeighborsAreSubtracted() {
    Graph graph = RandomGraphs.uniform(20, 0.25, 6);
    Reconnaissance model = SmallModels.explored(graph, Aggregation.FIRST_ORDER, 3, 3);
    for (int[] targets :
        new int[][] {SmallModels.rows(20), {17, 3, 4, 11, 8, 0, 1}, {12, 9, 5, 6, 19, 15, 2, 7}}) {
      LazyRows rows = new LazyRows(model, targets);
      LazyRows.TwoHops[] found = new LazyRows.TwoHops[targets.length];
      for (int i = 0; i < found.length; i++) {
        found[i] = rows.ofThreeLayers(targets[i]);
      }
      PairScores scores = PairRanking.lessCommonNeighbors(found, targets, 20);
      for (int i = 0; i < targets.length; i++) {
        for (int j = i + 1; j < targets.length; j++) {
          double edge = graph.hasEdge(targets[i], targets[j]) ? 2 : 0;
          assertEquals(edge, scores.score(i, j), 0.02, targets[i] + " and " + targets[j]);
        }
      }
    }
  }
}
