package io.linkteller.attack.influence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Models whose answers a small move of one node does not change: large steps, backgrounds. */
class CoarseModelsTest {

  private static final int N = 50;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.08, 11);

  private static final AnswerKind LABELS =
      new AnswerKind(AnswerKind.Form.LABELS, Posterior.SIGMOID, OptionalInt.empty());

  private static InferenceNodes nodes() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] values = new double[N][3];
    for (double[] row : values) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextDouble();
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(values));
  }

  /** An alert of each node of which at least so many neighbors have a flag. */
  private static InferenceApi alerts(int least) {
    return query -> {
      FeatureMatrix x = query.features();
      DMatrixRMaj alert = new DMatrixRMaj(x.rows(), 1);
      DMatrixRMaj dense = x.toDense();
      for (int u = 0; u < N; u++) {
        int flagged = 0;
        for (int v = 0; v < N; v++) {
          flagged += u != v && GRAPH.hasEdge(u, v) && dense.get(v, 0) > 0.9 ? 1 : 0;
        }
        alert.set(u, 0, flagged >= least ? 1 : 0);
      }
      return alert;
    };
  }

  /** The index of the largest sum of a feature over a node and its neighbors. */
  private static InferenceApi classes() {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj chosen = new DMatrixRMaj(N, 3);
      for (int u = 0; u < N; u++) {
        double[] sums = new double[3];
        int best = 0;
        for (int col = 0; col < 3; col++) {
          for (int v = 0; v < N; v++) {
            sums[col] += u == v || GRAPH.hasEdge(u, v) ? x.get(v, col) : 0;
          }
          best = sums[col] > sums[best] ? col : best;
        }
        chosen.set(u, best, 1);
      }
      return chosen;
    };
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
  void randomBackgroundsShowWhoseFlagsCount() {
    for (int least = 1; least <= 3; least++) {
      double found = share("random-backgrounds", LABELS, alerts(least));
      assertTrue(found > 0.9, () -> "found " + found);
    }
    assertTrue(share("silent-background", LABELS, alerts(2)) < 0.3);
  }

  @Test
  void backgroundsAreAskedAsOftenAsTheySay() {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi api = alerts(2);
    share(
        "random-backgrounds",
        LABELS,
        query -> {
          asked.incrementAndGet();
          return api.predict(query);
        });
    assertEquals(RandomBackgrounds.queryCount(N), asked.get());
  }

  /** Targets may be any of the nodes, in any order. */
  @Test
  void correlationsAreThoseOfTheTargets() {
    InfluenceMatrix influences =
        RandomBackgrounds.of(5)
            .measure(
                alerts(1),
                nodes().targeting(30, 7, 19, 2, 45),
                InfluenceMatrix.Extent.AMONG_TARGETS,
                AttackSettings.DEFAULT);
    int[] targets = {30, 7, 19, 2, 45};
    for (int v = 0; v < targets.length; v++) {
      for (int u = 0; u < targets.length; u++) {
        // With 506 queries, chance makes one of 20 correlations as large with probability 1e-6.
        boolean isEdge = u != v && GRAPH.hasEdge(targets[u], targets[v]);
        assertTrue(isEdge || u == v || influences.influence(v, u) < 0.2);
      }
    }
  }

  @Test
  void failuresNameTheQuery() {
    UnfinishedAttackException e =
        assertThrows(
            UnfinishedAttackException.class,
            () ->
                share(
                    "random-backgrounds",
                    LABELS,
                    query -> {
                      if (!query.edit().isEmpty()) {
                        throw new InferenceException("no answer");
                      }
                      return new DMatrixRMaj(N, 1);
                    }));
    assertTrue(String.valueOf(e.getMessage()).contains("with random features"), e::toString);
  }

  @Test
  void largeStepsChangeClassesThatSmallOnesDoNot() {
    double found = share("large-steps", LABELS, classes());
    assertTrue(found > 0.6, () -> "found " + found);
    AtomicInteger asked = new AtomicInteger();
    share(
        "large-steps",
        LABELS,
        query -> {
          asked.incrementAndGet();
          return classes().predict(query);
        });
    assertEquals(LargeSteps.queryCount(N), asked.get());
  }

  /** A sum of neighbors' features of length one, of which no scale shows but its sign. */
  @Test
  void aSignShowsWhereFeaturesAreNormalized() {
    InferenceApi normalizing =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj sums = new DMatrixRMaj(N, 3);
          for (int v = 0; v < N; v++) {
            double length = Math.hypot(Math.hypot(x.get(v, 0), x.get(v, 1)), x.get(v, 2));
            for (int u = 0; u < N; u++) {
              for (int col = 0; col < 3 && length > 0; col++) {
                boolean isNear = u == v || GRAPH.hasEdge(u, v);
                // To nine digits, so that rounding does not show a scale.
                double part = Math.rint(1e9 * x.get(v, col) / length) / 1e9;
                sums.add(u, col, isNear ? part : 0);
              }
            }
          }
          return sums;
        };
    assertEquals(1, share("large-steps", AnswerKind.LOGITS, normalizing));
    assertTrue(share("linkteller", AnswerKind.LOGITS, normalizing) < 0.3);
  }
}
