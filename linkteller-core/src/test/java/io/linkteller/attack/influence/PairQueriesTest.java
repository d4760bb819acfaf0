package io.linkteller.attack.influence;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.LinkTeller;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.Counting;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Models whose answers for few nodes show edges that are hidden among many nodes. */
class PairQueriesTest {

  private static final int N = 50;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.06, 11);

  private static InferenceNodes nodes() {
    return InferenceNodes.of(FeatureMatrix.dense(Gaussian.rows(N, 3, new Random(3))));
  }

  private static boolean isEdge(int u, int v) {
    return u != v && GRAPH.hasEdge(u, v);
  }

  @Test
  void influencesAreTheDistancesThatLogitsMove() {
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
    return LinkTeller.builder()
        .measuring(PairQueries.of(false))
        .parallelism(threads)
        .build()
        .influences(api, nodes());
  }

  @Test
  void theNumberOfQueriesIsAsDeclared() {
    Counting counting = new Counting(query -> new DMatrixRMaj(query.nodes().size(), 1));
    measured(counting, 1);
    assertEquals(PairQueries.queryCount(N), counting.count());
  }

  /** A mean over equal features shows no edge; a mean over the nodes' own features does. */
  @Test
  void ownFeaturesAreSentIfEqualFeaturesShowNothing() {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi means =
        query -> {
          asked.incrementAndGet();
          DMatrixRMaj x = query.features().toDense();
          boolean areJoined =
              x.numRows == 2 && isEdge(query.nodes().getInt(0), query.nodes().getInt(1));
          DMatrixRMaj answer = new DMatrixRMaj(x.numRows, 1);
          for (int u = 0; u < x.numRows; u++) {
            answer.set(u, 0, areJoined ? (x.get(0, 0) + x.get(1, 0)) / 2 : x.get(u, 0));
          }
          return answer;
        };
    InfluenceMatrix influences =
        LinkTeller.builder().measuring(PairQueries.of(true)).build().influences(means, nodes());
    assertEquals(2 * PairQueries.queryCount(N), asked.get());
    for (int v = 0; v < N; v++) {
      for (int u = 0; u < N; u++) {
        assertEquals(isEdge(u, v), influences.influence(v, u) > 0);
      }
    }
  }

  @Test
  void onlyAModelThatNeverAnswersForTwoNodesIsUnsuitable() {
    assertThrows(UnsuitableModelException.class, () -> measured(answering(3, 1000), 1));
    assertRefused(
        InferenceException.class, "the query about nodes ", () -> measured(answering(1, 70), 1));
  }

  private static InferenceApi answering(int minNodes, int queries) {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      if (query.nodes().size() < minNodes || asked.incrementAndGet() > queries) {
        throw new InferenceException("no answer");
      }
      return new DMatrixRMaj(query.nodes().size(), 1);
    };
  }

  @Test
  void tooManyTargetsAreRefusedBeforeAnyQuery() {
    InferenceNodes many = InferenceNodes.of(FeatureMatrix.dense(new double[201][1]));
    InferenceApi none =
        query -> {
          throw new AssertionError("asked");
        };
    assertRefused(
        UnsuitableModelException.class,
        "201",
        () -> LinkTeller.builder().measuring(PairQueries.of(false)).build().influences(none, many));
  }
}
