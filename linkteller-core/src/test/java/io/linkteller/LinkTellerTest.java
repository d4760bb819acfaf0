package io.linkteller;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.Counting;
import io.linkteller.testing.Gaussian;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTellerTest {

  /**
   * The entry in row u and column v is the influence of node v on node u, as all features are 1.
   */
  private static final double[][] INFLUENCE = {
    {4, 1, 0, 0.5},
    {2, 9, 0, 0},
    {0, 0, 1, 3},
    {0.25, 0, 5, 16}
  };

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}}));

  /** A linear model: logits = M x. */
  private static final InferenceApi LINEAR =
      query -> {
        DMatrixRMaj out = new DMatrixRMaj(0, 0);
        CommonOps_DDRM.mult(new DMatrixRMaj(INFLUENCE), query.features().toDense(), out);
        return out;
      };

  private static List<String> ranking(LinkPrediction prediction) {
    return prediction.guesses().stream()
        .map(e -> e.u() + "-" + e.v() + String.format(Locale.ROOT, " %.4f", e.score()))
        .toList();
  }

  @Test
  void thePapersScoreIsTheInfluenceOfTheLaterTargetOnTheEarlier() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES, 0.5);
    assertEquals(List.of("2-3 3.0000", "0-1 1.0000", "0-3 0.5000"), ranking(found));
    assertEquals(3, found.m());
    assertEquals(5, found.queries());
    assertTrue(found.toGraph().hasEdge(3, 2));
    assertEquals(3, found.toGraph().edgeCount());
  }

  private static final InferenceNodes NODE_3_WITHOUT_FEATURES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {0}}));

  @Test
  void targetsWithoutFeaturesAreReportedBeforeTheFirstQuery() {
    List<String> told = new ArrayList<>();
    AttackListener listener =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {
            told.add("answer " + answered);
          }

          @Override
          public void onWarning(AttackWarning warning) {
            told.add(warning.kind() + " " + warning.nodes());
          }
        };
    LinkPrediction found =
        LinkTeller.builder().onProgress(listener).build().run(LINEAR, NODE_3_WITHOUT_FEATURES, 0.5);
    assertEquals(List.of("NO_FEATURES_TO_SCALE [3]", "answer 1"), told.subList(0, 2));
    assertEquals(0, found.scores().score(2, 3));
  }

  @Test
  void targetsWithoutFeaturesAreProbedByAdding() {
    LinkPrediction found =
        LinkTeller.builder()
            .measuring(FeatureReweighting.PAPER.adding(2))
            .build()
            .run(LINEAR, NODE_3_WITHOUT_FEATURES, 0.5);
    // Twice the influence of a feature of one.
    assertEquals(List.of("2-3 6.0000", "0-1 1.0000", "0-3 1.0000"), ranking(found));
    assertRefused(
        () ->
            LinkTeller.builder()
                .measuring(FeatureReweighting.PAPER.adding(1, 2))
                .build()
                .run(LINEAR, NODES, 0.5));
    assertRefused(() -> LinkTeller.builder().measuring(FeatureReweighting.PAPER.adding(0, 0)));
    assertRefused(
        () -> LinkTeller.builder().measuring(FeatureReweighting.PAPER.adding(Double.NaN)));
  }

  @Test
  void theOrderOfTheTargetsDecidesTheDirection() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES.targeting(3, 2, 1, 0), 0.5);
    assertEquals(List.of("3-2 5.0000", "1-0 2.0000", "3-0 0.2500"), ranking(found));
  }

  @Test
  void pairsWithoutInfluenceFollowInOrder() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES, 1);
    assertEquals(List.of("0-2 0.0000", "1-2 0.0000", "1-3 0.0000"), ranking(found).subList(3, 6));
  }

  @Test
  void eachScoreCombinesBothDirectionsAsDocumented() {
    assertScores(PairScore.PAPER, 3, 0.5);
    assertScores(PairScore.MAX, 5, 0.5);
    assertScores(PairScore.SELF_NORMALIZED, Math.sqrt(15.0 / 16), Math.sqrt(0.125 / 64));
  }

  private static void assertScores(PairScore score, double ofTwoAndThree, double ofZeroAndThree) {
    LinkPrediction found = LinkTeller.builder().score(score).build().run(LINEAR, NODES, 0.1);
    assertEquals(ofTwoAndThree, found.scores().score(2, 3), 1e-9);
    assertEquals(ofZeroAndThree, found.scores().score(0, 3), 1e-9);
  }

  @Test
  void onlyTargetsArePairedAndProbed() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES.targeting(0, 3), 1);
    assertEquals(List.of("0-3 0.5000"), ranking(found));
    assertEquals(3, found.queries());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void theResultDoesNotDependOnTheNumberOfThreads(int threads) {
    LinkPrediction found = LinkTeller.builder().parallelism(threads).build().run(LINEAR, NODES, 1);
    assertEquals(LinkTeller.attack(LINEAR, NODES, 1).edges(), found.edges());
  }

  @Test
  void anotherBeliefCutsTheSameRankingWithoutQueries() {
    Counting counting = new Counting(LINEAR);
    LinkPrediction found = LinkTeller.attack(counting, NODES, 0.5);
    assertEquals(ranking(found).subList(0, 1), ranking(found.withBelief(0.1)));
    assertEquals(5, counting.count());
    assertRefused(() -> found.withBelief(0));
  }

  @Test
  void progressIsReportedOncePerQuery() {
    List<String> told = new ArrayList<>();
    LinkTeller.builder()
        .onProgress((answered, total) -> told.add(answered + "/" + total))
        .build()
        .run(LINEAR, NODES, 0.5);
    assertEquals(List.of("1/5", "2/5", "3/5", "4/5", "5/5"), told);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY})
  void aBeliefOutsideZeroToOneIsRefusedBeforeAnyQuery(double kHat) {
    assertRefused(
        "kHat = " + kHat,
        () ->
            LinkTeller.attack(
                query -> {
                  throw new AssertionError("queried");
                },
                NODES,
                kHat));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-17, Double.NaN, Double.NEGATIVE_INFINITY})
  void aZeroOrNonFiniteDeltaIsRejected(double delta) {
    assertRefused(
        "delta = " + delta, () -> LinkTeller.builder().measuring(FeatureReweighting.of(delta)));
  }

  @Test
  void aSingleTargetIsRefused() {
    assertRefused(() -> LinkTeller.attack(LINEAR, NODES.targeting(1), 0.5));
  }

  @Test
  void mIsRoundedUpFromTheDecimalBelief() {
    assertEquals(4990, LinkPrediction.edgeCount(0.04, 500));
    assertEquals(7, LinkPrediction.edgeCount(0.0002 / 4, 500));
    assertEquals(1, LinkPrediction.edgeCount(1e-12, 500));
    assertEquals(124750, LinkPrediction.edgeCount(1, 500));
  }

  @Test
  void aWrongShapeIsReportedWithTheQueryAndExpectedRows() {
    InferenceApi tooShort = query -> new DMatrixRMaj(3, 2);
    var e = assertThrows(InferenceException.class, () -> LinkTeller.attack(tooShort, NODES, 0.5));
    assertTrue(e.toString().contains("baseline"), e.toString());
    assertTrue(e.toString().contains("4 rows"), e.toString());
  }

  @Test
  void aChangedNumberOfLogitsIsReportedWithItsTarget() {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi widening = query -> new DMatrixRMaj(4, calls.incrementAndGet());
    var e = assertThrows(InferenceException.class, () -> LinkTeller.attack(widening, NODES, 0.5));
    assertTrue(e.toString().contains("scales node 0"), e.toString());
    assertTrue(e.toString().contains("a different number of logits"), e.toString());
  }

  @Test
  void aNonFiniteAnswerIsReportedWithItsNode() {
    InferenceApi nan =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(4, 2);
          answer.set(2, 1, Double.NaN);
          return answer;
        };
    assertRefused(
        InferenceException.class, "NaN for node 2", () -> LinkTeller.attack(nan, NODES, 0.5));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anAttackResumesFromItsJournalAfterAFailure(int threads, @TempDir Path directory) {
    AtomicInteger calls = new AtomicInteger();
    IllegalStateException lost = new IllegalStateException("connection lost");
    InferenceApi failingAtTheFourth =
        query -> {
          if (calls.incrementAndGet() == 4) {
            throw lost;
          }
          return LINEAR.predict(query);
        };
    InfluenceAttack.Builder attack =
        LinkTeller.builder().parallelism(threads).journal(directory.resolve("journal"));
    var e =
        assertThrows(
            InferenceException.class, () -> attack.build().run(failingAtTheFourth, NODES, 0.5));
    assertTrue(e.toString().contains("connection lost"), e.toString());
    LinkPrediction resumed = attack.build().run(failingAtTheFourth, NODES, 0.5);
    assertEquals(5, resumed.queries());
    assertEquals(LinkTeller.attack(LINEAR, NODES, 0.5).edges(), resumed.edges());
    // Each of the five queries was answered once, and one call failed.
    assertEquals(5 + 1, calls.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aCheckedExceptionIsReportedWithItsQuery(int threads) {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi sneaky =
        query -> {
          if (calls.incrementAndGet() > 2) {
            throw new IOException("reset by peer");
          }
          return LINEAR.predict(query);
        };
    var e =
        assertThrows(
            InferenceException.class,
            () -> LinkTeller.builder().parallelism(threads).build().run(sneaky, NODES, 0.5));
    assertTrue(e.toString().contains("scales node"), e.toString());
    assertTrue(e.toString().contains("reset by peer"), e.toString());
  }

  @Test
  void aListenerMayCancel() {
    InfluenceAttack.Builder attack =
        LinkTeller.builder()
            .onProgress(
                (answered, total) -> {
                  if (answered == 3) {
                    throw new CancellationException("enough");
                  }
                });
    assertThrows(CancellationException.class, () -> attack.build().run(LINEAR, NODES, 0.5));
  }

  @Test
  void anInterruptedAttackStopsBetweenQueries() {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi interrupting =
        query -> {
          if (calls.incrementAndGet() == 3) {
            Thread.currentThread().interrupt();
          }
          return LINEAR.predict(query);
        };
    var e =
        assertThrows(InferenceException.class, () -> LinkTeller.attack(interrupting, NODES, 0.5));
    assertTrue(Thread.interrupted(), "the interrupt flag is preserved");
    assertTrue(e.toString().contains("interrupted"), e.toString());
    assertEquals(3, calls.get());
  }

  @Test
  void anOverflowingInfluenceIsReportedWithItsTarget() {
    InferenceApi huge =
        query -> {
          DMatrixRMaj answer = LINEAR.predict(query);
          CommonOps_DDRM.scale(1e300, answer);
          return answer;
        };
    assertRefused(
        InferenceException.class, "scales node 0", () -> LinkTeller.attack(huge, NODES, 0.5));
  }

  @Test
  void customAttacksPredictEdgesFromScores() {
    LinkAttack byName =
        session -> Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> i + j));
    LinkPrediction found = byName.run(LINEAR, NODES, 0.2);
    assertEquals(List.of("2-3 5.0000", "1-3 4.0000"), ranking(found));
    assertRefused(() -> byName.run(LINEAR, NODES, 2));
    assertRefused(
        () ->
            LinkPrediction.of("x", NODES, 0.1, PairScores.ofAll(3, (i, j) -> 0), 0, Duration.ZERO));
  }

  private static List<AttackWarning.Kind> warnings(
      InferenceApi api, InferenceNodes nodes, double kHat) {
    List<AttackWarning.Kind> kinds = new ArrayList<>();
    AttackListener listener =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {}

          @Override
          public void onWarning(AttackWarning warning) {
            kinds.add(warning.kind());
          }
        };
    LinkTeller.builder().onProgress(listener).build().run(api, nodes, kHat);
    return kinds;
  }

  private static InferenceApi answering(double... logits) {
    return query -> {
      DMatrixRMaj out = new DMatrixRMaj(query.observed().size(), 1);
      for (int row = 0; row < out.numRows; row++) {
        out.set(row, 0, logits[row % logits.length]);
      }
      return out;
    };
  }

  @Test
  void aSuccessfulAttackDoesNotWarn() {
    assertEquals(List.of(), warnings(LINEAR, NODES, 0.5));
  }

  @Test
  void constantAnswersCauseAWarning() {
    assertEquals(List.of(AttackWarning.Kind.NOTHING_MOVED), warnings(answering(1, -2), NODES, 0.5));
    assertEquals(
        List.of(AttackWarning.Kind.ANSWERS_EQUAL, AttackWarning.Kind.NOTHING_MOVED),
        warnings(answering(-2), NODES, 0.5));
  }

  @Test
  void answersBetweenZeroAndOneCauseAWarning() {
    assertEquals(
        List.of(
            AttackWarning.Kind.ANSWERS_LOOK_LIKE_PROBABILITIES, AttackWarning.Kind.NOTHING_MOVED),
        warnings(answering(0, 1, 0.3), NODES, 0.5));
  }

  @Test
  void aMajorityOfZeroScoresCausesAWarning() {
    InferenceApi onlyItself = query -> query.features().toDense();
    InferenceNodes two =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{2}, {3}, {4}, {5}}));
    assertEquals(List.of(AttackWarning.Kind.MOST_SCORES_ZERO), warnings(onlyItself, two, 0.5));
  }

  private static InferenceNodes twelve() {
    return InferenceNodes.of(FeatureMatrix.dense(Gaussian.rows(12, 2, new Random(5))));
  }

  /** Noise and a model that mixes all rows have this effect. */
  @Test
  void probesThatMoveEveryAnswerCauseAWarning() {
    Random random = new Random(3);
    AtomicInteger calls = new AtomicInteger();
    InferenceApi noisy =
        query -> {
          calls.incrementAndGet();
          DMatrixRMaj out = query.features().toDense();
          for (int i = 0; i < out.getNumElements(); i++) {
            out.data[i] += 1e-6 * random.nextGaussian();
          }
          return out;
        };
    assertEquals(List.of(AttackWarning.Kind.EVERYTHING_MOVED), warnings(noisy, twelve(), 0.5));
    assertEquals(13, calls.get());
    InferenceApi mixing =
        query -> {
          DMatrixRMaj out = query.features().toDense();
          CommonOps_DDRM.add(out, CommonOps_DDRM.elementSum(out));
          return out;
        };
    assertEquals(List.of(AttackWarning.Kind.EVERYTHING_MOVED), warnings(mixing, twelve(), 0.5));
  }

  @Test
  void deltaIsChosenByTheDigitsOfAnswersWithoutMoreQueries() {
    InferenceApi single =
        query -> {
          DMatrixRMaj out = LINEAR.predict(query).copy();
          for (int i = 0; i < out.getNumElements(); i++) {
            out.data[i] = (float) (out.data[i] / 3);
          }
          return out;
        };
    InfluenceAttack attack =
        LinkTeller.builder().measuring(FeatureReweighting.deltaByDigits()).build();
    assertEquals(1e-2, attack.influences(single, NODES).delta());
    assertEquals(NODES.nodes().size() + 1, attack.run(single, NODES, 0.5).queries());
    assertEquals("linkteller[delta = by digits, score = paper]", attack.toString());
  }
}
