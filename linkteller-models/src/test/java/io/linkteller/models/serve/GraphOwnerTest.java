package io.linkteller.models.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class GraphOwnerTest {

  private static final Graph PATH = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
  private static final DenseFeatures X = FeatureMatrix.dense(new double[][] {{1}, {2}, {3}});
  private static final Gcn MODEL = Gcn.builder().layers(1, 2).seed(1).build();

  private static PerturbedGraph emptied(Graph graph) {
    return new PerturbedGraph(
        Graph.empty(graph.nodeCount()),
        new PrivacyGuarantee("remove all edges", 1e-3, NeighboringGraphs.ONE_EDGE));
  }

  @Test
  void aProtectedOwnerPerturbsOnceAndServesOnlyThePerturbedGraph() {
    AtomicInteger calls = new AtomicInteger();
    GraphPerturber perturber =
        graph -> {
          calls.incrementAndGet();
          return emptied(graph);
        };
    GraphOwner alice = GraphOwner.of(PATH).protectedBy(perturber);
    assertEquals(Graph.empty(3), alice.view());
    assertEquals("remove all edges", alice.guarantee().orElseThrow().mechanism());
    DMatrixRMaj served = alice.serve(MODEL).predict(InferenceNodes.of(X).query());
    DMatrixRMaj unconnected =
        GraphOwner.of(Graph.empty(3)).serve(MODEL).predict(InferenceNodes.of(X).query());
    for (int i = 0; i < 6; i++) {
      assertEquals(unconnected.data[i], served.data[i]);
    }
    assertEquals(1, calls.get());
  }

  @Test
  void anUnprotectedOwnerClaimsNoGuarantee() {
    assertTrue(GraphOwner.of(PATH).guarantee().isEmpty());
    assertSame(PATH, GraphOwner.of(PATH).view());
  }

  @Test
  void aProtectedOwnerCannotBeProtectedAgain() {
    GraphOwner alice = GraphOwner.of(PATH).protectedBy(GraphOwnerTest::emptied);
    assertThrows(IllegalStateException.class, () -> alice.protectedBy(GraphOwnerTest::emptied));
  }

  @Test
  void aPerturberThatRemovesNodesIsRejected() {
    GraphPerturber losing = graph -> emptied(Graph.empty(2));
    assertThrows(IllegalArgumentException.class, () -> GraphOwner.of(PATH).protectedBy(losing));
  }

  @Test
  void theMessageForFeaturesOfTheWrongWidthNamesBothWidths() {
    DenseFeatures wide = FeatureMatrix.dense(new double[3][7]);
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> GraphOwner.of(PATH).serve(MODEL).predict(InferenceNodes.of(wide).query()));
    assertTrue(e.toString().contains("1 features per node, not 7"), e.toString());
  }

  @Test
  void answersAreNotOverwrittenByLaterQueries() {
    var api = GraphOwner.of(PATH).serve(MODEL);
    DMatrixRMaj first = api.predict(InferenceNodes.of(X).query());
    double before = first.get(0, 0);
    first.fill(7);
    assertEquals(before, api.predict(InferenceNodes.of(X).query()).get(0, 0));
    assertEquals(
        before, api.predict(InferenceNodes.of(X).queryWith(FeatureEdit.scaling(2, 5))).get(0, 0));
  }

  @Test
  void seededPerturbersAreAcceptedForExperimentsOnly() {
    GraphPerturber seeded =
        graph -> new PerturbedGraph(Graph.empty(3), emptied(graph).guarantee().seeded());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> GraphOwner.of(PATH).protectedBy(seeded));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("is seeded, which gives no protection"),
        refusal::getMessage);
    GraphOwner owner = GraphOwner.of(PATH).protectedForExperimentsBy(seeded);
    assertTrue(owner.guarantee().orElseThrow().mechanism().contains("for experiments only"));
  }
}
