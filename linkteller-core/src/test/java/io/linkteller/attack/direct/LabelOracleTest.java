package io.linkteller.attack.direct;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Labels of single queries, and what an attack reports beside its graph. */
class LabelOracleTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{0, 1}, {1, 0}, {0.25, 0.5}}))
          .targeting(2, 0);

  /** The label of a node is the parity of its id, whatever its features. */
  private static final InferenceApi PARITY =
      query -> {
        DMatrixRMaj labels = new DMatrixRMaj(query.nodes().size(), 1);
        for (int row = 0; row < labels.numRows; row++) {
          labels.set(row, 0, query.nodes().getInt(row) % 2);
        }
        return labels;
      };

  @Test
  void aDifferenceBetweenEqualNodesIsRemembered() {
    InferenceNodes odd = NODES.targeting(2, 1, 0);
    List<String> progress = new ArrayList<>();
    AttackListener listener = (answered, total) -> progress.add(answered + " of " + total);
    LabelOracle oracle = new LabelOracle(PARITY, odd, listener, 2);
    double[] x = {1, 1};
    BitSet even = new BitSet();
    even.set(0);
    even.set(2);
    assertEquals(1, oracle.labels(even, x).size());
    assertFalse(oracle.equalNodesDiffered());
    BitSet all = new BitSet();
    all.set(0, 3);
    List<double[]> labels = oracle.labels(all, x);
    assertArrayEquals(new double[] {0}, labels.get(0));
    assertArrayEquals(new double[] {1}, labels.get(1));
    assertEquals(2, labels.size());
    assertTrue(oracle.equalNodesDiffered());
    oracle.labels(even, x);
    assertEquals(3, oracle.asked());
    assertEquals(List.of("1 of 2", "2 of 2", "3 of 3"), progress);
  }

  @Test
  void featuresAreThoseOfTheTargetAtAPosition() {
    LabelOracle oracle = new LabelOracle(PARITY, NODES, (answered, total) -> {}, 1);
    assertEquals(2, oracle.targets());
    assertArrayEquals(new double[] {0.25, 0.5}, oracle.featuresOf(0));
    assertArrayEquals(new double[] {0, 1}, oracle.featuresOf(1));
  }

  /** A node has the second label if the mean of it and its neighbors is above 1/2. */
  private static InferenceApi means(Graph graph) {
    return query -> {
      Graph induced = graph.inducedSubgraph(query.nodes());
      DMatrixRMaj labels = new DMatrixRMaj(induced.nodeCount(), 2);
      for (int u = 0; u < labels.numRows; u++) {
        double sum = query.features().get(u, 0);
        for (int v : induced.neighbors(u)) {
          sum += query.features().get(v, 0);
        }
        labels.set(u, sum / (1 + induced.neighbors(u).size()) > 0.5 ? 1 : 0, 1);
      }
      return labels;
    };
  }

  @Test
  void theResultCarriesTheSettingsAndTheEffort() {
    Graph edge = Graph.builder(3).addEdge(0, 2).build();
    List<Integer> totals = new ArrayList<>();
    LabelAttack.Builder builder =
        LabelAttack.builder().onProgress((answered, total) -> totals.add(total));
    assertEquals(builder, builder.scale(1));
    assertEquals(builder, builder.seed(7));
    LabelAttack attack = builder.build();
    assertEquals("LabelAttack[scale = 1.0, seed = 7]", attack.toString());
    LinkPrediction found = attack.run(means(edge), NODES.targeting(0, 1, 2), 0.3);
    assertEquals(1, found.scores().score(0, 2));
    assertEquals(1, found.scores().storedCount());
    assertEquals(found.queries(), totals.size());
    // Three queries per target are expected, until there are more.
    assertEquals(9, totals.get(0));
    assertTrue(found.elapsed().compareTo(Duration.ofMinutes(10)) < 0);
  }
}
