package io.linkteller.models.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LeakageReportTest {

  /**
   * Uses few distinct scores, including zeros of both signs and negative ones, so that many tie.
   */
  @Property
  void ranksAndAreaAgreeWithSortingAllPairs(
      @ForAll @IntRange(min = 2, max = 14) int n,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll @DoubleRange(max = 1) double stored,
      @ForAll @IntRange(min = 1, max = 40) int levels,
      @ForAll boolean ordered,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] score = new double[n][n];
    Graph.Builder builder = ordered ? Graph.builder(n + 3).directed() : Graph.builder(n + 3);
    PairScores.Builder some = PairScores.builder(n, ordered);
    IntList targets = new IntArrayList();
    for (int i = 0; i < n; i++) {
      targets.add(n + 2 - i);
      for (int j = ordered ? 0 : i + 1; j < n; j++) {
        if (j != i && random.nextDouble() < stored) {
          score[i][j] = random.nextInt(levels) - levels / 3;
          some.add(i, j, score[i][j] == 0 && random.nextBoolean() ? -0.0 : score[i][j]);
        }
        if (j != i && random.nextDouble() < density) {
          builder.addEdge(n + 2 - i, n + 2 - j);
        }
      }
    }
    Graph graph = builder.build();
    PairScores scores = some.build();
    LeakageReport report = LeakageReport.of(scores, targets, graph);

    long[] best = scores.best(scores.pairCount());
    List<String> expected = new ArrayList<>();
    double concordant = 0;
    long edges = 0;
    for (int rank = 1; rank <= best.length; rank++) {
      int i = NodePairs.first(best[rank - 1]);
      int j = NodePairs.second(best[rank - 1]);
      if (graph.hasEdge(targets.getInt(i), targets.getInt(j))) {
        edges++;
        expected.add(
            targets.getInt(i) + "-" + targets.getInt(j) + " at " + rank + " by " + score[i][j]);
        for (long other : best) {
          int a = NodePairs.first(other);
          int b = NodePairs.second(other);
          if (!graph.hasEdge(targets.getInt(a), targets.getInt(b))) {
            concordant += (1 + Math.signum(score[i][j] - score[a][b])) / 2;
          }
        }
      }
    }
    List<String> found =
        report.edges().stream()
            .map(e -> e.u() + "-" + e.v() + " at " + e.rank() + " by " + e.score())
            .toList();
    assertEquals(expected, found);
    assertEquals(edges, report.edgeCount());
    long others = best.length - edges;
    if (edges > 0 && others > 0) {
      assertEquals(concordant / edges / others, report.auc(), 1e-12);
    } else {
      assertRefused(report::auc);
    }
    double kHat = (1 + random.nextInt(best.length)) / (double) best.length;
    List<ExposedNode> nodes = report.nodes(kHat);
    assertEquals(2 * edges, nodes.stream().mapToInt(ExposedNode::edges).sum());
    assertEquals(2 * report.foundEdges(kHat), nodes.stream().mapToInt(ExposedNode::found).sum());
    assertEquals(
        nodes.stream().mapToInt(ExposedNode::found).boxed().sorted((a, b) -> b - a).toList(),
        nodes.stream().map(ExposedNode::found).toList());
  }

  @Test
  void pairCountsOfLargeGraphsDoNotOverflow() {
    int n = 70_000;
    Graph graph = Graph.builder(n).addEdge(0, 1).addEdge(n - 2, n - 1).build();
    // Scores are stored for these pairs only, not for the other 2.4 billion.
    PairScores scores = onePair(n);
    LeakageReport report = LeakageReport.of(scores, graph.nodes(), graph);
    assertEquals(1, report.edges().get(0).rank());
    assertEquals(NodePairs.count(n), report.edges().get(1).rank());
    assertEquals(NodePairs.count(n), report.rank(n - 1, n - 2));
    assertRefused("0 - 2 is not among the edges between the targets", () -> report.rank(0, 2));
    assertEquals(0.5 + 0.25, report.auc(), 1e-9);
    assertTrue(report.precision(1e-9) > 0.3);
    assertEquals(1.0, report.recall(1.0));
  }

  private static PairScores onePair(int n) {
    return PairScores.ofStored(n, false, new long[] {NodePairs.pack(0, 1)}, new double[] {2});
  }
}
