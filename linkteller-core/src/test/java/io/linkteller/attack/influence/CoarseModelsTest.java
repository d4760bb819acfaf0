package io.linkteller.attack.influence;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.testing.Counting;
import io.linkteller.testing.RandomGraphs;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models whose answers do not change with a small move of one node, attacked by random designs. */
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

  /** Raises an alert for each node with at least {@code least} flagged neighbors. */
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

  private static double share(String attack, AnswerKind kind, InferenceApi api) {
    LinkPrediction found =
        LinkAttackProvider.named(attack)
            .create(AttackRequest.builder().access(Access.seeing(kind)).build())
            .run(api, nodes(), GRAPH.density());
    return found.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count()
        / (double) GRAPH.edgeCount();
  }

  /** Gives a badge to each node with at least {@code least} neighbors in the query. */
  private static InferenceApi popular(int least) {
    return query -> {
      Graph among = GRAPH.inducedSubgraph(query.nodes());
      DMatrixRMaj badge = new DMatrixRMaj(among.nodeCount(), 1);
      for (int u = 0; u < among.nodeCount(); u++) {
        badge.set(u, 0, among.degree(u) >= least ? 1 : 0);
      }
      return badge;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "ANY_SUBSET, ANY",
    "ANY_SUBSET, AS_THEY_ARE",
    "WHOLE_GRAPH, WITHIN_RANGE",
    "WHOLE_GRAPH, SCALED"
  })
  void theNumberOfRandomQueriesIsAsDeclaredForAnyAccess(
      Access.Nodes allowed, Access.Features features) {
    Access access = Access.builder().nodes(allowed).features(features).build();
    Counting counting = new Counting(popular(2));
    List<LinkPrediction> found = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      found.add(
          LinkAttackProvider.named("random-design")
              .create(AttackRequest.builder().access(access).parallelism(threads).build())
              .run(counting, nodes(), 0.1));
    }
    int verified = found.stream().mapToInt(LinkPrediction::verificationQueries).sum();
    assertEquals(2 * RandomDesign.queryCount(N) + verified, counting.count());
    assertEquals(found.get(0).edges(), found.get(1).edges());
  }

  @Test
  void anAccessThatAllowsNoDesignIsRefused() {
    Access access =
        Access.builder()
            .nodes(Access.Nodes.WHOLE_GRAPH)
            .features(Access.Features.AS_THEY_ARE)
            .build();
    assertRefused(() -> RandomDesign.of(access, 1));
  }

  /** Targets may be any of the nodes, in any order. */
  @Test
  void correlationsAreMeasuredForAnyTargets() {
    InfluenceMatrix influences =
        LinkTeller.builder()
            .measuring(RandomDesign.of(Access.builder().nodes(Access.Nodes.WHOLE_GRAPH).build(), 5))
            .build()
            .influences(alerts(1), nodes().targeting(30, 7, 19, 2, 45));
    int[] targets = {30, 7, 19, 2, 45};
    for (int v = 0; v < targets.length; v++) {
      for (int u = 0; u < targets.length; u++) {
        // In two designs of 1,002 queries, chance makes one of 20 influences as large with
        // probability 20 exp(-0.2² 1,002 / 2) = 4e-8.
        boolean isEdge = u != v && GRAPH.hasEdge(targets[u], targets[v]);
        assertTrue(isEdge || u == v || influences.influence(v, u) < 0.2);
      }
    }
  }

  @Test
  void failuresAreReportedWithTheirQuery() {
    assertRefused(
        InferenceException.class,
        "with random presence",
        () ->
            share(
                "random-design",
                LABELS,
                query -> {
                  if (query.nodes().size() < N) {
                    throw new InferenceException("no answer");
                  }
                  return new DMatrixRMaj(N, 1);
                }));
  }
}
