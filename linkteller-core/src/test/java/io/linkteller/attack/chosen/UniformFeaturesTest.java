package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceNodes;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class UniformFeaturesTest {

  @Property(tries = 50)
  void influencesAreThoseOfTheGraphAloneUpToOneFactor(
      @ForAll @IntRange(min = 1, max = 3) int depth, @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(12, 0.3, seed);
    double[][] power = power(graph, depth);
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[12][ReluNetwork.FEATURES]));
    InfluenceMatrix influences =
        LinkTeller.builder()
            .measuring(FeatureReweighting.of(1))
            .build()
            .influences(
                ReluNetwork.on(graph, Aggregation.FIRST_ORDER, depth, 3, seed),
                UniformFeatures.of(nodes, 7));

    double factor = influences.influence(0, 0) / power[0][0];
    assertTrue(factor > 0, () -> "factor " + factor);
    for (int v = 0; v < 12; v++) {
      for (int u = 0; u < 12; u++) {
        assertEquals(factor * power[v][u], influences.influence(v, u), 1e-5 * factor);
      }
    }
  }

  /** (I + D^-1/2 A D^-1/2)^depth. */
  private static double[][] power(Graph graph, int depth) {
    int n = graph.nodeCount();
    double[][] power = new double[n][n];
    for (int v = 0; v < n; v++) {
      power[v][v] = 1;
    }
    for (int step = 0; step < depth; step++) {
      double[][] next = new double[n][n];
      for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++) {
          next[v][u] = power[v][u];
          for (int w = 0; w < n; w++) {
            if (w != u && graph.hasEdge(w, u)) {
              next[v][u] += power[v][w] / Math.sqrt((double) graph.degree(w) * graph.degree(u));
            }
          }
        }
      }
      power = next;
    }
    return power;
  }
}
