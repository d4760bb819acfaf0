package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests which attack reads each kind of answers. */
class ReweightingTest {

  private static final int NODES = 40;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.1, 7);
  private static final InferenceApi LOGITS =
      new SmallNetwork(GRAPH, SmallNetwork.Kind.FIRST_ORDER, 2, 3, 5);
  private static final InferenceApi PROBABILITIES =
      ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX);

  private static final AnswerKind OF_PROBABILITIES =
      new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.empty());
  private static final AnswerKind OF_LABELS =
      new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());

  private static AnswerKind rounded(AnswerKind.Form form, int decimals) {
    return new AnswerKind(form, Posterior.SOFTMAX, OptionalInt.of(decimals));
  }

  private static AttackRequest.Builder request(AnswerKind kind) {
    return AttackRequest.builder().access(Access.seeing(kind));
  }

  private static LinkPrediction found(LinkAttack attack, InferenceApi api) {
    InferenceNodes nodes =
        InferenceNodes.of(
            FeatureMatrix.dense(Gaussian.rows(NODES, SmallNetwork.FEATURES, new Random(3))));
    return attack.run(api, nodes, GRAPH.density());
  }

  /** Asserts that two attacks send the same number of queries and score all pairs equally. */
  private static void assertEqualAttacks(LinkAttack expected, LinkAttack actual, InferenceApi api) {
    LinkPrediction reference = found(expected, api);
    LinkPrediction found = found(actual, api);
    assertEquals(reference.queries(), found.queries());
    for (int u = 0; u < NODES; u++) {
      for (int v = 0; v < u; v++) {
        assertEquals(reference.scores().score(u, v), found.scores().score(u, v));
      }
    }
  }

  private static InfluenceAttack.Builder paper() {
    return LinkTeller.builder().measuring(FeatureReweighting.deltaByDigits());
  }

  private static InfluenceAttack.Builder measured(PairScore score) {
    return LinkTeller.builder().measuring(FeatureReweighting.measuringDelta()).score(score);
  }

  @Test
  void logitsAreReadByThePapersAttackWithDeltaByDigits() {
    AttackRequest request = request(AnswerKind.LOGITS).build();
    InferenceApi single = ShownOutputs.rounded(LOGITS, 6);
    assertEqualAttacks(paper().build(), Reweighting.of(request, false), LOGITS);
    assertEqualAttacks(paper().build(), Reweighting.of(request, false), single);
  }

  @Test
  void anExplicitDeltaIsUsed() {
    AttackRequest request = request(AnswerKind.LOGITS).with(InfluenceAttack.DELTA, 0.25).build();
    assertEqualAttacks(
        paper().measuring(FeatureReweighting.of(0.25)).build(),
        Reweighting.of(request, false),
        LOGITS);
  }

  @Test
  void deltaIsMeasuredForScoresThatNeedReach() {
    AttackRequest request =
        request(AnswerKind.LOGITS).with(InfluenceAttack.SCORE, PairScore.REACH_WEIGHTED).build();
    InferenceApi shown = ShownOutputs.rounded(LOGITS, 7);
    assertEqualAttacks(
        measured(PairScore.REACH_WEIGHTED).build(), Reweighting.of(request, false), shown);
  }

  @Test
  void unroundedProbabilitiesAreConvertedToLogits() {
    AttackRequest request = request(OF_PROBABILITIES).build();
    LinkAttack onLogits =
        session -> paper().build().find(session.through(OF_PROBABILITIES::asLogits));
    assertEqualAttacks(onLogits, Reweighting.of(request, false), PROBABILITIES);
  }

  /** For rounded logits, the digits determine how far they must move. */
  @Test
  void labelsAndRoundedProbabilitiesAreProbedWithAFactorOfTwo() {
    AnswerKind kind = rounded(AnswerKind.Form.PROBABILITIES, 3);
    LinkAttack doubling =
        session ->
            paper()
                .measuring(FeatureReweighting.of(1))
                .build()
                .find(session.through(kind::asLogits));
    assertEqualAttacks(
        doubling,
        Reweighting.of(request(kind).build(), false),
        ShownOutputs.rounded(PROBABILITIES, 3));
    assertEqualAttacks(
        paper().measuring(FeatureReweighting.of(1)).build(),
        Reweighting.of(request(OF_LABELS).build(), false),
        ShownOutputs.labels(LOGITS, Posterior.SOFTMAX));
    assertEqualAttacks(
        paper().build(),
        Reweighting.of(request(rounded(AnswerKind.Form.LOGITS, 3)).build(), false),
        ShownOutputs.rounded(LOGITS, 3));
  }

  /**
   * Among rows of zeros, a row of the data moves probabilities that large features would saturate.
   */
  @Test
  void equalFeaturesRevealEdgesThroughTwoDecimals() {
    AnswerKind kind = rounded(AnswerKind.Form.PROBABILITIES, 2);
    LinkPrediction found =
        found(Reweighting.of(request(kind).build(), true), ShownOutputs.rounded(PROBABILITIES, 2));
    long right = found.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count();
    assertEquals(NODES + 1, found.queries());
    assertTrue(right > 0.75 * GRAPH.edgeCount(), () -> right + " of " + GRAPH.edgeCount());
  }
}
