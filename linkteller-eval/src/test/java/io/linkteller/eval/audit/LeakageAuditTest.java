package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static GnnModel gcn(Normalization normalization) {
    return Gcn.builder()
        .layers(FEATURES, 16, 3)
        .with(Normalization.SETTING, normalization)
        .seed(5)
        .build();
  }

  private static LeakageAuditReport audit(InferenceApi api, InferenceNodes nodes) {
    return LeakageAudit.builder().build().run(api, GRAPH, nodes);
  }

  private static void assertNotBelowTheLibrary(InferenceApi api) {
    InferenceNodes nodes = gaussian();
    LeakageAuditReport report = audit(api, nodes);
    StrongestAttack strongest = report.verdict().strongest();
    BestOfTheLibrary best = BestOfTheLibrary.on(api, nodes, strongest.kHat(), GRAPH);
    assertTrue(strongest.found().recall() >= best.recall(), best + " is above " + report);
    assertTrue(best.fitting().containsAll(BestOfTheLibrary.ALWAYS), best.toString());
    // The comparison can fail: what attackers find without any influence is less.
    LeakageAuditReport withoutInfluences =
        LeakageAudit.builder()
            .access(Access.builder().queryLimit(1).build())
            .build()
            .run(api, GRAPH, nodes);
    assertTrue(recall(withoutInfluences) < best.recall(), withoutInfluences.toString());
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

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void noAttackOfTheLibraryFindsMoreThanTheAuditReports(Normalization normalization) {
    assertNotBelowTheLibrary(GraphOwner.of(GRAPH).serve(gcn(normalization)));
  }

  @Test
  void noAttackOfTheLibraryFindsMoreThanTheAuditOfAGatReports() {
    GnnModel gat =
        Gat.builder().layers(FEATURES, 8, 3).with(Gat.HEADS, IntList.of(2, 1)).seed(6).build();
    assertNotBelowTheLibrary(GraphOwner.of(GRAPH).serve(gat));
  }

  @Test
  void theGraphThatAProtectedOwnerServesIsNotTakenForTheTrueOne() {
    Graph.Builder noisy = Graph.builder(NODES);
    GRAPH.forEachEdge((u, v) -> noisy.addEdge(u, (v + 1) % NODES == u ? v : (v + 1) % NODES));
    Graph perturbed = noisy.mergingDuplicates().build();
    GraphOwner alice =
        GraphOwner.of(
            new PerturbedGraph(
                perturbed, new PrivacyGuarantee("a test", 1, NeighboringGraphs.ONE_EDGE)));
    InferenceApi api = alice.acceptingUncoveredWeights().serve(gcn(Normalization.FIRST_ORDER_GCN));
    LeakageAudit audit = LeakageAudit.builder().attacks(List.of("linkteller")).build();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> audit.run(api, alice.view(), gaussian()));
    assertTrue(String.valueOf(refused.getMessage()).contains("true one"), refused.toString());
    assertTrue(recall(audit.run(api, GRAPH, gaussian())) < 0.9);
  }

  /** Arcs without their reverses: whoever names unordered pairs is right about half of them. */
  @Test
  void theAuditOfADirectedGraphCountsArcs() {
    Graph.Builder arcs = Graph.builder(NODES).directed();
    GRAPH.forEachEdge((u, v) -> arcs.addEdge((u + v) % 2 == 0 ? u : v, (u + v) % 2 == 0 ? v : u));
    Graph graph = arcs.build();
    GnnModel sage = GraphSage.builder().layers(FEATURES, 16, 3).seed(6).build();
    LeakageAuditReport report =
        LeakageAudit.builder().build().run(GraphOwner.of(graph).serve(sage), graph, gaussian());
    Graph among = graph.inducedSubgraph(gaussian().targets());
    assertEquals(2450, report.pairCount());
    assertEquals(among.edgeCount(), report.verdict().edges());
    // The bounds, that of Theorem 6 among them, are taken at the density of ordered pairs.
    RoundedDensity density = RoundedDensity.of(among.edgeCount(), 2450);
    assertEquals(density.value().doubleValue(), report.roundedDensity());
    assertEquals(1, recall(report));
    assertEquals("subsets", report.verdict().strongest().attack());
    String said = String.join(" ", report.verdict().sentences());
    assertTrue(said.contains(" arcs if it names as many ordered pairs as there are arcs: "), said);
    assertFalse(said.contains("edges"), said);
  }

  /** The model passes messages both ways, so which of two nodes sends is all that is not told. */
  @Test
  void pairsWhoseDirectionIsNotToldCountAsTheArcsThatTheyAre() {
    Graph.Builder arcs = Graph.builder(NODES).directed();
    GRAPH.forEachEdge((u, v) -> arcs.addEdge((u + v) % 2 == 0 ? u : v, (u + v) % 2 == 0 ? v : u));
    GnnModel sage = GraphSage.builder().layers(FEATURES, 16, 3).seed(6).build();
    LeakageAuditReport report =
        LeakageAudit.builder()
            .build()
            .run(GraphOwner.of(GRAPH).serve(sage), arcs.build(), gaussian());
    assertEquals(1, recall(report));
    AttackOutcome subsets =
        report.attacks().stream().filter(each -> each.attack().equals("subsets")).findAny().get();
    assertTrue(subsets.remark().orElse("").contains("not in which direction"), subsets::toString);
  }

  /** All edges end at one node, so the first pairs, or the last, are edges. */
  @ParameterizedTest
  @ValueSource(ints = {0, NODES - 1})
  void pairsWithoutEvidenceAreNotFoundWhateverTheNumbersOfTheNodes(int center) {
    Graph.Builder star = Graph.builder(NODES);
    IntStream.range(0, NODES).filter(v -> v != center).forEach(v -> star.addEdge(center, v));
    InferenceApi usesNoEdge =
        GraphOwner.of(Graph.empty(NODES)).serve(gcn(Normalization.AUG_NORM_ADJ));
    InferenceNodes all = InferenceNodes.of(gaussian().features());
    LeakageAuditReport report = LeakageAudit.builder().build().run(usesNoEdge, star.build(), all);
    assertTrue(recall(report) < 0.1, report.verdict()::toString);
  }

  @Test
  void anAttackThatRanksEdgesLastRevealsThemAndDoesNotPass() {
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
        LeakageAudit.builder()
            .attacks(List.of("linkteller"))
            .failAbove(0.9)
            .build()
            .run(withoutNeighbors, GRAPH, InferenceNodes.of(gaussian().features()))
            .verdict();
    assertEquals(1, verdict.strongest().found().recall());
    assertEquals(LeakageVerdict.Outcome.FAIL, verdict.outcome().orElseThrow());
  }

  @Test
  void attacksThatTheModelDoesNotSuitAreNamedInTheVerdict() {
    Access allowed = Access.builder().nodes(Access.Nodes.WHOLE_GRAPH).build();
    InferenceApi usesNoEdge =
        GraphOwner.of(Graph.empty(NODES)).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report =
        LeakageAudit.builder()
            .access(allowed)
            .failAbove(0.9)
            .build()
            .run(usesNoEdge, GRAPH, gaussian());
    List<String> unsuited = report.verdict().unsuited();
    String passed = report.verdict().sentences().get(0);
    assertTrue(passed.startsWith("PASS"), passed);
    assertTrue(passed.contains(" that suit the model (" + unsuited.size() + " do not)"), passed);
    assertTrue(unsuited.contains("kinks"), unsuited::toString);
    assertFalse(unsuited.contains("subsets"), "not allowed, so nothing was to be expected of it");
    assertTrue(
        report.verdict().sentences().stream()
            .anyMatch(each -> each.startsWith("Not suited") && each.contains("kinks")));
    for (AttackOutcome outcome : report.attacks()) {
      if (outcome.fits()) {
        AccessRow row = report.accesses().get(report.accessNumber(outcome) - 1);
        assertEquals(outcome.access(), row.access());
      }
    }
  }

  /** Connects each node with those of most similar features, which any answer about them shows. */
  private static Graph nearest(FeatureMatrix features) {
    DMatrixRMaj x = features.toDense();
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    for (int u = 0; u < NODES; u++) {
      int from = u;
      IntStream.range(0, NODES)
          .filter(v -> v != from)
          .boxed()
          .sorted(Comparator.comparingDouble(v -> distance(x, from, v)))
          .limit(3)
          .forEach(v -> graph.addEdge(from, v));
    }
    return graph.build();
  }

  private static double distance(DMatrixRMaj x, int u, int v) {
    return IntStream.range(0, x.numCols)
        .mapToDouble(col -> Math.pow(x.get(u, col) - x.get(v, col), 2))
        .sum();
  }

  private static InferenceApi ofOwnFeatures() {
    return query -> query.features().toDense();
  }

  /** A model that looks at no edge reveals none, however many its answers tell. */
  @Test
  void edgesThatFeaturesTellAreNoLeakOfAModelWithoutEdges() {
    InferenceNodes nodes = InferenceNodes.of(gaussian().features());
    Graph graph = nearest(nodes.features());
    LeakageAudit.Builder audit =
        LeakageAudit.builder().attacks(List.of("lsa2-post", "linkteller")).failAbove(0.3);
    LeakageVerdict without = audit.build().run(ofOwnFeatures(), graph, nodes).verdict();
    assertEquals(LeakageVerdict.Outcome.FAIL, without.outcome().orElseThrow());
    for (boolean stopping : new boolean[] {false, true}) {
      if (stopping) {
        audit.stopWhenFailed();
      }
      LeakageAuditReport report =
          audit.control(served -> ofOwnFeatures()).build().run(ofOwnFeatures(), graph, nodes);
      LeakageVerdict verdict = report.verdict();
      assertEquals(LeakageVerdict.Outcome.PASS, verdict.outcome().orElseThrow());
      assertEquals(List.of("lsa2-post"), verdict.toldByFeatures());
      assertEquals(Optional.of(false), verdict.usesEdges());
      assertEquals("linkteller", verdict.strongest().attack());
      assertTrue(String.join(" ", verdict.sentences()).contains("do not depend on the edges"));
    }
  }

  @Test
  void aLimitBelowChanceIsNoLeakOfAModelWithoutEdges() {
    InferenceNodes nodes = InferenceNodes.of(gaussian().features());
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .attacks(List.of("lsa2-post", "random"))
            .failAbove(0)
            .control(served -> ofOwnFeatures())
            .build()
            .run(ofOwnFeatures(), GRAPH, nodes)
            .verdict();
    assertEquals(LeakageVerdict.Outcome.PASS, verdict.outcome().orElseThrow());
    assertTrue(verdict.sentences().get(0).contains("no leak of edges"));
  }

  /** What attacks read from answers about a few targets does not speak for the others. */
  @Test
  void aSmallSampleOfAModelWithoutEdgesStaysUndecided() {
    FeatureMatrix features = gaussian().features();
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .attacks(List.of("lsa2-post"))
            .failAbove(0.01)
            .control(served -> ofOwnFeatures())
            .build()
            .run(ofOwnFeatures(), nearest(features), gaussian())
            .verdict();
    assertEquals(List.of("lsa2-post"), verdict.toldByFeatures());
    assertTrue(verdict.leastUpperEnd() > 0.01);
    assertEquals(LeakageVerdict.Outcome.UNDECIDED, verdict.outcome().orElseThrow());
  }

  /** A sum over neighbors fails with a control as without, also where features tell edges. */
  @Test
  void edgesThatAModelRevealsCountWhateverFeaturesTell() {
    InferenceNodes nodes = InferenceNodes.of(gaussian().features());
    Graph graph = nearest(nodes.features());
    GnnModel model = gcn(Normalization.FIRST_ORDER_GCN);
    for (List<String> attacks : List.of(List.of("lsa2-post"), List.of("linkteller"))) {
      LeakageVerdict verdict =
          LeakageAudit.builder()
              .attacks(attacks)
              .failAbove(0.1)
              .control(served -> GraphOwner.of(served).serve(model))
              .build()
              .run(GraphOwner.of(graph).serve(model), graph, nodes)
              .verdict();
      assertEquals(LeakageVerdict.Outcome.FAIL, verdict.outcome().orElseThrow());
      assertEquals(List.of(), verdict.toldByFeatures());
      assertEquals(Optional.of(true), verdict.usesEdges());
    }
  }

  /** Where the model cannot be served on another graph, everything that is found counts. */
  @Test
  void aControlThatFailsTakesNothingFromTheVerdict() {
    InferenceNodes nodes = InferenceNodes.of(gaussian().features());
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .attacks(List.of("lsa2-post"))
            .failAbove(0.3)
            .control(
                served -> {
                  throw new InferenceException("made for one graph");
                })
            .build()
            .run(ofOwnFeatures(), nearest(nodes.features()), nodes)
            .verdict();
    assertEquals(LeakageVerdict.Outcome.FAIL, verdict.outcome().orElseThrow());
    assertEquals(Optional.empty(), verdict.usesEdges());
  }

  @Test
  void aModelThatAnswersAtRandomIsCalledSo() {
    SplittableRandom noise = new SplittableRandom(2);
    InferenceApi exact = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    InferenceApi random =
        query -> {
          DMatrixRMaj answer = exact.predict(query).copy();
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] += noise.nextGaussian();
          }
          return answer;
        };
    InferenceNodes nodes = InferenceNodes.of(gaussian().features());
    LeakageAudit audit = LeakageAudit.builder().attacks(List.of("random-factors")).build();
    assertTrue(audit.run(random, GRAPH, nodes).verdict().isRandom());
    String said = String.join(" ", audit.run(random, GRAPH, nodes).verdict().sentences());
    assertTrue(said.contains("answers the same query differently"), said);
    assertFalse(said.contains("the figures are those of the graph"), said);
    assertFalse(audit.run(exact, GRAPH, nodes).verdict().isRandom());
  }

  @Test
  void whatAsksMuchMoreIsRunOnlyIfAnAttackThatIsAllowedNoMoreLeftEdgesToFind() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAudit audit =
        LeakageAudit.builder().attacks(List.of("subsets", "leave-one-out", "pairs")).build();
    AttackOutcome pairs = outcome(audit.run(api, GRAPH, gaussian()), "pairs");
    assertFalse(pairs.fits());
    assertTrue(pairs.remark().orElseThrow().startsWith("subsets, which is allowed no more, finds"));
    assertEquals(0, pairs.queries());
    InferenceApi usesNoEdge =
        GraphOwner.of(Graph.empty(NODES)).serve(gcn(Normalization.AUG_NORM_ADJ));
    assertTrue(outcome(audit.run(usesNoEdge, GRAPH, gaussian()), "pairs").fits());
  }

  /**
   * A score of each node that is in [0, 1] for the data's features, and in no other way special.
   */
  @Test
  void aGuessAboutTheFormOfAnswersTakesNoAttackFromTheAudit() {
    InferenceApi logits = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    InferenceApi scores =
        query -> {
          DMatrixRMaj score = CommonOps_DDRM.extractColumn(logits.predict(query), 0, null);
          CommonOps_DDRM.scale(1e-3, score);
          CommonOps_DDRM.add(score, 0.5);
          return score;
        };
    AnswerKind guessed =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID, OptionalInt.empty());
    LeakageAudit.Builder audit =
        LeakageAudit.builder()
            .access(Access.seeing(guessed))
            .attacks(List.of("compressed", "leave-one-out"));
    assertFalse(outcome(audit.build().run(scores, GRAPH, gaussian()), "compressed").fits());
    LeakageAuditReport report = audit.answersMayBeLogits().build().run(scores, GRAPH, gaussian());
    AttackOutcome compressed = outcome(report, "compressed");
    assertTrue(compressed.atTrueCount().orElseThrow().found().recall() > 0.9, report::toString);
    assertEquals(AnswerKind.Form.LOGITS, compressed.access().form());
    assertEquals(AnswerKind.Form.PROBABILITIES, outcome(report, "leave-one-out").access().form());
  }

  @Test
  void nothingIsExposedBeyondWhatThereIsEvidenceOf() {
    InferenceApi usesNoEdge =
        GraphOwner.of(Graph.empty(NODES)).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report =
        LeakageAudit.builder()
            .attacks(List.of("linkteller"))
            .build()
            .run(usesNoEdge, GRAPH, gaussian());
    assertEquals(List.of(), report.edgesInEvidence());
    assertEquals(0, report.namedBeyondFeatures());
    assertTrue(report.nodes().stream().allMatch(node -> node.named() == 0));
  }

  @Test
  void anAttackThatNamesNothingAmongASampleHasNotFailed() {
    InferenceApi usesNoEdge =
        GraphOwner.of(Graph.empty(NODES)).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report = audit(usesNoEdge, gaussian());
    AttackOutcome paper =
        report.attacks().stream()
            .filter(each -> each.attack().equals("linkteller"))
            .findAny()
            .get();
    // Pairs drawn at random are all that is named where as many as there are edges must be.
    MeasuredCut named = paper.atTrueCount().orElseThrow();
    assertEquals(named.found().actual(), named.found().predicted());
    assertTrue(named.found().recall() < 0.2 && named.recall().high(0.025) > 0, paper::toString);
    assertEquals(0, paper.atBestBelief().orElseThrow().found().predicted());
    assertEquals(List.of(), report.verdict().failed());
  }

  @Test
  void recallGrowsWithTheNumberOfQueries() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    LeakageAuditReport report = audit(api, gaussian());
    List<AttackOutcome> steps = report.recallByQueries();
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i).queries() > steps.get(i - 1).queries(), steps.toString());
      assertTrue(
          steps.get(i).foundAtTrueCount() > steps.get(i - 1).foundAtTrueCount(), steps.toString());
    }
    assertEquals(
        report.verdict().strongest().found().truePositives(),
        steps.get(steps.size() - 1).foundAtTrueCount());
  }

  /** More access never makes the strongest attack weaker, and each row has an attack it allows. */
  @Test
  void theStrongestAttackGrowsWithTheAccess() {
    LeakageAuditReport report =
        audit(GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ)), gaussian());
    assertTrue(report.accesses().size() >= 4, report.accesses().toString());
    for (AccessRow row : report.accesses()) {
      assertTrue(row.access().covers(row.strongest().access()), row.toString());
      for (AccessRow less : report.accesses()) {
        if (row.access().covers(less.access())) {
          assertTrue(
              row.strongest().found().truePositives() >= less.strongest().found().truePositives());
          assertTrue(row.strongest().recall().high() >= less.strongest().recall().high());
        }
      }
    }
  }

  /** Recall at the density rounded to one digit, which was once what the gate read, is below 1. */
  @Test
  void nodesThatMayJoinReadEveryEdgeOfThreeLayersFromTheirOwnAnswers() {
    InferenceNodes nodes = gaussian();
    GnnModel deep =
        Gcn.builder()
            .layers(FEATURES, 16, 16, 3)
            .with(Normalization.SETTING, Normalization.AUG_NORM_ADJ)
            .seed(5)
            .build();
    ServedModel model = GraphOwner.of(GRAPH).serve(deep);
    Access allowed =
        Access.builder()
            .features(Access.Features.ANY)
            .featuresOf(Access.Part.OWN)
            .answersFor(Access.Part.OWN)
            .joining(new Access.Joining(5, 9, false))
            .build();
    LeakageAuditReport report =
        LeakageAudit.builder()
            .access(allowed)
            .build()
            .run(
                model
                    .joinable(nodes.features(), JoiningLimits.NONE)
                    .answering(model, UnaryOperator.identity()),
                GRAPH,
                nodes);
    AttackOutcome joined = outcome(report, "own-nodes");
    assertEquals(1, joined.atTrueCount().orElseThrow().found().recall());
    assertEquals(Optional.of(new Access.Joining(5, 9, false)), joined.access().joining());
    assertEquals("own-nodes", report.verdict().strongest().attack());
    assertTrue(report.verdict().toString().contains("5 nodes per target"), report.toString());

    LeakageAuditReport limited =
        LeakageAudit.builder()
            .access(allowed.toBuilder().features(Access.Features.WITHIN_RANGE).build())
            .build()
            .run(
                model
                    .joinable(nodes.features(), JoiningLimits.NONE)
                    .answering(model, UnaryOperator.identity()),
                GRAPH,
                nodes);
    assertTrue(
        outcome(limited, "own-nodes").atTrueCount().orElseThrow().found().recall() > 0.5,
        limited::toString);
  }

  /** Where queries may be about the targets alone, all their answers are for targets. */
  @Test
  void answersForTheTargetsAloneAreNoFailureAndSufficeWithParts() {
    InferenceNodes nodes = gaussian();
    InferenceApi logits = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    for (AnswerKind.Form form : AnswerKind.Form.values()) {
      InferenceApi shown =
          switch (form) {
            case LOGITS -> logits;
            case PROBABILITIES ->
                ShownOutputs.rounded(ShownOutputs.probabilities(logits, Posterior.SOFTMAX), 2);
            case LABELS -> ShownOutputs.labels(logits, Posterior.SOFTMAX);
          };
      OptionalInt decimals =
          form == AnswerKind.Form.PROBABILITIES ? OptionalInt.of(2) : OptionalInt.empty();
      for (Access.Nodes about : Access.Nodes.values()) {
        for (Access.Features features : Access.Features.values()) {
          Access allowed =
              Access.builder()
                  .answers(new AnswerKind(form, Posterior.SOFTMAX, decimals))
                  .answersFor(Access.Part.TARGETS)
                  .nodes(about)
                  .features(features)
                  .build();
          LeakageAuditReport report =
              LeakageAudit.builder().access(allowed).build().run(shown, GRAPH, nodes);
          assertEquals(List.of(), report.verdict().failed(), allowed.toString());
          boolean isExact =
              form == AnswerKind.Form.LOGITS
                  && about == Access.Nodes.ANY_SUBSET
                  && features == Access.Features.ANY;
          assertTrue(!isExact || recall(report) == 1, report.toString());
        }
      }
    }
  }

  @Test
  void aModelThatOwnNodesCannotReadIsAuditedByTheOtherAttacks() {
    InferenceNodes nodes = gaussian();
    ServedModel model = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_RWALK));
    JoinableApi service = model.joinable(nodes.features(), JoiningLimits.NONE);
    for (int perTarget : new int[] {1, 4}) {
      LeakageAuditReport report =
          LeakageAudit.builder()
              .access(Access.builder().joining(new Access.Joining(perTarget, 9, false)).build())
              .attacks(List.of("own-nodes", "lsa2-attr"))
              .build()
              .run(service.answering(model, UnaryOperator.identity()), GRAPH, nodes);
      assertFalse(outcome(report, "own-nodes").fits());
      assertEquals("lsa2-attr", report.verdict().strongest().attack());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aBlackBoxThatStopsToComputeWithoutAnErrorPassesNoGate(int decimals) {
    InferenceApi logits = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    InferenceApi model =
        decimals == 0
            ? logits
            : ShownOutputs.rounded(ShownOutputs.probabilities(logits, Posterior.SOFTMAX), decimals);
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
        LeakageAudit.builder()
            .access(Access.seeing(kind))
            .attacks(List.of("lsa2-post", "linkteller"))
            .failAbove(0.9)
            .build()
            .run(silent, GRAPH, gaussian());
    assertEquals(Optional.of(LeakageVerdict.Outcome.UNDECIDED), report.verdict().outcome());
    assertTrue(outcome(report, "lsa2-post").fits());
    String remark = outcome(report, "linkteller").remark().orElseThrow();
    assertTrue(remark.contains("answers the first query otherwise"), remark);
  }

  @Test
  void aModelThatRevealsEveryEdgeFailsEveryGateBelowOne() {
    LeakageAuditReport report =
        LeakageAudit.builder()
            .failAbove(0.999)
            .build()
            .run(GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ)), GRAPH, gaussian());
    assertEquals(1, recall(report));
    assertEquals(1, report.verdict().strongest().recall().high());
    assertTrue(report.verdict().strongest().recall().low() < 0.95);
    assertEquals(Optional.of(LeakageVerdict.Outcome.FAIL), report.verdict().outcome());
    assertTrue(report.verdict().sentences().get(0).startsWith("FAIL"));
  }

  /** A model without edges: what is found is chance, and whether that passes depends on counts. */
  @Test
  void theGateReadsTheUpperEndAndIsUndecidedWithFewEdges() {
    InferenceApi blind = query -> new DMatrixRMaj(query.nodes().size(), 2);
    for (double limit : new double[] {0.9, 0.2}) {
      LeakageVerdict verdict =
          LeakageAudit.builder()
              .attacks(List.of("lsa2-post"))
              .failAbove(limit)
              .build()
              .run(blind, GRAPH, gaussian())
              .verdict();
      assertTrue(verdict.strongest().found().recall() < 0.2, verdict.toString());
      double high = verdict.strongest().recall().high();
      assertTrue(high > verdict.strongest().found().recall() && high < 0.9, verdict.toString());
      assertEquals(
          limit == 0.9
              ? LeakageVerdict.Outcome.PASS
              : verdict.leastUpperEnd() > limit
                  ? LeakageVerdict.Outcome.UNDECIDED
                  : LeakageVerdict.Outcome.FAIL,
          verdict.outcome().orElseThrow());
    }
    int[] few = GRAPH.nodes().subList(0, 12).toIntArray();
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .attacks(List.of("lsa2-post"))
            .failAbove(0.4)
            .build()
            .run(blind, GRAPH, gaussian().targeting(few))
            .verdict();
    assertEquals(LeakageVerdict.Outcome.UNDECIDED, verdict.outcome().orElseThrow());
    assertThrows(
        TooFewEdgesException.class, () -> audit(blind, gaussian().targeting(isolatedPair())));
  }

  private static int[] isolatedPair() {
    for (int v = 1; v < NODES; v++) {
      if (!GRAPH.hasEdge(0, v)) {
        return new int[] {0, v};
      }
    }
    throw new AssertionError("node 0 is adjacent to all");
  }

  /** What an attack that failed would have found is unknown, so nothing passes. */
  @Test
  void aBlackBoxThatFailsWhileItIsAuditedDoesNotPass() {
    InferenceApi model = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    for (boolean isNan : new boolean[] {true, false}) {
      AtomicInteger asked = new AtomicInteger();
      InferenceApi failing =
          query -> {
            if (asked.incrementAndGet() <= 5) {
              return model.predict(query);
            }
            if (isNan) {
              return new DMatrixRMaj(query.nodes().size(), 1, true, nans(query.nodes().size()));
            }
            throw new IOException("down");
          };
      LeakageVerdict verdict =
          LeakageAudit.builder().failAbove(0.9).build().run(failing, GRAPH, gaussian()).verdict();
      assertEquals(LeakageVerdict.Outcome.UNDECIDED, verdict.outcome().orElseThrow());
      assertTrue(verdict.failed().stream().anyMatch(each -> each.startsWith("linkteller (")));
      assertTrue(verdict.sentences().get(0).contains("attacks failed"), verdict.toString());
    }
  }

  /** Attacks that scale features as they are cannot read labels, which no second run changes. */
  @Test
  void attacksThatDoNotSuitLabelsAreNotTakenForFailures() {
    InferenceApi model = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    AnswerKind kind =
        new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());
    LeakageAuditReport report =
        LeakageAudit.builder()
            .access(Access.seeing(kind))
            .build()
            .run(ShownOutputs.labels(model, Posterior.SOFTMAX), GRAPH, gaussian());
    assertEquals(List.of(), report.verdict().failed());
    assertTrue(report.verdict().leastUpperEnd() < 1);
    List<String> unfit =
        report.attacks().stream()
            .filter(each -> !each.fits() && each.remark().orElse("").contains("labels show"))
            .map(AttackOutcome::attack)
            .sorted()
            .toList();
    assertEquals(List.of("linkteller"), unfit);
    assertFalse(report.verdict().unsuited().contains("linkteller"), "it is not allowed");
  }

  private static double[] nans(int count) {
    double[] nans = new double[count];
    Arrays.fill(nans, Double.NaN);
    return nans;
  }

  @Test
  void aVerdictNamesTheAttacksThatWereLeftOut() {
    InferenceApi model = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .attacks(List.of("lsa2-post"))
            .failAbove(0.9)
            .build()
            .run(model, GRAPH, gaussian())
            .verdict();
    assertTrue(verdict.leftOut().contains("compressed"), verdict.toString());
    assertTrue(verdict.sentences().get(0).contains("of the selected attacks"), verdict.toString());
    assertTrue(
        verdict.sentences().stream()
            .anyMatch(said -> said.startsWith("Allowed, but not selected")));
  }

  @Test
  void anAuditThatHasFailedStopsIfToldTo() {
    InferenceApi api = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    LeakageAuditReport report =
        LeakageAudit.builder().failAbove(0.5).stopWhenFailed().build().run(api, GRAPH, gaussian());
    assertEquals(Optional.of(LeakageVerdict.Outcome.FAIL), report.verdict().outcome());
    assertTrue(
        report.notTried().stream().anyMatch(said -> said.contains("stopped")),
        report.notTried().toString());
  }

  /** An audit that is run again with the same journals asks nothing that has an answer. */
  @Test
  void anInterruptedAuditGoesOnFromItsJournals(@TempDir Path directory) {
    InferenceApi model = GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ));
    AtomicLong asked = new AtomicLong();
    AtomicLong most = new AtomicLong(60);
    InferenceApi metered =
        query -> {
          if (asked.incrementAndGet() > most.get()) {
            throw new IllegalStateException("interrupted");
          }
          return model.predict(query);
        };
    LeakageAudit audit =
        LeakageAudit.builder()
            .attacks(List.of("chosen-features", "linkteller"))
            .journal(directory)
            .model("the model")
            .build();
    audit.run(metered, GRAPH, gaussian());
    most.set(Long.MAX_VALUE);
    LeakageAuditReport resumed = audit.run(metered, GRAPH, gaussian());
    LeakageAuditReport expected =
        LeakageAudit.builder()
            .attacks(List.of("chosen-features", "linkteller"))
            .build()
            .run(model, GRAPH, gaussian());
    assertEquals(expected.verdict(), resumed.verdict());
    long all = expected.attacks().stream().mapToLong(AttackOutcome::queries).sum();
    // One query was counted and got no answer; each attack's first was asked twice more, and the
    // base twice by each audit.
    assertEquals(all + 1 + 2 * 2 + 2 * 2, asked.get());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            LeakageAudit.builder()
                .attacks(List.of("linkteller"))
                .journal(directory)
                .model("another")
                .build()
                .run(metered, GRAPH, gaussian()));
  }

  @Test
  void progressIsThatOfTheWholeAuditAndEndsAtOne() {
    List<Double> done = new ArrayList<>();
    LeakageAudit.builder()
        .attacks(List.of("chosen-features", "linkteller", "subsets"))
        .onAuditProgress((attack, share) -> done.add(share))
        .build()
        .run(GraphOwner.of(GRAPH).serve(gcn(Normalization.AUG_NORM_ADJ)), GRAPH, gaussian());
    for (int i = 1; i < done.size(); i++) {
      assertTrue(done.get(i) >= done.get(i - 1), done.toString());
    }
    assertEquals(0.0, done.get(0));
    assertEquals(1.0, done.get(done.size() - 1), 1e-12);
    assertTrue(done.stream().distinct().count() > 50, done.toString());
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
            .access(Access.builder().features(Access.Features.SCALED).build())
            .build()
            .run(
                GraphOwner.of(graph).serve(Gcn.builder().layers(2, 8, 2).seed(1).build()),
                graph,
                InferenceNodes.of(FeatureMatrix.dense(x)));
    int edges = report.verdict().edges();
    double predicted = report.predictedFromFeatures().namedAmong(edges) / (double) edges;
    double alike = outcome(report, "lsa2-attr").atTrueCount().orElseThrow().found().precision();
    assertTrue(predicted > 0.7, "precision " + predicted);
    assertTrue(predicted > 2 * alike, predicted + " against " + alike + " by likeness");
    assertTrue(
        report.namedBeyondFeatures() <= edges - report.predictedFromFeatures().namedAmong(edges));
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
        report.predictedFromFeatures().precision(report.density()) < 0.2,
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
    assertTrue(recall(report) > 0.9, report.toString());
    AttackOutcome kinks = outcome(report, "kinks");
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
            .access(Access.builder().features(Access.Features.SCALED).queryLimit(11).build())
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
    assertEquals(50, report.verdict().targets());
  }

  /** An attack that sent zeros where it had declared to scale was refused, and nothing was left. */
  @Test
  void roundedAnswersAndLabelsAreAttackedOnTheWholeGraph() {
    InferenceApi logits = GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN));
    AnswerKind rounded =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(2));
    AnswerKind labels =
        new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());
    LeakageAuditReport ofRounded =
        wholeGraph(
            ShownOutputs.rounded(ShownOutputs.probabilities(logits, Posterior.SOFTMAX), 2),
            rounded);
    for (String name : List.of("linkteller", "own-features", "auto", "silent-background")) {
      assertTrue(outcome(ofRounded, name).fits(), outcome(ofRounded, name).toString());
    }
    LeakageAuditReport ofLabels =
        wholeGraph(ShownOutputs.labels(logits, Posterior.SOFTMAX), labels);
    assertTrue(outcome(ofLabels, "silent-background").fits());
    assertTrue(outcome(ofLabels, "linkteller").remark().orElseThrow().contains("zero"));
    for (LeakageAuditReport report : List.of(ofRounded, ofLabels)) {
      assertTrue(recall(report) > 4 * GRAPH.density(), report.toString());
    }
  }

  private static LeakageAuditReport wholeGraph(InferenceApi shown, AnswerKind answers) {
    return LeakageAudit.builder()
        .access(Access.builder().answers(answers).nodes(Access.Nodes.WHOLE_GRAPH).build())
        .build()
        .run(shown, GRAPH, gaussian());
  }

  @Test
  void attacksThatExceedTheLimitRunOnPartOfTheTargets() {
    LeakageAuditReport report =
        LeakageAudit.builder()
            .access(Access.builder().queryLimit(41).build())
            .build()
            .run(GraphOwner.of(GRAPH).serve(gcn(Normalization.FIRST_ORDER_GCN)), GRAPH, gaussian());
    AttackOutcome part = outcome(report, "chosen-features");
    assertTrue(part.fits() && part.queries() <= 41, part.toString());
    assertTrue(part.remark().orElseThrow().startsWith("on "), part.toString());
    // 40 of 50 targets have about 0.64 of the edges, and this attack finds most of these.
    assertTrue(part.atTrueCount().orElseThrow().found().recall() > 0.4, part.toString());
  }
}
