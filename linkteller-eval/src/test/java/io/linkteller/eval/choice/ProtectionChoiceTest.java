package io.linkteller.eval.choice;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.session.PrivacyBudgetExceededException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.audit.AuditListener;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.SampledShare;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProtectionChoiceTest {

  private static final Dataset DATA =
      SyntheticDataset.builder()
          .nodes(120)
          .edges(360)
          .classes(2)
          .featureColumns(12)
          .featuresPerNode(4)
          .build()
          .generate("synthetic", 5);

  private static ProtectionChoice.Builder choice() {
    IntList nodes = DATA.graph().nodes();
    TrainingData data =
        TrainingData.of(DATA.graph(), DATA.features(), DATA.labels())
            .trainingOn(nodes.subList(0, 80));
    return ProtectionChoice.builder(
            OwnerData.of(data, nodes.subList(80, 120)),
            ModelTraining.of(
                Gcn.builder().layers(12, 8, 2).seed(1).build(),
                Trainer.builder().epochs(20).seed(1).build()))
        .candidates(Candidate.grid(List.of("edgerand", "gap"), 1, 8))
        .attacks(
            List.of(LinkAttackProvider.named("linkteller"), LinkAttackProvider.named("lsa2-attr")));
  }

  @Test
  void theUnprotectedModelLeaksAndTheModelWithoutEdgesDoesNot() {
    ProtectionReport report = choice().seed(4).build().run();
    assertEquals(6, report.results().size());
    assertEquals(0, report.gain(report.withoutEdges()));
    assertTrue(report.unprotected().found().recall() > 0.8, report.sentences().toString());
    assertTrue(report.gain(report.unprotected()) > 0.5);
    // This is the Clopper-Pearson interval of 40 judged nodes.
    ProtectionResult open = report.unprotected();
    assertEquals(
        SampledShare.ofDraws(open.accuracy(), 40).interval(0.95, 1),
        open.accuracyInterval().orElseThrow());
    ProtectionResult strong =
        report.results().stream()
            .filter(each -> each.label().equals("EdgeRand, epsilon = 1"))
            .findFirst()
            .orElseThrow();
    assertTrue(strong.found().recall() < report.unprotected().found().recall() / 2);
    assertEquals(
        List.of("released-sums"),
        report.results().stream()
            .filter(each -> each.label().equals("GAP, epsilon = 8"))
            .map(ProtectionResult::attack)
            .toList());
  }

  @Test
  void underALimitACandidateIsAttackedUntilItIsDecided() {
    List<LinkAttackProvider> attacks =
        Stream.of("lsa2-attr", "linkteller", "subsets").map(LinkAttackProvider::named).toList();
    ProtectionReport report =
        choice()
            .candidates(Candidate.grid(List.of("lapgraph"), 0.1, 20))
            .attacks(attacks)
            .maxLeakage(0.5)
            .seed(4)
            .build()
            .run();
    ProtectionResult open = report.results().get(3);
    assertEquals(1, open.ended().size(), open.toString());
    assertTrue(open.found().recall() > 0.5, open.toString());
    // A bound by ε assumes independent pairs, and attacks exceed it, so they run anyway.
    ProtectionResult closed = report.results().get(2);
    assertEquals("linkteller", closed.attack(), closed.toString());
    // A result that is decided under one limit need not be decided under another.
    assertTrue(open.decides(OptionalDouble.of(0.4)));
    assertFalse(open.decides(OptionalDouble.of(1)));
    assertTrue(open.decides(OptionalDouble.empty()));
    assertTrue(closed.decides(OptionalDouble.of(0)));
    for (ProtectionResult other : List.of(report.unprotected(), report.withoutEdges())) {
      assertEquals(List.of(), other.ended());
    }
  }

  @Test
  void moreTargetsAreSuggestedOnlyIfTheyCanDecide() {
    OptionalDouble none = OptionalDouble.empty();
    ProtectionResult near = row("a", OptionalDouble.of(1), 0.5, 8, 0.15);
    int needed = near.targetsFor(0.12, 500, 5000).orElseThrow();
    assertTrue(needed > 500 && needed < 5000, "targets " + needed);
    assertEquals(600, near.targetsFor(0.081, 500, 600).orElseThrow());
    assertTrue(near.targetsFor(0.08, 500, 5000).isEmpty());
    assertTrue(near.targetsFor(0.2, 500, 5000).isEmpty());
    assertTrue(row("b", none, 0.5, 8, 1).targetsFor(0.12, 500, 5000).isEmpty());
  }

  @Test
  void seededResultsDependOnNeitherOrderNorOtherCandidates() {
    Candidate lap = Candidate.named("lapgraph", 4);
    ProtectionChoice choice = choice().seed(4).build();
    ProtectionResult alone = choice.measure(lap, AuditListener.SILENT);
    choice.measure(Candidate.named("edgerand", 4), AuditListener.SILENT);
    assertEquals(alone, choice.measure(lap, AuditListener.SILENT));
  }

  @Test
  void theReleaseOfAChoiceIsChargedAndMarked() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    ProtectedModel released =
        choice()
            .build()
            .release(
                Candidate.named("lapgraph", 4), graph -> PrivateSession.builder(graph, ledger));
    assertEquals(Set.of(Provenance.Use.EPSILON_CHOICE), released.provenance().uncovered());
    assertEquals(4, released.guarantee().orElseThrow().epsilon());
    assertFalse(released.guarantee().orElseThrow().isSeeded());
    assertThrows(
        PrivacyBudgetExceededException.class,
        () ->
            choice()
                .build()
                .release(
                    Candidate.named("gap", 2), graph -> PrivateSession.builder(graph, ledger)));
    assertRefusal(
        "no protection can't be released: no guarantee covers it",
        () ->
            choice()
                .build()
                .release(Candidate.unprotected(), graph -> PrivateSession.builder(graph, ledger)));
  }

  @Test
  void directedGraphsAndUnknownMechanismsAreRefused() {
    Graph directed = Graph.builder(120).directed().addEdge(0, 1).build();
    TrainingData data = TrainingData.of(directed, DATA.features(), DATA.labels());
    assertRefused("is directed", () -> OwnerData.of(data, IntList.of(0)));
    assertRefused(() -> Candidate.named("no-such-mechanism", 1));
  }

  @Test
  void aProtectedGraphIsNotAcceptedAsTheTrueOne() {
    TrainingData released =
        GraphOwner.of(DATA.graph())
            .protectedBy(LapGraph.withEpsilon(4))
            .trainingData(DATA.features(), DATA.labels());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> OwnerData.of(released, IntList.of(0)));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("begins with the true edges"), message);
    TrainingData truth = TrainingData.of(DATA.graph(), DATA.features(), DATA.labels());
    assertRefused(() -> OwnerData.servedElsewhere(truth, released, IntList.of(0)));
  }

  private static ProtectionResult row(
      String name, OptionalDouble epsilon, double accuracy, long found, double high) {
    return row(name, name, epsilon, accuracy, found, high);
  }

  private static ProtectionResult row(
      String name, String title, OptionalDouble epsilon, double accuracy, long found, double high) {
    List<String> leftOut = epsilon.isPresent() ? List.of("denoising", "kinks") : List.of("kinks");
    return row(name, title, epsilon, accuracy, found, high, leftOut);
  }

  private static ProtectionResult row(
      String name,
      String title,
      OptionalDouble epsilon,
      double accuracy,
      long found,
      double high,
      List<String> leftOut) {
    double recall = found / 100.0;
    return new ProtectionResult(
        name,
        title,
        epsilon,
        0,
        Optional.empty(),
        accuracy,
        Optional.empty(),
        List.of(epsilon.isPresent() ? "Anything, and the mechanism." : "Anything."),
        "linkteller",
        10,
        List.of(),
        new EdgeMetrics(found, 100, 100),
        new ConfidenceInterval(Math.max(0, recall - 0.05), high, 0.95),
        name.equals("b") ? 1 : 0.05,
        3,
        1,
        name.equals("b") ? List.of("auto (down)") : List.of(),
        leftOut,
        List.of(),
        5,
        4,
        List.of());
  }

  @Test
  void failedAttacksAreListedWithANextStep() {
    ProtectionReport report = report(OptionalDouble.empty(), OptionalDouble.of(0.2));
    assertTrue(
        report
            .sentences()
            .contains(
                "Attacks failed, so these rows may leak more than was found: b, epsilon = 4."),
        report.sentences().toString());
    List<String> steps = steps(report);
    assertTrue(
        steps.contains(
            "Find out why an attack failed, and measure again: auto (down), against b, epsilon ="
                + " 4."),
        steps.toString());
    assertTrue(steps.stream().noneMatch(step -> step.contains("more targets")), steps.toString());
    assertEquals(
        List.of(
            "none; mlp: Anything.",
            "a, epsilon = 1; a, epsilon = 4; a, epsilon = 8; b, epsilon = 4: Anything, and the"
                + " mechanism."),
        report.allowed());
  }

  @Test
  void unselectedAttacksAreListedAsALimitation() {
    ProtectionReport report = report(OptionalDouble.empty(), OptionalDouble.of(0.3));
    assertTrue(
        report.sentences().contains("Allowed, but not selected: kinks, denoising."),
        report.sentences().toString());
    assertTrue(
        report.sentences().get(0).contains("the strongest of the selected attacks, linkteller"),
        report.sentences().toString());
    assertTrue(
        report.certainty().toString().contains("were not selected: kinks, denoising."),
        report.certainty().toString());
    OptionalDouble none = OptionalDouble.empty();
    List<ProtectionResult> selected =
        Stream.of(Candidate.UNPROTECTED, Candidate.WITHOUT_EDGES)
            .map(name -> row(name, name, none, 0.9, 50, 0.6, List.of()))
            .toList();
    List<String> all = report(selected, none, none).certainty();
    String found = "Leakage is what the attacks of this library find";
    assertTrue(all.stream().anyMatch(each -> each.startsWith(found)), all.toString());
  }

  @Test
  void noStepContradictsTheChoiceOrTheLimits() {
    List<ProtectionResult> rows =
        List.of(
            row(Candidate.UNPROTECTED, OptionalDouble.empty(), 0.9, 100, 1),
            row(Candidate.WITHOUT_EDGES, OptionalDouble.empty(), 0.95, 9, 0.13),
            row("a", OptionalDouble.of(1), 0.5, 8, 0.12));
    List<String> chosen = steps(report(rows, OptionalDouble.of(0.4), OptionalDouble.empty()));
    assertTrue(chosen.get(0).startsWith("Release once with a "), chosen.toString());
    assertTrue(chosen.get(1).startsWith("Consider the model without edges"), chosen.toString());
    assertTrue(chosen.stream().noneMatch(step -> step.startsWith("Do not")), chosen.toString());
    List<String> outside = steps(report(rows, OptionalDouble.empty(), OptionalDouble.of(0.125)));
    assertTrue(outside.get(0).startsWith("Release once with a "), outside.toString());
    assertTrue(
        outside.stream()
            .noneMatch(step -> step.startsWith("Consider") || step.startsWith("Do not use")),
        outside.toString());
    List<String> none = steps(report(rows, OptionalDouble.empty(), OptionalDouble.of(0.02)));
    assertTrue(none.get(0).startsWith("Even against the best candidate"), none.toString());
    assertTrue(none.stream().noneMatch(step -> step.startsWith("Serve")), none.toString());
  }

  private static List<String> steps(ProtectionReport report) {
    return report.nextSteps().stream().map(ProtectionStep::text).toList();
  }

  private static ProtectionReport report(OptionalDouble minAccuracy, OptionalDouble maxLeakage) {
    return report(
        List.of(
            row(Candidate.UNPROTECTED, OptionalDouble.empty(), 0.9, 100, 1),
            row(Candidate.WITHOUT_EDGES, OptionalDouble.empty(), 0.6, 2, 0.06),
            row("a", OptionalDouble.of(1), 0.5, 8, 0.12),
            row("a", OptionalDouble.of(4), 0.7, 20, 0.25),
            row("a", OptionalDouble.of(8), 0.8, 60, 0.66),
            row("b", OptionalDouble.of(4), 0.75, 20, 0.25)),
        minAccuracy,
        maxLeakage);
  }

  private static ProtectionReport report(
      List<ProtectionResult> rows, OptionalDouble minAccuracy, OptionalDouble maxLeakage) {
    return new ProtectionReport(
        rows, List.of(), "accuracy", minAccuracy, maxLeakage, 1000, 500, 400, true);
  }

  private static Optional<String> chosen(double minAccuracy, double maxLeakage) {
    return report(
            minAccuracy < 0 ? OptionalDouble.empty() : OptionalDouble.of(minAccuracy),
            maxLeakage < 0 ? OptionalDouble.empty() : OptionalDouble.of(maxLeakage))
        .chosen()
        .map(ProtectionResult::label);
  }

  @Test
  void theChoiceIsTheMostAccurateOrLeastLeakingWithinTheLimits() {
    assertEquals(Optional.empty(), chosen(-1, -1));
    assertEquals(Optional.of("b, epsilon = 4"), chosen(-1, 0.3));
    assertEquals(Optional.of("mlp"), chosen(-1, 0.1));
    assertEquals(Optional.empty(), chosen(-1, 0.01));
    assertEquals(Optional.of("a, epsilon = 8"), chosen(0.78, -1));
    assertEquals(Optional.of("a, epsilon = 4"), chosen(0.65, -1));
    // The unprotected model has no guarantee and is never chosen.
    assertEquals(Optional.empty(), chosen(0.85, -1));
    assertEquals(Optional.of("b, epsilon = 4"), chosen(0.72, 0.3));
    assertEquals(Optional.empty(), chosen(0.78, 0.3));
  }

  @Test
  void sentencesAndStepsFollowFromTheResult() {
    ProtectionReport none = report(OptionalDouble.of(0.78), OptionalDouble.of(0.3));
    assertTrue(none.sentences().get(0).startsWith("NO CHOICE"), none.sentences().toString());
    assertTrue(
        steps(none).get(0).contains("b, epsilon = 4, with accuracy 0.750"), steps(none).toString());
    ProtectionReport open = report(OptionalDouble.empty(), OptionalDouble.empty());
    assertEquals(
        List.of("mlp", "a, epsilon = 8", "b, epsilon = 4"),
        open.undominated().stream().map(ProtectionResult::label).toList());
    ProtectionReport useless = report(OptionalDouble.empty(), OptionalDouble.of(0.3));
    assertTrue(
        steps(useless).stream().anyMatch(step -> step.startsWith("Do not use a, epsilon = 1:")),
        steps(useless).toString());
    // No row is certainly within 5 %, but one may be.
    ProtectionReport few = report(OptionalDouble.empty(), OptionalDouble.of(0.05));
    String first = few.sentences().get(0);
    assertTrue(first.startsWith("UNDECIDED, ") && first.endsWith("do not fail: mlp."), first);
    assertTrue(few.isUndecided(few.withoutEdges()) && !few.isUndecided(few.unprotected()));
    assertEquals(
        ProtectionStep.Kind.TAKE_MORE_TARGETS,
        few.nextSteps().get(few.nextSteps().size() - 1).kind());
  }
}
