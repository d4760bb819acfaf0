package io.linkteller.eval.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.journal.ForeignJournalException;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.GraphSage;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import io.linkteller.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakageAuditTest {

  private static final int NODES = 60;
  private static final int FEATURES = 12;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.06, 3);
  private static final InferenceNodes TARGETS =
      InferenceNodes.of(
              FeatureMatrix.dense(Gaussian.rows(NODES, FEATURES, new SplittableRandom(4))))
          .targeting(IntStream.range(0, 40).map(v -> NODES - 1 - v).toArray());
  private static final InferenceNodes ALL = InferenceNodes.of(TARGETS.features());

  /** Answers with logits that reveal every edge. */
  private static final ServedModel MODEL = served(GRAPH);

  /** The same model without any edge. */
  private static final ServedModel BLIND = served(Graph.empty(NODES));

  private static ServedModel served(Graph graph, int... hidden) {
    int[] widths = IntStream.concat(IntStream.of(FEATURES, 16), Arrays.stream(hidden)).toArray();
    return GraphOwner.of(graph)
        .serve(
            Gcn.builder()
                .layers(IntStream.concat(Arrays.stream(widths), IntStream.of(3)).toArray())
                .with(Normalization.SETTING, Normalization.AUG_NORM_ADJ)
                .seed(5)
                .build());
  }

  private static LeakageAudit.Builder running(String... attacks) {
    return LeakageAudit.builder().attacks(List.of(attacks));
  }

  private static LeakageAuditReport audit(InferenceApi api, String... attacks) {
    return running(attacks).build().run(api, GRAPH, TARGETS);
  }

  private static LeakageVerdict gate(InferenceApi api, double limit, String... attacks) {
    return running(attacks).failAbove(limit).build().run(api, GRAPH, TARGETS).verdict();
  }

  private static double recall(LeakageAuditReport report) {
    return report.verdict().strongest().found().recall();
  }

  private static AttackOutcome outcome(LeakageAuditReport report, String attack) {
    return report.attacks().stream()
        .filter(each -> each.attack().equals(attack))
        .findFirst()
        .orElseThrow();
  }

  /** One audit with all attacks. */
  private static final class Whole {
    static final LeakageAuditReport REPORT =
        LeakageAudit.builder().failAbove(0.999).runAll().build().run(MODEL, GRAPH, TARGETS);
  }

  @Test
  void aModelThatRevealsEveryEdgeFailsEveryGateBelowOne() {
    LeakageVerdict verdict = Whole.REPORT.verdict();
    assertEquals(1, verdict.strongest().found().recall());
    assertEquals(1, verdict.strongest().recall().high());
    assertTrue(verdict.strongest().recall().low() < 0.95);
    assertEquals(Optional.of(LeakageVerdict.Outcome.FAIL), verdict.outcome());
    assertTrue(verdict.sentences().get(0).startsWith("FAIL"));
  }

  /** The audit loses no edge that a user finds by running the attack. */
  @ParameterizedTest
  @ValueSource(strings = {"linkteller", "lsa2-post", "subsets"})
  void theAuditFindsAtLeastWhatEachAttackFindsAlone(String name) {
    long alone =
        PredictionMetrics.edges(
                LinkAttackProvider.named(name)
                    .create(AttackRequest.DEFAULT)
                    .run(MODEL, TARGETS, Whole.REPORT.verdict().strongest().kHat()),
                GRAPH)
            .truePositives();
    assertTrue(alone > 0 && outcome(Whole.REPORT, name).foundAtTrueCount() >= alone, name);
  }

  @Test
  void recallGrowsWithTheNumberOfQueries() {
    List<AttackOutcome> steps = Whole.REPORT.recallByQueries();
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i).queries() > steps.get(i - 1).queries(), steps.toString());
      assertTrue(
          steps.get(i).foundAtTrueCount() > steps.get(i - 1).foundAtTrueCount(), steps.toString());
    }
    assertEquals(
        Whole.REPORT.verdict().strongest().found().truePositives(),
        steps.get(steps.size() - 1).foundAtTrueCount());
  }

  /** The strongest attack of each row also needs no more access than the row grants. */
  @Test
  void moreAccessNeverWeakensTheStrongestAttack() {
    List<AccessRow> rows = Whole.REPORT.accesses();
    assertTrue(rows.size() >= 4, rows.toString());
    for (AccessRow row : rows) {
      assertTrue(row.access().covers(row.strongest().access()), row.toString());
      for (AccessRow less : rows) {
        if (row.access().covers(less.access())) {
          assertTrue(
              row.strongest().found().truePositives() >= less.strongest().found().truePositives());
          assertTrue(row.strongest().recall().high() >= less.strongest().recall().high());
        }
      }
    }
  }

  /** The features are random, and cross-validation must prevent memorization. */
  @Test
  void theLinkPredictorFindsNothingInNoise() {
    // 6 % of random guesses are edges; P(more than 30 % of 47) < 1e-6.
    assertTrue(Whole.REPORT.predictedFromFeatures().precision(Whole.REPORT.density()) < 0.3);
  }

  /** Queries about some nodes are answered for others, so finding nothing proves nothing. */
  @Test
  void aModelThatDropsTheIdsIsUndecided() {
    for (boolean dropsIds : new boolean[] {false, true}) {
      InferenceApi api =
          query ->
              MODEL.predict(
                  dropsIds
                      ? ALL.query().about(query.features()).observing(query.observed())
                      : query);
      LeakageVerdict verdict = gate(api, 0.9, "lsa2-post", "lsa2-attr");
      assertEquals(dropsIds, verdict.failed().toString().contains("ids"), verdict::toString);
      assertEquals(
          Optional.of(dropsIds ? LeakageVerdict.Outcome.UNDECIDED : LeakageVerdict.Outcome.PASS),
          verdict.outcome());
    }
  }

  @Test
  void aPerturbedGraphIsNotAcceptedAsTheTrueOne() {
    Graph.Builder noisy = Graph.builder(NODES);
    GRAPH.forEachEdge((u, v) -> noisy.addEdge(u, (v + 1) % NODES == u ? v : (v + 1) % NODES));
    GraphOwner alice =
        GraphOwner.of(
            new PerturbedGraph(
                noisy.mergingDuplicates().build(),
                new PrivacyGuarantee("a test", 1, NeighboringGraphs.ONE_EDGE)));
    InferenceApi api =
        alice.acceptingUncoveredWeights().serve(Gcn.builder().layers(FEATURES, 3).build());
    LeakageAudit audit = running("linkteller").build();
    assertRefused("true one", () -> audit.run(api, alice.view(), TARGETS));
    assertTrue(recall(audit.run(api, GRAPH, TARGETS)) < 0.9);
  }

  private static Graph arcs() {
    Graph.Builder arcs = Graph.builder(NODES).directed();
    GRAPH.forEachEdge((u, v) -> arcs.addEdge((u + v) % 2 == 0 ? u : v, (u + v) % 2 == 0 ? v : u));
    return arcs.build();
  }

  private static final GnnModel SAGE = GraphSage.builder().layers(FEATURES, 16, 3).seed(6).build();

  /**
   * No arc has a reverse, so an attack that predicts unordered pairs has about half the precision.
   */
  @Test
  void theAuditOfADirectedGraphCountsArcs() {
    Graph graph = arcs();
    LeakageAuditReport report =
        running("subsets", "lsa2-post")
            .build()
            .run(GraphOwner.of(graph).serve(SAGE), graph, TARGETS);
    int edges = graph.inducedSubgraph(TARGETS.targets()).edgeCount();
    assertEquals(40 * 39, report.pairCount());
    assertEquals(edges, report.verdict().edges());
    // The bounds, including that of Theorem 6, use the density of ordered pairs.
    assertEquals(RoundedDensity.of(edges, 40 * 39).value().doubleValue(), report.roundedDensity());
    assertEquals(1, recall(report));
    assertEquals("subsets", report.verdict().strongest().attack());
    String said =
        String.join(" ", report.verdict().sentences())
            + String.join(" ", report.verdict().details());
    assertTrue(said.contains("finds all " + edges + " arcs among the 40 sampled nodes"), said);
    assertTrue(said.contains("as many ordered pairs as there are arcs"), said);
    assertFalse(said.contains("edges"), said);
  }

  /** The model passes messages both ways, so only the directions are unknown. */
  @Test
  void undirectedPredictionsCountAsTheirArcs() {
    LeakageAuditReport report =
        running("subsets").build().run(GraphOwner.of(GRAPH).serve(SAGE), arcs(), TARGETS);
    assertEquals(1, recall(report));
    assertEquals(report.verdict().edges(), report.verdict().tail().preciseEdges());
    String remark = outcome(report, "subsets").remark().orElse("");
    assertTrue(remark.contains("not in which direction"), remark);
  }

  /** All edges end at one node, so the first pairs, or the last, are edges. */
  @ParameterizedTest
  @ValueSource(ints = {0, NODES - 1})
  void pairsWithoutEvidenceAreNotFoundForAnyNumbering(int center) {
    Graph.Builder star = Graph.builder(NODES);
    IntStream.range(0, NODES).filter(v -> v != center).forEach(v -> star.addEdge(center, v));
    LeakageAuditReport report =
        running("linkteller", "subsets", "random").build().run(BLIND, star.build(), ALL);
    assertTrue(recall(report) < 0.1, report.verdict()::toString);
  }

  @Test
  void nothingIsExposedWithoutEvidence() {
    LeakageAuditReport report = audit(BLIND, "linkteller");
    assertEquals(List.of(), report.edgesInEvidence());
    assertEquals(0, report.edgesBeyondFeatures());
    assertTrue(report.nodes().stream().allMatch(node -> node.found() == 0));
    // At the true number of edges, random pairs complete its prediction.
    AttackOutcome paper = outcome(report, "linkteller");
    MeasuredCut named = paper.atTrueCount().orElseThrow();
    assertEquals(named.found().actual(), named.found().predicted());
    assertTrue(named.found().recall() < 0.25 && named.recall().high(0.025) > 0, paper::toString);
    assertEquals(0, paper.atBestBelief().orElseThrow().found().predicted());
    assertEquals(List.of(), report.verdict().failed());
  }

  @Test
  void anAttackThatRanksEdgesLastRevealsThem() {
    InferenceApi withoutNeighbors =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj answer = new DMatrixRMaj(x.numRows, x.numCols);
          for (int u = 0; u < x.numRows; u++) {
            for (int v = 0; v < x.numRows; v++) {
              for (int c = 0; c < x.numCols && (u == v || !GRAPH.hasEdge(u, v)); c++) {
                answer.add(u, c, Math.tanh(x.get(v, c)));
              }
            }
          }
          return answer;
        };
    LeakageVerdict verdict =
        running("linkteller").failAbove(0.9).build().run(withoutNeighbors, GRAPH, ALL).verdict();
    assertEquals(1, verdict.strongest().found().recall());
    assertEquals(LeakageVerdict.Outcome.FAIL, verdict.outcome().orElseThrow());
  }

  @Test
  void unsuitableAttacksAreListedInTheVerdict() {
    LeakageAuditReport report =
        running("kinks", "linkteller", "lsa2-post", "subsets")
            .access(Access.builder().nodes(Access.Nodes.WHOLE_GRAPH).build())
            .failAbove(0.9)
            .build()
            .run(BLIND, GRAPH, TARGETS);
    List<String> said = report.verdict().sentences();
    assertTrue(said.get(0).startsWith("PASS"), said.get(0));
    // Attacks that are not allowed, such as subsets, are not listed.
    assertEquals(List.of("kinks"), report.verdict().unsuited());
    assertTrue(said.stream().anyMatch(it -> it.contains("do not suit the model (kinks)")));
    for (AttackOutcome outcome : report.attacks()) {
      if (outcome.fits()) {
        AccessRow row = report.accesses().get(report.accessNumber(outcome) - 1);
        assertEquals(outcome.access(), row.access());
      }
    }
  }

  @Test
  void aModelThatAnswersAtRandomIsReported() {
    SplittableRandom noise = new SplittableRandom(2);
    InferenceApi random =
        query -> {
          DMatrixRMaj answer = MODEL.predict(query).copy();
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] += noise.nextGaussian();
          }
          return answer;
        };
    LeakageAudit audit = running("lsa2-post").build();
    LeakageVerdict verdict = audit.run(random, GRAPH, ALL).verdict();
    String said = String.join(" ", verdict.sentences());
    assertTrue(verdict.isRandom() && said.contains("answers the same query differently"), said);
    assertFalse(audit.run(MODEL, GRAPH, ALL).verdict().isRandom());
  }

  @Test
  void anAttackIsSkippedIfOneWithNoMoreAccessFoundEveryEdge() {
    AttackOutcome pairs = outcome(audit(MODEL, "subsets", "pairs"), "pairs");
    assertFalse(pairs.fits());
    assertTrue(pairs.remark().orElseThrow().startsWith("subsets, with no more access, finds"));
    assertEquals(0, pairs.queries());
    assertTrue(outcome(audit(BLIND, "subsets", "pairs"), "pairs").fits());
  }

  /** The model returns a score per node, which is in [0, 1] for the data but not a probability. */
  @Test
  void guessedProbabilitiesAreAlsoAttackedAsLogits() {
    InferenceApi scores =
        query -> {
          DMatrixRMaj score = CommonOps_DDRM.extractColumn(MODEL.predict(query), 0, null);
          CommonOps_DDRM.scale(1e-3, score);
          CommonOps_DDRM.add(score, 0.5);
          return score;
        };
    AnswerKind guessed =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID, OptionalInt.empty());
    LeakageAudit.Builder audit = running("compressed", "random").access(Access.seeing(guessed));
    assertFalse(outcome(audit.build().run(scores, GRAPH, TARGETS), "compressed").fits());
    LeakageAuditReport report = audit.answersMayBeLogits().build().run(scores, GRAPH, TARGETS);
    assertTrue(recall(report) > 0.9, report::toString);
    assertEquals(AnswerKind.Form.LOGITS, outcome(report, "compressed").access().form());
  }

  @Test
  void joiningNodesFindEveryEdgeThroughThreeLayers() {
    ServedModel model = served(GRAPH, 16);
    Access.Joining may = new Access.Joining(5, 9);
    LeakageAuditReport report =
        running("own-nodes")
            .access(
                Access.builder()
                    .features(Access.Features.ANY)
                    .featuresOf(Access.Part.OWN)
                    .answersFor(Access.Part.OWN)
                    .joining(may)
                    .build())
            .build()
            .run(
                model
                    .joinable(TARGETS.features(), JoiningLimits.NONE)
                    .answering(model, UnaryOperator.identity()),
                GRAPH,
                TARGETS);
    assertEquals(1, recall(report));
    assertEquals(Optional.of(may), outcome(report, "own-nodes").access().joining());
    assertTrue(report.verdict().toString().contains("5 nodes per target"), report.toString());
  }

  /** If queries may contain only the targets, all their answers are for targets. */
  @Test
  void auditsWorkWithAnswersForTargetsOnly() {
    InferenceNodes nodes = TARGETS.targeting(IntStream.range(0, Thorough.size(12, 40)).toArray());
    for (AnswerKind.Form form : AnswerKind.Form.values()) {
      InferenceApi shown =
          switch (form) {
            case LOGITS -> MODEL;
            case PROBABILITIES ->
                ShownOutputs.rounded(ShownOutputs.probabilities(MODEL, Posterior.SOFTMAX), 2);
            case LABELS -> ShownOutputs.labels(MODEL, Posterior.SOFTMAX);
          };
      OptionalInt decimals =
          form == AnswerKind.Form.PROBABILITIES ? OptionalInt.of(2) : OptionalInt.empty();
      for (Access.Nodes about : Access.Nodes.values()) {
        Access allowed =
            Access.builder()
                .answers(new AnswerKind(form, Posterior.SOFTMAX, decimals))
                .answersFor(Access.Part.TARGETS)
                .nodes(about)
                .build();
        LeakageAuditReport report =
            LeakageAudit.builder().access(allowed).build().run(shown, GRAPH, nodes);
        assertEquals(List.of(), report.verdict().failed(), allowed.toString());
        boolean isExact = form == AnswerKind.Form.LOGITS && about == Access.Nodes.ANY_SUBSET;
        assertTrue(!isExact || recall(report) == 1, report.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aBlackBoxThatSilentlyStopsComputingDoesNotPass(int decimals) {
    InferenceApi model =
        decimals == 0
            ? MODEL
            : ShownOutputs.rounded(ShownOutputs.probabilities(MODEL, Posterior.SOFTMAX), decimals);
    AnswerKind kind =
        decimals == 0
            ? AnswerKind.LOGITS
            : new AnswerKind(
                AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(decimals));
    AtomicInteger asked = new AtomicInteger();
    InferenceApi silent =
        query -> {
          DMatrixRMaj answer = model.predict(query);
          if (asked.incrementAndGet() > 20) {
            answer.zero();
          }
          return answer;
        };
    LeakageAuditReport report =
        running("lsa2-post", "linkteller")
            .access(Access.seeing(kind))
            .failAbove(0.9)
            .build()
            .run(silent, GRAPH, TARGETS);
    assertEquals(Optional.of(LeakageVerdict.Outcome.UNDECIDED), report.verdict().outcome());
    assertTrue(outcome(report, "lsa2-post").fits());
    String remark = outcome(report, "linkteller").remark().orElseThrow();
    assertTrue(remark.contains("answers the first query differently"), remark);
  }

  @Test
  void theGateUsesTheUpperEndAndIsUndecidedWithFewEdges() {
    Graph.Builder half = Graph.builder(NODES);
    GRAPH.forEachEdge((u, v) -> half.addEdge(u, (u + v) % 2 == 0 ? v : (u + NODES / 2) % NODES));
    InferenceApi part = served(half.mergingDuplicates().build());
    LeakageVerdict found = gate(part, 1, "subsets");
    double measured = found.strongest().found().recall();
    assertTrue(measured > 0.3 && measured < 0.7, found::toString);
    assertTrue(found.leastUpperEnd() < measured, found::toString);
    assertOutcome(LeakageVerdict.Outcome.FAIL, gate(part, measured, "subsets"));
    double high = found.strongest().recall().high();
    assertOutcome(LeakageVerdict.Outcome.FAIL, gate(part, high - 1e-9, "subsets"));
    assertOutcome(LeakageVerdict.Outcome.PASS, gate(part, high, "subsets"));
    assertOutcome(LeakageVerdict.Outcome.UNDECIDED, gate(BLIND, 0.1, "linkteller"));
    // If nothing was found or decided, there is nothing to protect or to accept.
    LeakageVerdict few =
        running("linkteller")
            .failAbove(0.1)
            .build()
            .run(BLIND, GRAPH, TARGETS.targeting(0, 1, 2, 3, 4, 5, 6, 7))
            .verdict();
    assertOutcome(LeakageVerdict.Outcome.UNDECIDED, few);
    assertEquals(0, few.strongest().found().truePositives());
    assertEquals(List.of(NextStep.TAKE_MORE_TARGETS), few.nextSteps());
    int isolated = IntStream.range(1, NODES).filter(v -> !GRAPH.hasEdge(0, v)).min().orElseThrow();
    assertThrows(
        TooFewEdgesException.class,
        () -> running("random").build().run(MODEL, GRAPH, TARGETS.targeting(0, isolated)));
  }

  private static void assertOutcome(LeakageVerdict.Outcome expected, LeakageVerdict verdict) {
    assertEquals(expected, verdict.outcome().orElseThrow(), verdict::toString);
  }

  /** A failed attack might have found edges, so the model does not pass. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBlackBoxThatFailsDuringTheAuditDoesNotPass(boolean isNan) {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi failing =
        query -> {
          DMatrixRMaj answer = MODEL.predict(query);
          if (asked.incrementAndGet() > 5 && !isNan) {
            throw new IOException("down");
          }
          CommonOps_DDRM.scale(asked.get() > 5 ? Double.NaN : 1, answer);
          return answer;
        };
    LeakageVerdict verdict = gate(failing, 0.9, "lsa2-post", "linkteller");
    assertOutcome(LeakageVerdict.Outcome.UNDECIDED, verdict);
    assertTrue(verdict.failed().stream().anyMatch(each -> each.startsWith("linkteller (")));
    assertTrue(verdict.sentences().get(0).contains("attacks failed"), verdict.toString());
  }

  /** Attacks on numbers cannot read labels, and a second run would not change this. */
  @Test
  void attacksUnsuitableForLabelsAreNotFailures() {
    AnswerKind kind =
        new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());
    LeakageAuditReport report =
        running("subsets", "linkteller", "lsa2-post")
            .access(Access.seeing(kind))
            .build()
            .run(ShownOutputs.labels(MODEL, Posterior.SOFTMAX), GRAPH, TARGETS);
    assertEquals(List.of(), report.verdict().failed());
    assertTrue(report.verdict().leastUpperEnd() < 1);
    assertEquals(AttackOutcome.Status.NOT_ALLOWED, outcome(report, "subsets").status());
    assertTrue(outcome(report, "linkteller").fits(), "scaling features by two changes labels");
    assertFalse(report.verdict().unsuited().contains("subsets"), "it is not allowed");
  }

  @Test
  void aVerdictListsTheAttacksThatWereLeftOut() {
    LeakageVerdict verdict = gate(MODEL, 0.9, "lsa2-post");
    assertTrue(verdict.leftOut().contains("compressed"), verdict.toString());
    assertTrue(
        verdict.sentences().stream().anyMatch(said -> said.contains("allowed but not selected (")));
  }

  @Test
  void aFailedAuditEndsEarlyUnlessAllAttacksMustRun() {
    LeakageAudit.Builder audit = running("subsets", "linkteller").failAbove(0.5);
    LeakageAuditReport report = audit.build().run(MODEL, GRAPH, TARGETS);
    assertEquals(Optional.of(LeakageVerdict.Outcome.FAIL), report.verdict().outcome());
    assertFalse(outcome(report, "linkteller").fits());
    assertTrue(
        report.notTried().get(0).contains("the verdict is decided"), report.notTried().toString());
    assertTrue(outcome(audit.runAll().build().run(MODEL, GRAPH, TARGETS), "linkteller").fits());
  }

  /** A second audit with the same journals repeats no query that was answered. */
  @Test
  void anInterruptedAuditContinuesFromItsJournals(@TempDir Path directory) {
    AtomicLong asked = new AtomicLong();
    AtomicLong most = new AtomicLong(60);
    InferenceApi metered =
        query -> {
          if (asked.incrementAndGet() > most.get()) {
            throw new IllegalStateException("interrupted");
          }
          return MODEL.predict(query);
        };
    LeakageAudit.Builder builder = running("kinks", "linkteller");
    LeakageAudit audit = builder.journal(directory).model("model = a file").build();
    AuditQueries interrupted = audit.run(metered, GRAPH, TARGETS).queries();
    assertEquals(asked.get(), interrupted.sent());
    most.set(Long.MAX_VALUE);
    LeakageAuditReport resumed = audit.run(metered, GRAPH, TARGETS);
    LeakageAuditReport expected = audit(MODEL, "kinks", "linkteller");
    assertEquals(expected.verdict(), resumed.verdict());
    // One query was counted but not answered; the others are sent once. Each audit also sends the
    // base query twice, once in another order, and two queries with huge features. The first query
    // of each attack, which its journal keeps, is sent once more.
    AuditQueries whole = resumed.queries();
    assertEquals(expected.queries(), whole);
    assertEquals(whole.attacks() - whole.shared() + 1 + 2 * 5 + 2, asked.get());
  }

  /** Every difference is reported, and nothing is read from the journals. */
  @Test
  void theJournalsOfAnotherModelGraphOrProtectionAreRefused(@TempDir Path directory) {
    LeakageAudit audit = journalling(directory, "model = a, graph = b, protection = none");
    LeakageVerdict verdict = audit.run(MODEL, GRAPH, TARGETS).verdict();
    assertRejects(() -> audit.run(BLIND, GRAPH, TARGETS), "answers to the base query = ");
    for (String differs : List.of("model = c", "graph = c", "protection = lapgraph with seed 1")) {
      String identity =
          "model = a, graph = b, protection = none"
              .replaceAll(differs.substring(0, differs.indexOf('=')) + "= [a-z]+", differs);
      LeakageAudit changed = journalling(directory, identity);
      assertRejects(() -> changed.run(MODEL, GRAPH, TARGETS), "this one is " + differs + ";");
    }
    assertEquals(verdict, audit.run(MODEL, GRAPH, TARGETS).verdict());
  }

  private static LeakageAudit journalling(Path directory, String identity) {
    LeakageAudit.Builder audit = running("lsa2-post", "linkteller");
    return audit.journal(directory).model(identity).build();
  }

  private static void assertRejects(Executable run, String difference) {
    String said = String.valueOf(assertThrows(ForeignJournalException.class, run).getMessage());
    assertTrue(said.contains("is the journal of another attack"), said);
    assertTrue(said.contains(difference), said);
  }

  @Test
  void progressCoversTheWholeAuditAndEndsAtOne() {
    List<Double> done = new ArrayList<>();
    running("kinks", "linkteller", "subsets")
        .onAuditProgress((attack, share) -> done.add(share))
        .build()
        .run(MODEL, GRAPH, TARGETS);
    assertEquals(done.stream().sorted().toList(), done);
    assertEquals(0.0, done.get(0));
    assertEquals(1.0, done.get(done.size() - 1), 1e-12);
    assertTrue(done.stream().distinct().count() > 50, done.toString());
  }

  @Test
  void anAttackThatFailsIsReportedAndTheOthersCount() {
    InferenceApi fragile =
        query -> {
          if (Math.abs(query.features().get(0, 0)) > 1e6) {
            throw new IllegalStateException("the row is too large");
          }
          return MODEL.predict(query);
        };
    LeakageAuditReport report = audit(fragile, "subsets", "kinks");
    assertTrue(recall(report) > 0.9, report.toString());
    String remark = outcome(report, "kinks").remark().orElseThrow();
    assertTrue(remark.contains("the row is too large"), remark);
    InferenceApi broken =
        query -> {
          throw new IllegalStateException("always");
        };
    assertThrows(InferenceException.class, () -> audit(broken, "linkteller", "kinks"));
  }

  @Test
  void forbiddenAttacksAreSkippedAndReported() {
    LeakageAuditReport report =
        LeakageAudit.builder()
            .access(Access.builder().features(Access.Features.SCALED).queryLimit(11).build())
            .build()
            .run(MODEL, GRAPH, TARGETS);
    // There is one sentence per reason, which lists every attack that it prevented.
    List<String> reasons = report.notTried().stream().filter(said -> said.contains(": ")).toList();
    assertTrue(reasons.stream().anyMatch(said -> said.contains("not allowed")), reasons.toString());
    for (AttackOutcome outcome : report.attacks()) {
      assertTrue(outcome.queries() <= 11, outcome.toString());
      String name = "(.*, )?" + outcome.attack() + "(, .*)?: .*";
      assertEquals(!outcome.fits(), reasons.stream().anyMatch(it -> it.matches(name)), name);
    }
  }

  @Test
  void attacksThatExceedTheLimitRunOnPartOfTheTargets() {
    LeakageAuditReport report =
        running("linkteller")
            .access(Access.builder().queryLimit(33).build())
            .build()
            .run(MODEL, GRAPH, TARGETS);
    AttackOutcome part = outcome(report, "linkteller");
    assertTrue(part.fits() && part.queries() <= 33, part.toString());
    assertTrue(part.remark().orElseThrow().startsWith("on "), part.toString());
    // 32 of 40 targets have about 0.64 of the edges, and this attack finds most of these.
    assertTrue(recall(report) > 0.4, part.toString());
  }

  /** LinkTeller, but it claims to send one query, so it must be run again on fewer targets. */
  private record Understated() implements LinkAttackProvider {

    private static final LinkAttackProvider PAPER = LinkAttackProvider.named("linkteller");

    @Override
    public String name() {
      return "understated";
    }

    @Override
    public String description() {
      return PAPER.description();
    }

    @Override
    public Access needs() {
      return PAPER.needs();
    }

    @Override
    public long expectedQueries(int targets) {
      return 1;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return PAPER.create(request);
    }
  }

  @Test
  void anAttackRerunOnFewerTargetsHasASeparateJournal(@TempDir Path directory) {
    LeakageAudit audit =
        LeakageAudit.builder()
            .running(List.of(new Understated()))
            .access(Access.builder().queryLimit(33).build())
            .journal(directory)
            .build();
    LeakageAuditReport report = audit.run(MODEL, GRAPH, TARGETS);
    String remark = outcome(report, "understated").remark().orElseThrow();
    assertTrue(remark.startsWith("on "), remark);
    assertEquals(report.verdict(), audit.run(MODEL, GRAPH, TARGETS).verdict());
  }
}
