package io.linkteller.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackSettings.Verification;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/**
 * A client that identifies nodes by row number causes a warning; one that uses the ids does not.
 */
final class NodeOrderTest {

  private static final int N = 30;
  private static final Graph GRAPH = graph();
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(doubles(N, 3, 1)));

  private final AtomicInteger asked = new AtomicInteger();

  private static Graph graph() {
    Graph.Builder graph = Graph.builder(N);
    Random random = new Random(5);
    for (int i = 0; i < 40; i++) {
      int u = random.nextInt(N);
      graph.addEdge(u, (u + 1 + random.nextInt(N - 1)) % N);
    }
    return graph.build();
  }

  private static double[][] doubles(int rows, int cols, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, rows)
        .mapToObj(row -> random.doubles(cols, 0.5, 1.5).toArray())
        .toArray(double[][]::new);
  }

  /** Sums over neighbors, found by node id or, if the client drops the ids, by row number. */
  private InferenceApi client(boolean takesIds) {
    return query -> {
      asked.incrementAndGet();
      double[][] x = query.features().toDense().get2DData();
      double[][] logits = new double[x.length][];
      for (int i = 0; i < x.length; i++) {
        logits[i] = x[i].clone();
        for (int j = 0; j < x.length; j++) {
          int u = takesIds ? query.nodes().getInt(i) : i;
          int v = takesIds ? query.nodes().getInt(j) : j;
          for (int c = 0; GRAPH.hasEdge(u, v) && c < x[i].length; c++) {
            logits[i][c] += x[j][c] / 4;
          }
        }
      }
      return new DMatrixRMaj(logits);
    };
  }

  private static InferenceApi showing(InferenceApi api, UnaryOperator<DMatrixRMaj> shown) {
    return query -> shown.apply(api.predict(query));
  }

  private static List<AttackWarning.Kind> kinds(LinkPrediction found) {
    return found.warnings().stream().map(AttackWarning::kind).toList();
  }

  @Test
  void anAttackThatQueriesPartsWarnsIfAClientDropsTheIds() {
    LinkPrediction right = LinkTeller.auto().run(client(true), NODES, GRAPH.density());
    assertEquals(GRAPH, right.toGraph());
    assertEquals(List.of(), kinds(right));
    assertEquals(asked.getAndSet(0), right.queries() + right.verificationQueries());
    assertTrue(right.verificationQueries() <= 2, right::toString);

    LinkPrediction wrong = LinkTeller.auto().run(client(false), NODES, GRAPH.density());
    assertTrue(kinds(wrong).contains(AttackWarning.Kind.IDS_IGNORED), wrong::toString);
    assertEquals(asked.get(), wrong.queries() + wrong.verificationQueries());
  }

  @Test
  void anAttackOnTheWholeGraphIsVerifiedOnlyOnRequest() {
    for (Verification when : Verification.values()) {
      AttackSettings settings =
          new AttackSettings(
              1, AttackSettings.SILENT, Optional.empty(), when, OptionalLong.empty());
      LinkPrediction found =
          LinkAttackProvider.named("linkteller")
              .create(AttackRequest.builder().settings(settings).build())
              .run(client(false), NODES, GRAPH.density());
      boolean always = when == Verification.ALWAYS;
      assertEquals(always, kinds(found).contains(AttackWarning.Kind.IDS_IGNORED), when.toString());
      assertEquals(GRAPH, found.toGraph());
      assertEquals(always ? 2 : 0, found.verificationQueries());
    }
  }

  @Test
  void roundingNoiseAndFailuresDoNotCauseAWarning() {
    Random random = new Random(7);
    List<UnaryOperator<DMatrixRMaj>> shown =
        List.of(
            answer -> answer,
            answer -> each(answer, x -> (float) x),
            answer -> each(answer, x -> Math.rint(x * 100) / 100),
            answer -> each(answer, Math::rint),
            answer -> each(answer, x -> x + random.nextGaussian()));
    for (int i = 0; i < shown.size(); i++) {
      assertEquals(Optional.empty(), checked(showing(client(true), shown.get(i))), "answers " + i);
      boolean warned = checked(showing(client(false), shown.get(i))).isPresent();
      assertEquals(i < shown.size() - 1, warned, "answers " + i);
    }
    InferenceApi strict =
        query -> {
          if (!query.nodes().equals(NODES.nodes())) {
            throw new IllegalStateException("not the nodes of the graph");
          }
          return client(true).predict(query);
        };
    assertEquals(Optional.empty(), checked(strict));
  }

  private static Optional<AttackWarning> checked(InferenceApi api) {
    InferenceNodes some = NODES.targeting(3, 9, 4, 20, 11, 7);
    InferenceQuery query = some.query().observing(some.targetRows());
    return AttackSettings.DEFAULT.open(
        "order", api, some, 1, session -> NodeOrder.verify(session, query, Optional.empty()));
  }

  private static DMatrixRMaj each(DMatrixRMaj answer, DoubleUnaryOperator shown) {
    return new DMatrixRMaj(
        answer.numRows, answer.numCols, true, Arrays.stream(answer.data).map(shown).toArray());
  }
}
