package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.RandomGraphs;
import org.junit.jupiter.api.Test;

/** The response rates that attackers assume match the mechanisms. */
class ResponseRatesOfMechanismsTest {

  private static final int NODES = 300;

  private static final int DRAWS = 20;

  private final Graph graph = RandomGraphs.uniform(NODES, 0.05, 3);

  @Test
  void edgeRandHasTheRatesOfItsEpsilon() {
    for (double epsilon : new double[] {0.1, 1, 2, 5, 10}) {
      EdgeRand mechanism = EdgeRand.withEpsilon(epsilon);
      ResponseRates rates = ResponseRates.ofEdgeRand(epsilon);
      assertEquals(mechanism.flipProbability(), rates.fill(), 1e-15);
      assertShown(mechanism, rates, 0);
    }
  }

  @Test
  void mechanismsThatKeepTheEdgeCountHaveTheRatesOfTheDensity() {
    double density = graph.density();
    LapGraph lapGraph = LapGraph.withEpsilon(3);
    TopMFilter filter = TopMFilter.withEpsilon(3);
    // The noise of the count, of scale 1/ε₁ <= 34 for about 2,240 edges, shifts the rates.
    double count = 34.0 * 14 / graph.edgeCount() / Math.sqrt(DRAWS);
    assertShown(lapGraph, ResponseRates.ofLargestCells(lapGraph.cellEpsilon(), density), count);
    assertShown(filter, ResponseRates.ofLargestCells(filter.cellEpsilon(), density), count);
  }

  /** Within six standard deviations of binomial counts, false alarms below 1e-8, and a margin. */
  private void assertShown(GraphMechanism mechanism, ResponseRates rates, double margin) {
    double edges = 0;
    double kept = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      Graph shown = mechanism.forExperiments(seed).perturb(graph).graph();
      edges += shown.edgeCount();
      int[] both = {0};
      shown.forEachEdge((u, v) -> both[0] += graph.hasEdge(u, v) ? 1 : 0);
      kept += both[0];
    }
    double present = (double) graph.edgeCount() * DRAWS;
    double absent = ((double) NodePairs.count(NODES) - graph.edgeCount()) * DRAWS;
    double keep = rates.keep();
    double fill = rates.fill();
    assertEquals(keep, kept / present, 6 * Math.sqrt(keep * (1 - keep) / present) + margin * keep);
    assertEquals(
        fill, (edges - kept) / absent, 6 * Math.sqrt(fill * (1 - fill) / absent) + margin * fill);
  }
}
