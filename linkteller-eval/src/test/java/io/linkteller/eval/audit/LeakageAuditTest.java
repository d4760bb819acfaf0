package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.score.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeakageAuditTest {

  private static final int NODES = 80;
  private static final int FEATURES = 12;
  private static final Graph GRAPH = uniform();

  private static Graph uniform() {
    SplittableRandom random = new SplittableRandom(3);
    Graph.Builder graph = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (random.nextDouble() < 0.05) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  private static InferenceNodes gaussian() {
    SplittableRandom random = new SplittableRandom(4);
    DMatrixRMaj x = new DMatrixRMaj(NODES, FEATURES);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = random.nextGaussian();
    }
    return InferenceNodes.of(FeatureMatrix.dense(x))
        .targeting(IntStream.range(0, 50).map(v -> NODES - 1 - v).toArray());
  }

  private static Gcn gcn(Normalization normalization) {
    return Gcn.builder().layers(FEATURES, 16, 3).normalization(normalization).seed(5).build();
  }

  private static LeakageAuditReport audit(InferenceApi api, InferenceNodes nodes) {
    return LeakageAudit.builder().build().run(api, GRAPH, nodes);
  }

  private static void assertNotBelowTheLibrary(InferenceApi api) {
    InferenceNodes nodes = gaussian();
    LeakageAuditReport report = audit(api, nodes);
    BestOfTheLibrary best = BestOfTheLibrary.on(api, nodes, report.kHat(), GRAPH);
    assertTrue(report.recall() >= best.recall(), best + " is above " + report);
    assertTrue(best.fitting().containsAll(BestOfTheLibrary.ALWAYS), best.toString());
    // The comparison can fail: what attackers find without any influence is less.
    LeakageAuditReport withoutInfluences =
        LeakageAudit.builder()
            .attacker(Attacker.UNRESTRICTED.withQueryLimit(1))
            .build()
            .run(api, GRAPH, nodes);
    assertTrue(withoutInfluences.recall() < best.recall(), withoutInfluences.toString());
  }

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void noAttackOfTheLibraryFindsMoreThanTheAuditReports(Normalization normalization) {
    assertNotBelowTheLibrary(GraphOwner.of(GRAPH).serve(gcn(normalization)));
  }

  @Test
  void noAttackOfTheLibraryFindsMoreThanTheAuditOfAGatReports() {
    Gat gat = Gat.builder().layers(FEATURES, 8, 3).heads(2, 1).seed(6).build();
    assertNotBelowTheLibrary(GraphOwner.of(GRAPH).serve(gat));
  }

  @Test
  void recallGrowsWithTheNumberOfQueriesOfRunsUnderLimits() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    List<LeakageAuditReport.RecallAtQueries> steps = audit(api, gaussian()).recallByQueries();
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i).queries() > steps.get(i - 1).queries(), steps.toString());
      assertTrue(steps.get(i).recall() > steps.get(i - 1).recall(), steps.toString());
    }
    // Runs with half of the targets and fewer found something, besides the full ones.
    assertTrue(
        steps.stream().filter(step -> step.queries() > 1 && step.queries() <= 26).count() >= 3,
        steps.toString());
    LeakageAuditReport withoutCurve =
        LeakageAudit.builder().recallCurve(false).build().run(api, GRAPH, gaussian());
    assertTrue(
        withoutCurve.recallByQueries().stream()
            .noneMatch(step -> step.queries() > 1 && step.queries() <= 26),
        withoutCurve.recallByQueries().toString());
  }

  @Test
  void theStrongestAttackIsNeverBelowThoseThatAreSingledOut() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report = audit(api, gaussian());
    for (Set<String> names : List.of(Set.of("spectral root"), Set.of("LinkTeller, paper"))) {
      List<LeakageAuditReport.RecallAtQueries> steps = report.recallByQueries(names);
      // Runs on parts of the targets, and the one on all.
      assertTrue(steps.size() >= 2, steps.toString());
      for (LeakageAuditReport.RecallAtQueries step : steps) {
        assertTrue(names.contains(step.attack()), step.toString());
        double strongest =
            report.recallByQueries().stream()
                .filter(best -> best.queries() <= step.queries())
                .mapToDouble(LeakageAuditReport.RecallAtQueries::recall)
                .max()
                .orElse(0);
        assertTrue(strongest >= step.recall(), step.toString());
      }
    }
    List<LeakageAuditReport.RecallAtQueries> root = report.recallByQueries(Set.of("spectral root"));
    assertEquals(1.0, root.get(root.size() - 1).recall());
    assertEquals(List.of(), report.recallByQueries(Set.of("no such attack")));
  }

  @Test
  void theCurveOfLinkTellerHasOneStepSize() {
    InferenceApi exact = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    InferenceApi single = ShownOutputs.singlePrecision(exact);
    assertCurve(audit(exact, gaussian()), Set.of("LinkTeller, paper", "LinkTeller, max"));
    assertCurve(
        audit(single, gaussian()),
        Set.of("LinkTeller, delta = 1.0, paper", "LinkTeller, delta = 1.0, max"));
  }

  private static void assertCurve(LeakageAuditReport report, Set<String> attacks) {
    List<LeakageAuditReport.RecallAtQueries> steps = report.recallByQueriesOfLinkTeller();
    assertTrue(steps.stream().allMatch(step -> attacks.contains(step.attack())), steps.toString());
    // It has runs under limits and the one on all targets, which finds most.
    assertTrue(steps.size() >= 3, steps.toString());
    assertEquals(51, steps.get(steps.size() - 1).queries(), steps.toString());
    double full =
        report.attacks().stream()
            .filter(outcome -> attacks.contains(outcome.attack()))
            .mapToDouble(outcome -> outcome.found().orElseThrow().recall())
            .max()
            .orElseThrow();
    assertEquals(full, steps.get(steps.size() - 1).recall());
  }

  /** Nodes whose features are positions, connected where they are near each other. */
  @Test
  void theLinkPredictorFindsEdgesThatFeaturesGiveAway() {
    SplittableRandom random = new SplittableRandom(8);
    int n = 300;
    double[][] x = new double[n][2];
    for (double[] row : x) {
      row[0] = random.nextDouble();
      row[1] = random.nextDouble();
    }
    Graph.Builder near = Graph.builder(n);
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        if (Math.hypot(x[u][0] - x[v][0], x[u][1] - x[v][1]) < 0.06) {
          near.addEdge(u, v);
        }
      }
    }
    Graph graph = near.build();
    LeakageAuditReport report =
        LeakageAudit.builder()
            .scores(List.of(PairScore.PAPER))
            .attacker(Attacker.UNRESTRICTED.withOwnFeaturesOnly())
            .build()
            .run(
                GraphOwner.of(graph).serve(Gcn.builder().layers(2, 8, 2).seed(1).build()),
                graph,
                InferenceNodes.of(FeatureMatrix.dense(x)));
    double predicted = report.predictedFromFeatures().precision(report.kHat());
    double alike = report.featuresAlone().precision(report.kHat());
    assertTrue(predicted > 0.7, "precision " + predicted);
    assertTrue(predicted > 2 * alike, predicted + " against " + alike + " by likeness");
    AttackOutcome outcome =
        report.attacks().stream()
            .filter(each -> each.attack().equals("link predictor on features"))
            .findFirst()
            .orElseThrow();
    assertFalse(outcome.counts());
    assertFalse(report.strongest().attack().equals(outcome.attack()));
    // Calibrated: without an output, the bound of priors is what the predictor attains.
    EpsilonRow least = report.epsilons().get(0);
    assertTrue(least.withFeaturePriors() >= predicted - 0.02, least + " against " + predicted);
    assertTrue(least.theorem6() < predicted / 5, "Theorem 6 knows nothing of features");
  }

  /** Features that tell nothing: cross-validation must not let the predictor memorize. */
  @Test
  void theLinkPredictorFindsNothingInNoise() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report = audit(api, gaussian());
    // Guesses name 5 % edges; P(more than 20 % of 60 or so) < 1e-6.
    assertTrue(
        report.predictedFromFeatures().precision(report.kHat()) < 0.2,
        report.predictedFromFeatures().toString());
  }

  @Test
  void anAttackThatFailsIsReportedAndTheOthersCount() {
    InferenceApi model = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    InferenceApi fragile =
        query -> {
          for (int row = 0; row < query.nodes().size(); row++) {
            if (Math.abs(query.features().get(row, 0)) > 1e6) {
              throw new IllegalStateException("the row is too large");
            }
          }
          return model.predict(query);
        };
    LeakageAuditReport report = audit(fragile, gaussian());
    assertTrue(report.recall() > 0.9, report.toString());
    AttackOutcome kinks =
        report.attacks().stream()
            .filter(each -> each.attack().equals("chosen features"))
            .findFirst()
            .orElseThrow();
    assertFalse(kinks.fits());
    assertTrue(kinks.remark().orElseThrow().contains("the row is too large"), kinks.toString());
    assertThrows(
        InferenceException.class,
        () ->
            audit(
                query -> {
                  throw new IllegalStateException("always");
                },
                gaussian()));
  }

  @Test
  void forbiddenAttacksAreSkippedAndReported() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    LeakageAuditReport report =
        LeakageAudit.builder()
            .attacker(Attacker.UNRESTRICTED.withOwnFeaturesOnly().withQueryLimit(11))
            .build()
            .run(api, GRAPH, gaussian());
    for (AttackOutcome outcome : report.attacks()) {
      assertTrue(outcome.queries() <= 11, outcome.toString());
    }
    assertTrue(
        report.notTried().stream().anyMatch(said -> said.contains("not allowed")),
        report.notTried().toString());
    // One sentence per reason, which names every attack that it kept from running.
    String unfit = String.join("\n", report.notTried());
    for (AttackOutcome outcome : report.attacks()) {
      if (!outcome.fits()) {
        assertTrue(unfit.contains(outcome.attack()), outcome.attack() + " is not in " + unfit);
      }
    }
    assertEquals(
        report.attacks().stream()
            .filter(outcome -> !outcome.fits())
            .map(AttackOutcome::remark)
            .distinct()
            .count(),
        report.notTried().stream().filter(said -> said.contains(" did not fit: ")).count());
    assertEquals(50, report.targetCount());
  }

  @Test
  void attacksThatExceedTheLimitRunOnPartOfTheTargets() {
    LeakageAuditReport report =
        LeakageAudit.builder()
            .attacker(Attacker.UNRESTRICTED.withQueryLimit(41))
            .build()
            .run(GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ)), GRAPH, gaussian());
    AttackOutcome part =
        report.attacks().stream()
            .filter(each -> each.attack().equals("spectral root, 40 of the targets"))
            .findFirst()
            .orElseThrow();
    assertTrue(part.counts() && part.queries() <= 41, part.toString());
    // 40 of 50 targets have about 0.64 of the edges, and the spectral root finds all of these.
    assertTrue(part.found().orElseThrow().recall() > 0.4, part.toString());
    List<LeakageAuditReport.RecallAtQueries> steps = report.recallByQueries();
    assertEquals(report.recall(), steps.get(steps.size() - 1).recall(), report.toString());
  }
}
