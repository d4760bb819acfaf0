package io.linkteller.attack.influence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Models whose answers about few nodes show edges that are lost among many. */
class PairQueriesTest {

  private static final int N = 50;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.06, 11);

  private static InferenceNodes nodes() {
    Random random = new Random(3);
    double[][] values = new double[N][3];
    for (double[] row : values) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextGaussian();
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(values));
  }

  /** How far each node's neighbors are from those that its features suggest: an anomaly score. */
  private static InferenceApi anomalies() {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj score = new DMatrixRMaj(x.numRows, 1);
      for (int u = 0; u < x.numRows; u++) {
        double squares = 0;
        for (int v = 0; v < x.numRows; v++) {
          double product = 0;
          for (int col = 0; col < x.numCols; col++) {
            product += x.get(u, col) * x.get(v, col);
          }
          double suggested = 1 / (1 + Math.exp(-product));
          double is = isEdge(query.nodes().getInt(u), query.nodes().getInt(v)) ? 1 : 0;
          squares += (is - suggested) * (is - suggested);
        }
        score.set(u, 0, Math.sqrt(squares / x.numRows));
      }
      return score;
    };
  }

  private static boolean isEdge(int u, int v) {
    return u != v && GRAPH.hasEdge(u, v);
  }

  private static double share(String attack, AnswerKind kind, InferenceApi api) {
    LinkPrediction found =
        LinkAttackProvider.named(attack)
            .create(AttackRequest.builder().access(Access.seeing(kind)).build())
            .run(api, nodes(), GRAPH.density());
    return found.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count()
        / (double) GRAPH.edgeCount();
  }

  @Test
  void edgesAreNamedThatOnlyChangeAScoreOfWhatIsUnlikely() {
    assertEquals(1, share("pairs-equal", AnswerKind.LOGITS, anomalies()));
    for (String other : new String[] {"linkteller", "own-features", "exchanged-features"}) {
      assertTrue(share(other, AnswerKind.LOGITS, anomalies()) < 0.5, other);
    }
  }

  /** A mean over neighbors, of which only the sign of three numbers is shown. */
  @Test
  void labelsOfTwoNodesShowTheirEdge() {
    InferenceApi mean =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj answer = x.copy();
          for (int u = 0; u < x.numRows; u++) {
            for (int v = 0; v < x.numRows; v++) {
              if (isEdge(query.nodes().getInt(u), query.nodes().getInt(v))) {
                for (int col = 0; col < x.numCols; col++) {
                  answer.add(u, col, 4 * x.get(v, col));
                }
              }
            }
          }
          return answer;
        };
    AnswerKind labels =
        new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());
    InferenceApi shown = ShownOutputs.labels(mean, labels.posterior());
    double found = share("pairs", labels, shown);
    assertTrue(found > 0.6, () -> "pairs: " + found);
    assertTrue(share("leave-one-out", labels, shown) < found);
  }

  @Test
  void influencesAreHowFarTheLogitsOfEitherMove() {
    InferenceApi sums =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 2);
          for (int u = 0; u < answer.numRows; u++) {
            for (int v = 0; v < answer.numRows; v++) {
              int source = query.nodes().getInt(v);
              boolean isArc = isEdge(query.nodes().getInt(u), source);
              answer.add(u, 0, isArc ? 3 * source : 0);
              answer.add(u, 1, isArc ? 4 * source : 0);
            }
          }
          return answer;
        };
    for (int threads : new int[] {1, 3}) {
      InfluenceMatrix influences = measured(sums, threads);
      for (int v = 0; v < N; v++) {
        for (int u = 0; u < N; u++) {
          assertEquals(isEdge(u, v) ? 5 * v : 0, influences.influence(v, u));
        }
      }
    }
  }

  private static InfluenceMatrix measured(InferenceApi api, int threads) {
    return PairQueries.MEASUREMENT.measure(
        api,
        nodes(),
        InfluenceMatrix.Extent.AMONG_TARGETS,
        new AttackSettings(threads, AttackSettings.SILENT, Optional.empty()));
  }

  @Test
  void itAsksAsOftenAsItSays() {
    AtomicInteger asked = new AtomicInteger();
    measured(
        query -> {
          asked.incrementAndGet();
          return new DMatrixRMaj(query.nodes().size(), 1);
        },
        1);
    assertEquals(PairQueries.queryCount(N), asked.get());
  }

  @Test
  void aModelThatDoesNotAnswerAboutTwoNodesIsUnsuitableAndOneThatFailsLaterIsNot() {
    assertThrows(UnsuitableModelException.class, () -> measured(answering(3, 1000), 1));
    UnfinishedAttackException e =
        assertThrows(UnfinishedAttackException.class, () -> measured(answering(1, 70), 1));
    assertTrue(String.valueOf(e.getMessage()).contains("the query about nodes "), e::toString);
  }

  private static InferenceApi answering(int leastNodes, int queries) {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      if (query.nodes().size() < leastNodes || asked.incrementAndGet() > queries) {
        throw new InferenceException("no answer");
      }
      return new DMatrixRMaj(query.nodes().size(), 1);
    };
  }

  @Test
  void moreTargetsThanHaveFewPairsAreRefusedBeforeAnyQuery() {
    InferenceNodes many = InferenceNodes.of(FeatureMatrix.dense(new double[201][1]));
    InferenceApi none =
        query -> {
          throw new AssertionError("asked");
        };
    UnsuitableModelException e =
        assertThrows(
            UnsuitableModelException.class,
            () ->
                PairQueries.MEASUREMENT.measure(
                    none, many, InfluenceMatrix.Extent.AMONG_TARGETS, AttackSettings.DEFAULT));
    assertTrue(String.valueOf(e.getMessage()).contains("201"), e::toString);
  }
}
