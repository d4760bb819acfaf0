package io.linkteller.models.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

class JoinedModelTest {

  private static final Graph PATH =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
  private static final Gcn MODEL = Gcn.builder().layers(2, 5, 3).seed(4).build();
  private static final FeatureMatrix X =
      FeatureMatrix.dense(new double[][] {{1, 2}, {3, -4}, {5, 6}, {-7, 8}, {0.5, -1}});

  @Test
  void aJoinedModelIsThatOfTheJoinedGraph() {
    ServedModel served = GraphOwner.of(PATH).serve(MODEL);
    Graph joined =
        Graph.builder(5)
            .addEdge(0, 1)
            .addEdge(1, 2)
            .addEdge(2, 3)
            .addEdge(4, 1)
            .addEdge(4, 3)
            .build();
    InferenceNodes nodes = InferenceNodes.of(X);
    assertEquals(4, served.nodeCount());
    ServedModel after = served.joinedTo(IntList.of(3, 1));
    assertEquals(5, after.nodeCount());
    assertArrayEquals(
        GraphOwner.of(joined).serve(MODEL).predict(nodes.query()).data,
        after.predict(nodes.query()).data,
        0);
    // The model that was joined still serves its own graph.
    assertThrows(IllegalArgumentException.class, () -> served.predict(nodes.query()));
  }

  @Test
  void neighborsOutOfRangeAreRefused() {
    ServedModel served = GraphOwner.of(PATH).serve(MODEL);
    assertThrows(IllegalArgumentException.class, () -> served.joinedTo(IntList.of(4)));
    assertThrows(IllegalArgumentException.class, () -> served.joinedTo(IntList.of(-1)));
    assertThrows(IllegalArgumentException.class, () -> served.joinedTo(IntList.of(1, 1)));
  }
}
