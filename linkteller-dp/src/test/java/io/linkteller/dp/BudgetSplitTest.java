package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.math.BigDecimal;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/** The parts of a budget, and means of the noisy count against sums over its law. */
class BudgetSplitTest {

  @Property
  void thePartsAddUpToNoMoreThanTheWhole(
      @ForAll @DoubleRange(min = 1e-6, max = 100) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
    BudgetSplit split = BudgetSplit.of(epsilon, share);
    BigDecimal sum = new BigDecimal(split.count()).add(new BigDecimal(split.cells()));
    assertTrue(sum.compareTo(new BigDecimal(epsilon)) <= 0);
    // Not an ulp is wasted beyond that.
    assertTrue(
        sum.add(new BigDecimal(Math.ulp(split.cells()))).compareTo(new BigDecimal(epsilon)) > 0);
    assertEquals(epsilon * share, split.count());
  }

  /** Returns the probability that |E| + noise, clamped, is a number. */
  private static double probability(double epsilon, long present, long cells, long count) {
    double sum = 0;
    double r = Math.exp(-epsilon);
    long far = (long) Math.ceil(60 / epsilon) + cells;
    for (long noise = -far; noise <= far; noise++) {
      if (Math.max(0, Math.min(cells, present + noise)) == count) {
        sum += (1 - r) / (1 + r) * Math.pow(r, (double) Math.abs(noise));
      }
    }
    return sum;
  }

  private static Graph star(int nodes, int edges) {
    Graph.Builder graph = Graph.builder(nodes);
    int added = 0;
    for (int u = 0; u < nodes; u++) {
      for (int v = u + 1; v < nodes && added < edges; v++, added++) {
        graph.addEdge(u, v);
      }
    }
    return graph.build();
  }

  @Property(tries = 100)
  void theExpectedCountIsTheMeanOfTheLaw(
      @ForAll @IntRange(min = 2, max = 6) int nodes,
      @ForAll @IntRange(max = 15) int edges,
      @ForAll @DoubleRange(min = 0.1, max = 3) double epsilon) {
    Graph graph = star(nodes, edges);
    long cells = NodePairs.count(nodes);
    double mean = 0;
    for (long count = 0; count <= cells; count++) {
      mean += count * probability(epsilon, graph.edgeCount(), cells, count);
    }
    BudgetSplit split = new BudgetSplit(epsilon, 1);
    assertEquals(mean, split.expectedCount(graph), 1e-9);
  }

  @Example
  void expectationsAreThoseOfTheLaw() {
    Graph graph = star(30, 100);
    long cells = NodePairs.count(30);
    double mean = 0;
    for (long count = 0; count <= cells; count++) {
      mean += Math.sqrt((double) count) * probability(0.05, 100, cells, count);
    }
    // The quantiles are those of continuous noise, so the mean is off by less than a percent.
    BudgetSplit split = new BudgetSplit(0.05, 1);
    assertEquals(mean, split.expectationOf(Math::sqrt, graph), 0.01 * mean);
    assertEquals(7, split.expectationOf(count -> 7, graph), 1e-12);
    double spread = split.expectationOf(count -> Math.abs(count - 100), graph);
    assertEquals(1 / 0.05, spread, 0.05 / 0.05);
  }
}
