package io.linkteller.models.serve;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class GraphOwnerTest {

  private static final Graph PATH = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
  private static final DenseFeatures X = FeatureMatrix.dense(new double[][] {{1}, {2}, {3}});
  private static final GnnModel MODEL = Gcn.builder().layers(1, 2).seed(1).build();

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
    assertRefused(() -> GraphOwner.of(PATH).protectedBy(losing));
  }

  @Test
  void theMessageForFeaturesOfTheWrongWidthNamesBothWidths() {
    DenseFeatures wide = FeatureMatrix.dense(new double[3][7]);
    assertRefused(
        "1 features per node, not 7",
        () -> GraphOwner.of(PATH).serve(MODEL).predict(InferenceNodes.of(wide).query()));
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
    assertRefused(
        "is seeded, which gives no protection", () -> GraphOwner.of(PATH).protectedBy(seeded));
    GraphOwner owner = GraphOwner.of(PATH).protectedForExperimentsBy(seeded);
    assertTrue(owner.guarantee().orElseThrow().mechanism().contains("for experiments only"));
  }

  private static final Labels LABELS = Labels.single(new int[] {0, 1, 0}, 2);

  private static GnnModel trained(TrainingData data) {
    return Trainer.builder().epochs(1).build().train(MODEL, data).model();
  }

  private static void assertRejects(GraphOwner owner, GnnModel model, String reason) {
    for (Recompute recompute : Recompute.values()) {
      String refusal =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> owner.serve(model, recompute))
                  .getMessage());
      assertTrue(refusal.contains(reason), refusal);
      assertTrue(refusal.contains("remove all edges"), refusal);
    }
    owner.acceptingUncoveredWeights().serve(model).predict(InferenceNodes.of(X).query());
    // Without a guarantee there is nothing to cover.
    GraphOwner.of(PATH).serve(model).predict(InferenceNodes.of(X).query());
  }

  /** Regression: a model trained on the raw graph could be served under a guarantee. */
  @Test
  void aProtectedOwnerRefusesWeightsThatItsGuaranteeDoesNotCover() {
    GraphOwner raw = GraphOwner.of(PATH);
    GraphOwner alice = raw.protectedBy(GraphOwnerTest::emptied);
    assertRejects(alice, trained(raw.trainingData(X, LABELS)), "without perturbation");
    assertRejects(alice, trained(TrainingData.of(PATH, X, LABELS)), "it is unknown");
    assertRejects(
        alice,
        trained(alice.trainingData(X, LABELS).alsoUsing(Provenance.Use.LABELS)),
        "also used for labels");
    GraphOwner weaker =
        raw.protectedBy(
            graph ->
                new PerturbedGraph(
                    graph, new PrivacyGuarantee("weak", 9, NeighboringGraphs.ONE_EDGE)));
    assertRejects(alice, trained(weaker.trainingData(X, LABELS)), "epsilon = 9.0");
  }

  @Test
  void aProtectedOwnerServesWeightsThatItsGuaranteeCovers() {
    GraphOwner alice = GraphOwner.of(PATH).protectedBy(GraphOwnerTest::emptied);
    GnnModel model = trained(alice.trainingData(X, LABELS));
    assertEquals(alice.guarantee(), model.provenance().guarantee());
    alice.serve(trained(TrainingData.of(PATH, X, LABELS).withProvenance(Provenance.PUBLIC)));
    alice.serve(MODEL);
  }

  @Test
  void hyperparametersChosenOnARawGraphAreRecorded() {
    GraphOwner raw = GraphOwner.of(PATH);
    GraphOwner alice = raw.protectedBy(GraphOwnerTest::emptied);
    assertRejects(
        alice,
        trained(alice.trainingData(X, LABELS).alsoUsing(Provenance.Use.HYPERPARAMETERS)),
        "for hyperparameters");
    // Not used to choose anything.
    alice.serve(trained(alice.trainingData(X, LABELS).validatingOn(raw.trainingData(X, LABELS))));
  }

  @Test
  void furtherTrainingKeepsTheFirstProvenance() {
    GraphOwner raw = GraphOwner.of(PATH);
    GraphOwner alice = raw.protectedBy(GraphOwnerTest::emptied);
    GnnModel first =
        Trainer.builder().epochs(1).build().train(MODEL, raw.trainingData(X, LABELS)).model();
    assertRejects(
        alice,
        Trainer.builder().epochs(1).build().train(first, alice.trainingData(X, LABELS)).model(),
        "without perturbation");
  }
}
