package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.dp.session.Release;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.aggregate.AggregateApi;
import io.linkteller.models.aggregate.AggregateTraining;
import io.linkteller.models.aggregate.Gap;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Training or serving on a release costs everything that its session has released. */
class ServedReleasesTest {

  private static final Graph PATH = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
  private static final FeatureMatrix X = FeatureMatrix.dense(new double[][] {{1}, {2}, {3}});
  private static final Labels LABELS = Labels.single(new int[] {0, 1, 0}, 2);
  private static final GnnModel MODEL = Gcn.builder().layers(1, 2).seed(1).build();

  private static PrivateSession session(double epsilon) {
    return PrivateSession.builder(PATH, PrivacyLedger.builder(epsilon).delta(0.1).build()).open();
  }

  private static GnnModel trained(GnnModel model, TrainingData data) {
    return Trainer.builder().epochs(1).build().train(model, data).model();
  }

  /** A charged release cannot be declared public. */
  @Example
  void aChargedReleaseIsNotPublic() {
    PerturbedGraph released = session(1000).perturb(EdgeRand.withEpsilon(1));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Provenance(
                Provenance.Origin.PUBLIC, Optional.empty(), Set.of(), released.charge()));
  }

  /** A later release may decide which of two models is served. */
  @Example
  void aModelCostsTheReleasesThatMaySelectIt() {
    PrivateSession session = session(1000);
    AggregateTraining gap =
        Gap.builder()
            .hops(1)
            .trainer(Trainer.builder().epochs(1).build())
            .train(
                session,
                X,
                LABELS,
                PATH.nodes(),
                GaussianAggregation.builder().epsilon(1).delta(1e-6).build());
    AggregateApi served = AggregateApi.of(gap.model(), gap.aggregates());
    session.perturb(EdgeRand.withEpsilon(5));
    assertEquals(session.guarantee(), Optional.of(served.guarantee()));
  }

  @Example
  void releasesOfGraphsWithoutCommonEdgesDoNotAddUp() {
    PrivacyLedger ledger = PrivacyLedger.builder(2).build();
    List<PerturbedGraph> released =
        List.of("training", "served").stream()
            .map(
                part ->
                    PrivateSession.builder(PATH, ledger)
                        .part(part)
                        .nodes(List.of(part + 1, part + 2, part + 3), 0)
                        .open()
                        .perturb(EdgeRand.withEpsilon(2)))
            .toList();
    GnnModel model = trained(MODEL, GraphOwner.of(released.get(0)).trainingData(X, LABELS));
    assertEquals(
        2, GraphOwner.of(released.get(1)).serve(model).guarantee().orElseThrow().epsilon());
  }

  /**
   * Regression: the validation graph was left out if it had a guarantee that no session charged,
   * and a charge that a bare release lost made the model look as if trained on the served graph.
   */
  @Example
  void aFurtherUseNeverLowersTheGuarantee() {
    PrivateSession session = session(1000);
    GraphOwner raw = GraphOwner.of(PATH);
    GraphOwner alice = GraphOwner.of(session.perturb(LapGraph.withEpsilon(50)));
    TrainingData data = alice.trainingData(X, LABELS);
    TrainingData bare = raw.protectedBy(LapGraph.withEpsilon(50)).trainingData(X, LABELS);
    GraphOwner served = raw.protectedBy(LapGraph.withEpsilon(100));
    GnnModel first = trained(MODEL, data);
    for (GnnModel model : List.of(first, trained(first, bare))) {
      double parameters = model.provenance().guarantee().orElseThrow().epsilon();
      assertEquals(100 + parameters, served.serve(model).guarantee().orElseThrow().epsilon());
    }
  }

  /** Releases of ε = 1, 2, 4, ...: a sum shows which of them count. */
  @Property(tries = 200)
  void aServedModelCostsAllReleasesOfItsSession(
      @ForAll @Size(3) List<@IntRange(max = 3) Integer> releases, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PrivateSession session = session(1 << 11);
    List<GraphOwner> owners = new ArrayList<>();
    release(session, owners, 1 + releases.get(0));
    GnnModel model = trained(MODEL, any(owners, random).trainingData(X, LABELS));
    assertCost(owners.size(), model.provenance().guarantee());
    release(session, owners, releases.get(1));
    TrainingData data = any(owners, random).trainingData(X, LABELS);
    GnnModel last = trained(model, data);
    assertCost(owners.size(), last.provenance().guarantee());
    assertEquals(session.guarantee(), last.provenance().charge());
    release(session, owners, releases.get(2));
    for (GraphOwner owner : owners) {
      assertCost(owners.size(), owner.guarantee());
      assertCost(owners.size(), owner.serve(last).guarantee());
    }
  }

  private static void release(PrivateSession session, List<GraphOwner> owners, int count) {
    for (int i = 0; i < count; i++) {
      PerturbedGraph released = session.perturb(EdgeRand.withEpsilon(1 << owners.size()));
      assertEquals(1 << owners.size(), released.guarantee().epsilon());
      owners.add(GraphOwner.of(released));
    }
  }

  private static GraphOwner any(List<GraphOwner> owners, SplittableRandom random) {
    return owners.get(random.nextInt(owners.size()));
  }

  private static void assertCost(int releases, Optional<PrivacyGuarantee> stated) {
    assertEquals((1 << releases) - 1, stated.orElseThrow().epsilon());
    assertEquals(NeighboringGraphs.ONE_EDGE, stated.orElseThrow().neighbors());
  }

  /** Regression: the features made the model reveal ε = 5, but its guarantee stated 0.5. */
  @Property(tries = 4)
  void featuresFromAnotherReleaseCostItToo(@ForAll boolean isEarlier) {
    PrivateSession session = session(10);
    Optional<PerturbedGraph> earlier =
        Optional.of(EdgeRand.withEpsilon(5)).filter(m -> isEarlier).map(session::perturb);
    GraphOwner alice = GraphOwner.of(session.perturb(LapGraph.withEpsilon(0.5)));
    Graph seen = earlier.orElseGet(() -> session.perturb(EdgeRand.withEpsilon(5))).graph();
    double[][] degrees = {{seen.degree(0)}, {seen.degree(1)}, {seen.degree(2)}};
    GnnModel model = trained(MODEL, alice.trainingData(FeatureMatrix.dense(degrees), LABELS));
    assertEquals(5.5, model.provenance().charge().orElseThrow().guarantee().epsilon());
    assertEquals(5.5, alice.serve(model).guarantee().orElseThrow().epsilon());
    assertEquals(
        5.5, alice.acceptingUncoveredWeights().serve(model).guarantee().orElseThrow().epsilon());
  }

  /** Regression: a small claim made an earlier release look like one of a small ε. */
  @Example
  void aReleaseThatReturnsAnEarlierOneCostsBoth() {
    PrivateSession session = session(10);
    Graph earlier = session.perturb(EdgeRand.withEpsilon(5)).graph();
    PrivacyGuarantee claim = new PrivacyGuarantee("small", 0.25, NeighboringGraphs.ONE_EDGE);
    Release<Graph> value = session.release(claim, (graph, chance) -> earlier);
    assertEquals(5.25, value.guarantee().guarantee().epsilon());
    PerturbedGraph again = session.perturb(graph -> new PerturbedGraph(earlier, claim), claim);
    assertEquals(claim, again.guarantee());
    assertEquals(5.5, again.charge().orElseThrow().guarantee().epsilon());
    assertEquals(5.5, GraphOwner.of(again).guarantee().orElseThrow().epsilon());
  }
}
