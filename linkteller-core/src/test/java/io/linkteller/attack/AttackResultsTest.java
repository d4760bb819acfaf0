package io.linkteller.attack;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requests and the results of attacks on four nodes of a linear model. */
class AttackResultsTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}}));

  private static final AnswerKind SIGMOID =
      new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID, OptionalInt.empty());

  /** In descending order of influence, the pairs are 3 and 2, 1 and 0, and 3 and 0. */
  private static final InferenceApi LINEAR =
      linear(new double[][] {{4, 1, 0, 0.5}, {2, 9, 0, 0}, {0, 0, 1, 3}, {0.25, 0, 5, 16}});

  private static InferenceApi linear(double[][] influence) {
    return query -> {
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(new DMatrixRMaj(influence), query.features().toDense(), out);
      return out;
    };
  }

  private static List<String> pairs(LinkPrediction found) {
    return found.guesses().stream().map(edge -> edge.u() + "-" + edge.v()).toList();
  }

  @Test
  void aResultDescribesItself() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES, 0.5);
    assertEquals("linkteller[targets = 4, kHat = 0.5, m = 3, queries = 5]", found.toString());
    assertEquals(0.5, found.kHat());
    assertTrue(found.elapsed().compareTo(Duration.ofMinutes(10)) < 0);
  }

  @Property
  void theBeliefForMPairsPredictsMPairs(
      @ForAll @LongRange(min = 1, max = 4_000_000_000L) long pairs, @ForAll long draw) {
    long m = 1 + Math.floorMod(draw, pairs);
    assertEquals(m, LinkPrediction.predictedCount(LinkPrediction.beliefOf(m, pairs), pairs));
    assertRefused(() -> LinkPrediction.beliefOf(0, pairs));
    assertRefused(() -> LinkPrediction.beliefOf(pairs + 1, pairs));
  }

  @Test
  void aRequestReturnsItsSettings() {
    AttackRequest plain = AttackRequest.builder().build();
    assertEquals(AnswerKind.LOGITS, plain.answers());
    assertEquals(Access.UNRESTRICTED, plain.access());
    assertEquals(Optional.empty(), plain.option(InfluenceAttack.SCORE));
    Access seeing = Access.seeing(SIGMOID);
    AttackRequest request =
        AttackRequest.builder()
            .with(InfluenceAttack.SCORE, PairScore.REACH_WEIGHTED)
            .read(InfluenceAttack.DELTA, "0.25")
            .access(seeing)
            .build();
    assertEquals(Optional.of(PairScore.REACH_WEIGHTED), request.option(InfluenceAttack.SCORE));
    assertEquals(Optional.of(0.25), request.option(InfluenceAttack.DELTA));
    assertEquals(SIGMOID, request.answers());
    AttackRequest copy = request.toBuilder().parallelism(2).build();
    assertEquals(seeing, copy.access());
    assertEquals(Optional.of(0.25), copy.option(InfluenceAttack.DELTA));
    assertEquals(2, copy.settings().parallelism());
  }

  /** A provider that implements only the required methods. */
  private static final class Plain implements LinkAttackProvider {

    @Override
    public String name() {
      return "plain";
    }

    @Override
    public String description() {
      return "the paper's attack";
    }

    @Override
    public Access needs() {
      return Access.needing().features(Access.Features.SCALED).build();
    }

    @Override
    public long expectedQueries(int targets) {
      return targets + 1L;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      LinkAttack attack = LinkTeller.builder().build();
      LinkAttack onLogits = session -> attack.find(session.through(request.answers()::asLogits));
      return onLogits.with(request.settings());
    }
  }

  @Test
  void aProviderReportsLackingAccessAndReadsAnswersByKind() {
    LinkAttackProvider provider = new Plain();
    assertEquals(List.of(), provider.options());
    assertFalse(provider.isOfPaper());
    Access limited = Access.builder().queryLimit(4).build();
    assertEquals(List.of(), provider.lacking(limited, 3));
    assertEquals(List.of("needs about 5 queries, but may send 4"), provider.lacking(limited, 4));
    AttackRequest request = AttackRequest.builder().access(Access.seeing(SIGMOID)).build();
    InferenceApi probabilities =
        ShownOutputs.probabilities(
            linear(new double[][] {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0.5}, {0, 0, 0.5, 1}}),
            Posterior.SIGMOID);
    LinkPrediction found = provider.create(request).run(probabilities, NODES, 0.1);
    assertEquals(List.of("2-3"), pairs(found));
    assertEquals(0.5, found.edges().get(0).score(), 1e-9);
  }

  /**
   * The API ignores the graph, so no pair has evidence, which a caller can see without a listener.
   */
  @Test
  void anApiThatIgnoresTheGraphYieldsNoEdgesAndAWarning() {
    InferenceApi alone = query -> query.features().toDense();
    LinkPrediction found = LinkTeller.attack(alone, NODES, 0.5);
    assertEquals(List.of(), found.edges());
    assertEquals(0, found.toGraph().edgeCount());
    assertEquals(0, found.evidenceCount());
    assertEquals(3, found.m());
    assertEquals(3, found.guesses().size());
    assertEquals(
        List.of(AttackWarning.Kind.MOST_SCORES_ZERO),
        found.warnings().stream()
            .map(AttackWarning::kind)
            .filter(kind -> kind != AttackWarning.Kind.ANSWERS_EQUAL)
            .filter(kind -> kind != AttackWarning.Kind.ANSWERS_LOOK_LIKE_PROBABILITIES)
            .toList());
    assertThrows(IndexOutOfBoundsException.class, () -> found.edges().get(0));
  }

  @Test
  void aFindingDeterminesWhichPairsHaveEvidence() {
    PairScores scores = PairScores.ofAll(3, (i, j) -> i + j - 2);
    assertEquals(3, predicted(Finding.of(scores)).evidenceCount());
    PairScores counts = PairScores.ofAll(3, (i, j) -> i + j - 1);
    assertEquals(2, predicted(Finding.of(counts)).evidenceCount());
    assertEquals(1, predicted(Finding.of(counts).withEvidenceAbove(1.5)).evidenceCount());
    Finding found = Finding.of(counts).withDensity(0.25).withLoss(0.5).foundBy("other");
    assertEquals(0.25, found.density().orElseThrow());
    assertEquals(0.5, found.loss().orElseThrow());
    assertRefused(() -> found.withDensity(1.5));
    assertRefused(() -> found.withLoss(Double.NaN));
    assertRefused(() -> found.withEvidenceAbove(Double.NaN));
  }

  private static LinkPrediction predicted(Finding finding) {
    InferenceNodes three = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}}));
    return LinkPrediction.of("any", three, 1, finding, 0, Duration.ZERO);
  }

  @Test
  void aDamagedJournalCausesAWarning(@TempDir Path directory) throws IOException {
    Path journal = directory.resolve("answers");
    List<AttackWarning> warnings = new ArrayList<>();
    AttackListener listener =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {}

          @Override
          public void onWarning(AttackWarning warning) {
            warnings.add(warning);
          }
        };
    InfluenceAttack attack = LinkTeller.builder().journal(journal).onProgress(listener).build();
    List<String> whole = pairs(attack.run(LINEAR, NODES, 0.5));
    assertEquals(whole, pairs(attack.run(LINEAR, NODES, 0.5)));
    assertEquals(List.of(), warnings);
    byte[] bytes = Files.readAllBytes(journal);
    bytes[bytes.length / 2] ^= 1;
    Files.write(journal, bytes);
    assertEquals(whole, pairs(attack.run(LINEAR, NODES, 0.5)));
    assertEquals(1, warnings.size());
    assertEquals(AttackWarning.Kind.JOURNAL_DAMAGED, warnings.get(0).kind());
  }
}
