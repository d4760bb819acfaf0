package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.SmallGraphs.Kind;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;

/**
 * The privacy of Top-m Filter, computed from its probabilities over all undirected and directed
 * graphs of up to six cells. Given the noisy count, each output has a product law; the count is
 * drawn as in LapGraph.
 */
class TopMFilterTest {

  private static final double ROUNDING = 1e-11;

  @Provide
  Arbitrary<Kind> kinds() {
    return Arbitraries.of(SmallGraphs.ofOneRelation());
  }

  @Property(tries = 15)
  void theFilterIsPrivateForEveryCount(
      @ForAll("kinds") Kind kind,
      @ForAll @DoubleRange(min = 0.01, max = 20) @Scale(6) double epsilon,
      @ForAll @LongRange(max = 6) long count) {
    TopMFilter filter = TopMFilter.withEpsilon(epsilon);
    long clamped = Math.min(count, kind.cells());
    double[][] laws =
        SmallGraphs.laws(
            kind, (graph, chance) -> filter.perturb(graph, clamped, chance, Long.MAX_VALUE));
    double worst = SmallGraphs.worstRatio(laws);
    double bound = Math.exp(filter.cellEpsilon());
    assertTrue(worst <= bound * (1 + ROUNDING), () -> worst + " > " + bound);
  }

  @Property(tries = 500)
  void theExpectedNumberOfEdgesEqualsTheCount(
      @ForAll @DoubleRange(min = 0.01, max = 30) @Scale(6) double epsilon,
      @ForAll @LongRange(min = 1, max = 4449) long edges) {
    TopMFilter filter = TopMFilter.withEpsilon(epsilon);
    long cells = 4450;
    CellwiseResponse response = filter.response(edges, cells);
    double expected = response.expectedEdges(edges, cells - edges);
    assertEquals((double) edges, expected, 1e-9 * edges);
  }

  @Example
  void countsAtTheEndsOfTheRangeGiveTheEmptyAndTheCompleteGraph() {
    TopMFilter filter = TopMFilter.withEpsilon(1);
    double[][] none =
        SmallGraphs.laws(3, (graph, chance) -> filter.perturb(graph, 0, chance, Long.MAX_VALUE));
    double[][] all =
        SmallGraphs.laws(3, (graph, chance) -> filter.perturb(graph, 3, chance, Long.MAX_VALUE));
    for (int graph = 0; graph < 8; graph++) {
      assertEquals(1, none[graph][0]);
      assertEquals(1, all[graph][7]);
    }
  }
}
