package io.linkteller.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.belief.PriorKnowledge;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
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
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an attack is asked for and what it returns, on four nodes of a linear model. */
class AttackResultsTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}}));

  private static final AnswerKind SIGMOID =
      new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID, OptionalInt.empty());

  /** Influence of 3 and 2, of 1 and 0, and of 3 and 0, in descending order. */
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
    return found.edges().stream().map(edge -> edge.u() + "-" + edge.v()).toList();
  }

  @Test
  void aResultDescribesItself() {
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES, 0.5);
    assertEquals("LinkTeller[targets = 4, kHat = 0.5, m = 3, queries = 5]", found.toString());
    assertEquals(0.5, found.kHat());
    assertTrue(found.elapsed().compareTo(Duration.ofMinutes(10)) < 0);
    assertEquals(0, found.knownCount());
  }

  /** Half of six pairs is three, plus the known edge; with all six, the known non-edge is out. */
  @Test
  void knownPairsAreNotAmongTheGuesses() {
    PriorKnowledge known =
        new PriorKnowledge(
            Graph.builder(4).addEdge(1, 2).build(), Graph.builder(4).addEdge(2, 3).build());
    LinkPrediction found = LinkTeller.attack(LINEAR, NODES, 0.5).given(known);
    assertEquals(List.of("1-2", "0-1", "0-3", "0-2"), pairs(found));
    assertEquals(1, found.knownCount());
    assertEquals(List.of("1-2", "0-1", "0-3", "0-2", "1-3"), pairs(found.withBelief(1)));
    assertEquals(
        "2 pairs are already known; pass all known pairs in one call",
        assertThrows(IllegalArgumentException.class, () -> found.given(known)).getMessage());
    LinkPrediction edge =
        LinkTeller.attack(LINEAR, NODES, 0.5).given(PriorKnowledge.ofEdges(known.edges()));
    assertEquals(List.of("1-2", "2-3", "0-1", "0-3"), pairs(edge));
  }

  @Test
  void aRequestHoldsWhatItWasGiven() {
    AttackRequest plain = AttackRequest.builder().build();
    assertEquals(AnswerKind.LOGITS, plain.answers());
    assertEquals(Optional.empty(), plain.score());
    assertEquals(OptionalDouble.empty(), plain.delta());
    assertEquals(42, plain.seed());
    assertEquals(Optional.empty(), plain.reader());
    LinkAttackProvider reader = new Plain();
    AttackRequest request =
        AttackRequest.builder()
            .score(PairScore.DECONVOLVED)
            .delta(0.25)
            .seed(7)
            .reader(reader)
            .answers(SIGMOID)
            .build();
    assertEquals(Optional.of(PairScore.DECONVOLVED), request.score());
    assertEquals(OptionalDouble.of(0.25), request.delta());
    assertEquals(7, request.seed());
    assertEquals(Optional.of(reader), request.reader());
  }

  /** A provider that implements only what it must. */
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
    public LinkAttack create(AttackSettings settings) {
      return LinkTeller.builder().settings(settings).build();
    }
  }

  @Test
  void aProviderOfAttacksOnLogitsReadsProbabilitiesToo() {
    LinkAttackProvider provider = new Plain();
    assertEquals(Set.of(AttackTrait.ASKS), provider.traits());
    AttackRequest request = AttackRequest.builder().answers(SIGMOID).build();
    InferenceApi probabilities =
        ShownOutputs.probabilities(
            linear(new double[][] {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0.5}, {0, 0, 0.5, 1}}),
            Posterior.SIGMOID);
    LinkPrediction found = provider.create(request).run(probabilities, NODES, 0.1);
    assertEquals(List.of("2-3"), pairs(found));
    assertEquals(0.5, found.edges().get(0).score(), 1e-9);
  }

  @Test
  void anUnfinishedAttackSaysHowFarItCame() {
    InfluenceMatrix ofTargets =
        InfluenceMatrix.builder(NODES.targeting(2, 1), InfluenceExtent.AMONG_TARGETS, 1).build();
    RuntimeException cause = new InferenceException("too slow");
    UnfinishedAttackException e = new UnfinishedAttackException(cause, ofTargets);
    assertEquals("too slow; 0 of 2 targets had been measured", e.getMessage());
    assertSame(cause, e.getCause());
    InfluenceMatrix ofAll =
        InfluenceMatrix.builder(NODES.targeting(2, 1), InfluenceExtent.OF_ALL_NODES, 1).build();
    assertEquals(
        "java.lang.IllegalStateException: too slow; 0 of 4 nodes had been measured",
        new UnfinishedAttackException(new IllegalStateException("too slow"), ofAll).getMessage());
  }

  private static List<AttackWarning.Kind> ofBaseline(double[][] answer) {
    return Warnings.ofBaseline(new DMatrixRMaj(answer)).stream().map(AttackWarning::kind).toList();
  }

  @Test
  void answersAreComparedRowByRow() {
    assertEquals(
        List.of(AttackWarning.Kind.ANSWERS_EQUAL), ofBaseline(new double[][] {{1, 2}, {1, 2}}));
    assertEquals(List.of(), ofBaseline(new double[][] {{1, 2}, {3, 4}}));
    assertEquals(List.of(), ofBaseline(new double[][] {{1, 2}, {1, 2}, {1, 3}}));
    assertEquals(List.of(), ofBaseline(new double[][] {{1, 2}}));
  }

  private static List<AttackWarning.Kind> ofRanking(double[][] influence, double kHat) {
    double[][] ones = new double[influence.length][1];
    for (double[] row : ones) {
      row[0] = 1;
    }
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(ones));
    InfluenceMatrix measured =
        LinkTeller.builder().delta(0.5).build().influences(linear(influence), nodes);
    LinkPrediction found = LinkTeller.attack(linear(influence), nodes, kHat);
    return Warnings.ofRanking(measured, found).stream().map(AttackWarning::kind).toList();
  }

  @Test
  void tenProbesThatAllMoveEverythingAreWarnedOfAndNineAreNot() {
    double[][] ten = new double[10][10];
    double[][] nine = new double[9][9];
    for (int u = 0; u < 10; u++) {
      for (int v = 0; v < 10; v++) {
        ten[u][v] = 1 + u + v;
        nine[Math.min(u, 8)][Math.min(v, 8)] = 1 + u + v;
      }
    }
    assertEquals(List.of(AttackWarning.Kind.EVERYTHING_MOVED), ofRanking(ten, 0.5));
    assertEquals(List.of(), ofRanking(nine, 0.5));
  }

  /** Three of six pairs have influence; of three pairs, two are more than half. */
  @Test
  void halfOfTheNamedPairsMayScoreZero() {
    double[][] three = {{1, 1, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 1}};
    double[][] one = {{1, 1, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    assertEquals(List.of(), ofRanking(three, 1));
    assertEquals(List.of(AttackWarning.Kind.MOST_SCORES_ZERO), ofRanking(one, 0.5));
  }

  @Test
  void damageOfAJournalIsWarnedOf(@TempDir Path directory) throws IOException {
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
    LinkTeller attack = LinkTeller.builder().journal(journal).onProgress(listener).build();
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
