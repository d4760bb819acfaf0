package io.linkteller.dp.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/**
 * Audits the releases of sessions. Each of about forty audits raises a false alarm with probability
 * at most 10^-7, and ten of them must not raise any; seeds are fixed. With 200 runs, values that an
 * edge determines yield a bound of 2.4 against claims of at most 1, and a sixth of the noise yields
 * 1.8.
 */
class ReleasesAuditTest {

  private static DpAudit audit(int runs) {
    Graph.Builder with = Graph.builder(5).addEdge(1, 2).addEdge(2, 3);
    Graph without = with.build();
    return DpAudit.builder()
        .runs(runs)
        .confidence(1 - 1e-7)
        .seed(33)
        .pair(without, Graph.builder(5).addEdge(1, 2).addEdge(2, 3).addEdge(0, 4).build())
        .pair(Graph.empty(2), Graph.builder(2).addEdge(0, 1).build())
        .build();
  }

  /** A planted violation shows on the smallest pair. */
  private static DpAudit ofTwoNodes(int runs) {
    return DpAudit.builder()
        .runs(runs)
        .confidence(1 - 1e-7)
        .seed(33)
        .pair(Graph.empty(2), Graph.builder(2).addEdge(0, 1).build())
        .build();
  }

  /** Adds up the features of a node and its neighbors. */
  private static InferenceApi adding(Graph graph) {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj sums = x.copy();
      graph.forEachEdge(
          (u, v) -> {
            for (int c = 0; c < x.numCols; c++) {
              sums.add(u, c, x.get(v, c));
              sums.add(v, c, x.get(u, c));
            }
          });
      return sums;
    };
  }

  private static InferenceQuery ofNode0(FeatureMatrix x) {
    return InferenceNodes.of(x).query().observing(IntList.of(0));
  }

  /** D1, reintroduced: the exact answer is validated before the noise is added. */
  @Test
  void anExceptionBeforeTheNoiseIsCaught() {
    DpAuditReport report =
        ofTwoNodes(200)
            .audit(
                2,
                (session, x) ->
                    session.release(
                        claim(),
                        (graph, chance) -> {
                          ofNode0(x).ask(adding(graph), "the query behind the noise");
                          return "noise";
                        }));
    assertTrue(report.isViolation(), report::summary);
    assertTrue(report.event().contains("features that overflow"), report::event);
    assertTrue(report.event().contains("ReleaseFailedException"), report::event);
  }

  @Test
  void sumsKeepTheirGuarantee() {
    GaussianAggregation gaussian =
        GaussianAggregation.builder().epsilon(2).delta(1e-3).releases(2).build();
    DpAuditReport sums =
        audit(400)
            .audit(
                3,
                (session, x) -> {
                  var released = session.sums(gaussian, 2);
                  DMatrixRMaj first = released.next(x.toDense());
                  return released.next(first);
                });
    assertFalse(sums.isViolation(), sums::summary);
  }

  /** A mechanism that forgets the second half of each sum. */
  @Test
  void sumsWithLessNoiseThanClaimedAreCaught() {
    NeighborAggregation boastful =
        new NeighborAggregation() {
          @Override
          public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows) {
            return GaussianAggregation.builder()
                .deviation(0.3)
                .build()
                .aggregate(graph, rows, Chance.forExperiments(seed++));
          }

          private long seed;

          @Override
          public PrivacyGuarantee guarantee(int releases) {
            return new PrivacyGuarantee("boastful", releases, NeighboringGraphs.ONE_EDGE);
          }
        };
    DpAuditReport report =
        ofTwoNodes(200).audit(1, (session, x) -> session.sums(boastful, 1).next(x.toDense()));
    assertTrue(report.isViolation(), report::summary);
    assertEquals(1, report.claimed().epsilon());
  }

  @Test
  void graphsAndOtherValuesAreAudited() {
    DpAuditReport honest =
        audit(1000).audit(1, (session, x) -> session.perturb(EdgeRand.withEpsilon(1)));
    assertFalse(honest.isViolation(), honest::summary);
    assertTrue(honest.measuredEpsilon() > 0.5, honest::summary);
    DpAuditReport twice =
        audit(200)
            .audit(
                1,
                (session, x) -> {
                  session.perturb(EdgeRand.withEpsilon(1));
                  return session.perturb(EdgeRand.withEpsilon(1));
                });
    assertEquals(2, twice.claimed().epsilon());
    PrivacyGuarantee claim = new PrivacyGuarantee("count", 1, NeighboringGraphs.ONE_EDGE);
    DpAuditReport open =
        audit(200)
            .audit(1, (session, x) -> session.release(claim, (graph, chance) -> graph.edgeCount()));
    assertTrue(open.isViolation(), open::summary);
  }

  /**
   * Regression: only the claim with the larger ε was kept, so the other's δ counted as a violation.
   */
  @Test
  void theClaimHasTheLargestDeltaOfAllRuns() {
    PrivacyGuarantee pure = new PrivacyGuarantee("pure", 2, NeighboringGraphs.ONE_EDGE);
    PrivacyGuarantee rare =
        new PrivacyGuarantee(
            "rare", 0.1, 0.4, NeighboringGraphs.ONE_EDGE, PrivacyGuarantee.NoiseSource.SECURE);
    SplittableRandom random = new SplittableRandom(8);
    DpAuditReport report =
        audit(1200)
            .audit(
                1,
                (session, x) ->
                    random.nextBoolean()
                        ? session.release(pure, (graph, chance) -> "nothing")
                        : session.release(
                            rare,
                            (graph, chance) ->
                                chance.happens(Probability.of(0.4)) ? graph : "nothing"));
    assertFalse(report.isViolation(), report::summary);
    assertEquals(2, report.claimed().epsilon());
    assertEquals(0.4, report.claimed().delta());
  }

  private record Model(String name, Object weights) {}

  /**
   * Regression: an array equals only itself, so no two outcomes were equal and nothing was found,
   * not even in a list; of noiseless numbers, only their mean was compared.
   */
  @Test
  void leaksHiddenInValuesAreCaught() {
    List<BiFunction<Graph, Chance, Object>> hiding =
        List.of(
            (graph, chance) -> new int[] {7, graph.edgeCount()},
            (graph, chance) -> new float[] {graph.edgeCount()},
            (graph, chance) -> new boolean[] {graph.edgeCount() % 2 == 0},
            (graph, chance) -> new String[] {"edges", graph.toString()},
            (graph, chance) -> new double[][] {{graph.edgeCount()}},
            // Not finite in either case, but in different places.
            (graph, chance) ->
                new double[] {graph.edgeCount() % 2 / 0.0, 1 / (graph.edgeCount() % 2.0)},
            (graph, chance) -> List.of(new Model("m", new Object[] {Optional.of(graph)})),
            (graph, chance) -> Map.of("sums", List.of(new double[] {graph.edgeCount()})),
            (graph, chance) -> Set.of(new Model("m", new int[][] {{graph.edgeCount()}})),
            (graph, chance) -> FeatureMatrix.dense(new double[][] {{graph.edgeCount()}}),
            (graph, chance) ->
                new PerturbedGraph(
                    Graph.builder(2).addEdge(0, 1, 1 + 0.1 * graph.edgeCount()).build(), claim()),
            (graph, chance) -> {
              int sign = chance.happens(Probability.logistic(0)) ? 1 : -1;
              return new Model("m", List.of(sign * (graph.edgeCount() % 2)));
            },
            (graph, chance) -> (1L << 60) + graph.edgeCount(),
            // After a random number of other values, at the end or in the middle.
            (graph, chance) -> {
              List<Object> noise = new ArrayList<>();
              for (long i = chance.below(200); i >= 0; i--) {
                noise.add(chance.below(1L << 40));
              }
              noise.add(chance.below(2) + 2L * graph.edgeCount());
              return noise;
            },
            (graph, chance) -> {
              double[] noise = new double[(int) chance.below(200)];
              Arrays.setAll(noise, i -> chance.below(1L << 40));
              return new Model("m", List.of(noise, graph.edgeCount(), noise));
            },
            // Less noise than claimed.
            (graph, chance) ->
                List.of(
                    EdgeRand.withEpsilon(5).perturb(graph, chance),
                    new Model("m", EdgeRand.withEpsilon(5).perturb(graph, chance))));
    for (BiFunction<Graph, Chance, Object> hides : hiding) {
      DpAuditReport report =
          ofTwoNodes(200)
              .audit(1, (session, x) -> List.of(session.release(claim(), hides).value()));
      assertTrue(report.isViolation(), report::summary);
    }
    DpAuditReport honest =
        ofTwoNodes(200)
            .audit(
                1,
                (session, x) ->
                    List.of("m", Optional.of(session.perturb(EdgeRand.withEpsilon(1)))));
    assertFalse(honest.isViolation(), honest::summary);
  }

  /** Regression: objects that equal only themselves looked like noise. */
  @Test
  void typesWithoutValueEqualityAreRefusedByName() {
    Map<String, Function<Graph, Object>> hiding =
        Map.of(
            "Lambda",
            ReleasesAuditTest::adding,
            "DirectByteBuffer",
            graph -> ByteBuffer.allocateDirect(graph.edgeCount() + 1),
            "AtomicInteger",
            graph -> new AtomicInteger(graph.edgeCount()));
    hiding.forEach(
        (name, hides) -> {
          IllegalArgumentException refused =
              assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      audit(100)
                          .audit(
                              1,
                              (session, x) ->
                                  List.of(
                                      session.release(
                                          claim(), (graph, chance) -> hides.apply(graph)))));
          assertTrue(String.valueOf(refused.getMessage()).contains(name), name);
        });
  }

  @Test
  void theReportSaysIfNoOutcomeRecurred() {
    SplittableRandom random = new SplittableRandom(4);
    DpAuditReport report =
        audit(400)
            .audit(
                1,
                (session, x) -> session.release(claim(), (graph, chance) -> random.nextDouble()));
    assertFalse(report.isViolation(), report::summary);
    assertTrue(report.event().endsWith("seen often enough to show anything"), report::event);
  }

  /** Regression: the audit failed when it looked for the edge in a graph without its nodes. */
  @Test
  void aChangedNodeCountIsCaught() {
    DpAuditReport report =
        audit(200)
            .audit(graph -> new PerturbedGraph(Graph.empty(1 + graph.edgeCount() % 2), claim()));
    assertTrue(report.isViolation(), report::summary);
  }

  private static PrivacyGuarantee claim() {
    return new PrivacyGuarantee("planted", 1, NeighboringGraphs.ONE_EDGE);
  }

  @Test
  void aProgramThatReleasesNothingIsRefused() {
    assertThrows(IllegalStateException.class, () -> audit(100).audit(1, (session, x) -> 1));
    assertRefused(() -> audit(100).audit(0, ReleasesAuditTest::nothing));
  }

  private static Object nothing(PrivateSession session, FeatureMatrix x) {
    return session.nodeCount() + x.rows();
  }
}
