package io.linkteller.testkit.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.noise.OutputNoise;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.EarlyStopping;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What is trained on one release and served on another costs both. */
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

  @Example
  void aModelOnOneReleaseServedOnAnotherCostsBoth() {
    PrivateSession session = session(10);
    GraphOwner first = GraphOwner.of(session.perturb(EdgeRand.withEpsilon(5)));
    GraphOwner second = GraphOwner.of(session.perturb(EdgeRand.withEpsilon(5)));
    GnnModel model = trained(MODEL, first.trainingData(X, LABELS));
    assertEquals(5, first.serve(model).guarantee().orElseThrow().epsilon());
    assertEquals(10, second.serve(model).guarantee().orElseThrow().epsilon());
    assertEquals(10, session.guarantee().orElseThrow().guarantee().epsilon());
    // What a file of weights keeps does not tell which release it was.
    Provenance read = Provenance.of(model.provenance().attributes());
    GnnModel loaded = model.withParameters(model.parameters().withProvenance(read));
    assertEquals(10, first.serve(loaded).guarantee().orElseThrow().epsilon());
  }

  @Example
  void answersWithNoiseCostWhatTheParametersDo() {
    PrivateSession session = session(1000);
    OutputNoise noise = new OutputNoise(1, 1, 1e-6);
    GraphOwner owner = GraphOwner.of(session.perturb(EdgeRand.withEpsilon(1)));
    Provenance parameters = trained(MODEL, owner.trainingData(X, LABELS)).provenance();
    PrivacyGuarantee answers = noise.guarantee(3);
    assertEquals(
        session.guarantee().orElseThrow().guarantee().epsilon() + answers.epsilon(),
        session
            .answers(noise, 3, 2, parameters, graph -> owner.serve(MODEL))
            .guarantee()
            .guarantee()
            .epsilon());
    Provenance bare = Provenance.of(parameters.attributes());
    assertThrows(
        IllegalArgumentException.class,
        () -> session.answers(noise, 3, 2, bare, graph -> owner.serve(MODEL)));
    // A charge can't be passed on as nothing.
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Provenance(
                Provenance.Origin.PUBLIC, Optional.empty(), Set.of(), parameters.charge()));
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

  /** The validation graph was left out if it had a guarantee that no session charged. */
  @Example
  void stoppingEarlyOnAPerturbedGraphCostsItsGuarantee() {
    PrivateSession session = session(1000);
    GraphOwner raw = GraphOwner.of(PATH);
    TrainingData bare = raw.protectedBy(LapGraph.withEpsilon(2)).trainingData(X, LABELS);
    TrainingData seeded =
        raw.protectedForExperimentsBy(LapGraph.withEpsilon(1).forExperiments(1))
            .trainingData(X, LABELS);
    TrainingData open = TrainingData.of(PATH, X, LABELS).withProvenance(Provenance.PUBLIC);
    for (GraphOwner alice :
        List.of(
            GraphOwner.of(session.perturb(LapGraph.withEpsilon(1))),
            raw.protectedBy(LapGraph.withEpsilon(1)))) {
      TrainingData data = alice.trainingData(X, LABELS);
      GnnModel further = stopped(data.validatingOn(bare));
      assertEquals(3, further.provenance().guarantee().orElseThrow().epsilon());
      assertThrows(IllegalArgumentException.class, () -> alice.serve(further));
      OutputNoise noise = new OutputNoise(1, 1, 1e-6);
      assertThrows(
          IllegalArgumentException.class,
          () -> session.answers(noise, 3, 2, further.provenance(), graph -> raw.serve(further)));
      assertThrows(
          IllegalArgumentException.class, () -> alice.serve(stopped(data.validatingOn(seeded))));
      assertThrows(
          IllegalArgumentException.class, () -> alice.serve(stopped(open.validatingOn(bare))));
      for (TrainingData known : List.of(open, data)) {
        TrainingData labelled = known.alsoUsing(Provenance.Use.LABELS);
        assertThrows(
            IllegalArgumentException.class,
            () -> alice.serve(stopped(data.validatingOn(labelled))));
        assertEquals(
            1, alice.serve(stopped(data.validatingOn(known))).guarantee().orElseThrow().epsilon());
      }
    }
  }

  /** A charge that a bare release lost made the model look as if trained on the served graph. */
  @Example
  void aFurtherUseNeverLowersTheGuarantee() {
    PrivateSession session = session(1000);
    GraphOwner raw = GraphOwner.of(PATH);
    GraphOwner alice = GraphOwner.of(session.perturb(LapGraph.withEpsilon(50)));
    TrainingData data = alice.trainingData(X, LABELS);
    TrainingData bare = raw.protectedBy(LapGraph.withEpsilon(50)).trainingData(X, LABELS);
    GraphOwner served = raw.protectedBy(LapGraph.withEpsilon(100));
    for (GnnModel model : List.of(trained(MODEL, data), stopped(data.validatingOn(bare)))) {
      double parameters = model.provenance().guarantee().orElseThrow().epsilon();
      assertEquals(100 + parameters, served.serve(model).guarantee().orElseThrow().epsilon());
    }
  }

  private static GnnModel stopped(TrainingData data) {
    return Trainer.builder()
        .epochs(1)
        .earlyStopping(EarlyStopping.onLoss(1))
        .build()
        .train(MODEL, data)
        .model();
  }

  /** Releases of ε = 1, 2, 4, 8: a sum tells which of them count. */
  @Property(tries = 200)
  void aServedModelCostsEveryReleaseThatItDependsOn(
      @ForAll @IntRange(max = 3) int first,
      @ForAll @IntRange(max = 3) int further,
      @ForAll @IntRange(max = 3) int validation,
      @ForAll boolean stops) {
    PrivateSession session = session(15);
    List<GraphOwner> owners =
        List.of(1, 2, 4, 8).stream()
            .map(epsilon -> GraphOwner.of(session.perturb(EdgeRand.withEpsilon(epsilon))))
            .toList();
    GnnModel model = trained(MODEL, owners.get(first).trainingData(X, LABELS));
    Set<Integer> used = new TreeSet<>(List.of(first, further, 3));
    TrainingData data = owners.get(further).trainingData(X, LABELS);
    Trainer.Builder trainer = Trainer.builder().epochs(1);
    if (stops) {
      trainer.earlyStopping(EarlyStopping.onLoss(1));
      data = data.validatingOn(owners.get(validation).trainingData(X, LABELS));
      used.add(validation);
    }
    GnnModel last = trainer.build().train(model, data).model();
    double cost = used.stream().mapToDouble(release -> 1 << release).sum();
    double trainingCost = last.provenance().guarantee().orElseThrow().epsilon();
    if (trainingCost > 8) {
      // Weaker than what is served.
      assertThrows(IllegalArgumentException.class, () -> owners.get(3).serve(last));
    } else {
      assertEquals(cost, owners.get(3).serve(last).guarantee().orElseThrow().epsilon());
    }
    used.remove(3);
    if (first != 3 && further != 3 && !(stops && validation == 3)) {
      assertEquals(cost - 8, trainingCost);
    }
    assertTrue(trainingCost <= session.guarantee().orElseThrow().guarantee().epsilon());
    assertEquals(
        NeighboringGraphs.ONE_EDGE, last.provenance().guarantee().orElseThrow().neighbors());
  }
}
