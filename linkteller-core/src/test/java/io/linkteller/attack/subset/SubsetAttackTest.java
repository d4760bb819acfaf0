package io.linkteller.attack.subset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.chosen.UnsuitableModelException;
import io.linkteller.attack.spectral.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubsetAttackTest {

  private static final int NODES = 200;

  /** About three neighbors per node. */
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.015, 11);

  private static double[][] features() {
    Random random = new Random(3);
    double[][] features = new double[NODES][SmallNetwork.FEATURES];
    for (double[] row : features) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextGaussian();
      }
    }
    return features;
  }

  private static InferenceNodes nodes() {
    return InferenceNodes.of(FeatureMatrix.dense(features()));
  }

  private static SmallNetwork network(SmallNetwork.Kind kind) {
    return new SmallNetwork(GRAPH, kind, 2, 3, 5);
  }

  private static void assertExact(LinkPrediction found) {
    Graph.Builder edges = Graph.builder(NODES);
    found.scores().forEachStored((i, j, score) -> edges.addEdge(i, j));
    assertEquals(GRAPH, edges.build());
  }

  private static LinkPrediction attack(InferenceApi api) {
    return SubsetAttack.builder().build().run(api, nodes(), GRAPH.density());
  }

  @ParameterizedTest
  @EnumSource(value = SmallNetwork.Kind.class, names = "BATCH_NORM", mode = EnumSource.Mode.EXCLUDE)
  void whateverTheLayersComputeEveryEdgeIsFound(SmallNetwork.Kind kind) {
    LinkPrediction found = attack(network(kind));
    assertExact(found);
    assertTrue(found.queries() < NODES, () -> found.queries() + " queries");
  }

  @Test
  void aQueryHoldsTheFeaturesOfItsNodesUnchanged() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    FeatureMatrix own = nodes().features();
    assertExact(
        attack(
            query -> {
              assertTrue(query.edit().isEmpty());
              assertArrayEquals(
                  own.selectRows(query.nodes()).toDense().data, query.features().toDense().data);
              return model.predict(query);
            }));
  }

  @Test
  void targetsAreNumberedByTheirPositions() {
    int[] targets = new Random(9).ints(0, NODES).distinct().limit(120).toArray();
    LinkPrediction found =
        SubsetAttack.builder()
            .build()
            .run(network(SmallNetwork.Kind.SAGE), nodes().targeting(targets), 0.1);
    AtomicInteger stored = new AtomicInteger();
    found
        .scores()
        .forEachStored(
            (i, j, score) -> {
              stored.incrementAndGet();
              assertTrue(GRAPH.hasEdge(targets[i], targets[j]));
            });
    assertEquals(GRAPH.inducedSubgraph(IntList.of(targets)).edgeCount(), stored.get());
  }

  @Test
  void singlePrecisionAndProbabilitiesSuffice() {
    SmallNetwork model = network(SmallNetwork.Kind.APPNP);
    InferenceApi single =
        query -> {
          DMatrixRMaj answer = model.predict(query).copy();
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] = (float) answer.data[i];
          }
          return answer;
        };
    assertExact(attack(single));
    assertExact(attack(ShownOutputs.probabilities(model, Posterior.SOFTMAX)));
  }

  /** Noise of eight deviations of a row occurs with probability below 1e-12 per comparison. */
  @Test
  void noiseFarBelowTheEffectOfANeighborIsIgnored() {
    SmallNetwork model = network(SmallNetwork.Kind.ATTENTION);
    AtomicInteger asked = new AtomicInteger();
    assertExact(
        attack(
            query -> {
              DMatrixRMaj answer = model.predict(query).copy();
              Random random = new Random(asked.incrementAndGet());
              for (int i = 0; i < answer.getNumElements(); i++) {
                answer.data[i] += 1e-7 * random.nextGaussian();
              }
              return answer;
            }));
  }

  @Test
  void aNeighborWithoutFeaturesIsFoundByItsOwnAnswer() {
    double[][] features = features();
    for (int u = 0; u < NODES; u += 10) {
      features[u] = new double[SmallNetwork.FEATURES];
    }
    Graph.Builder edges = Graph.builder(NODES);
    GRAPH.forEachEdge(
        (u, v) -> {
          if (u % 10 != 0 || v % 10 != 0) {
            edges.addEdge(u, v);
          }
        });
    Graph graph = edges.build();
    LinkPrediction found =
        SubsetAttack.builder()
            .build()
            .run(
                new SmallNetwork(graph, SmallNetwork.Kind.SUM, 2, 3, 5),
                InferenceNodes.of(FeatureMatrix.dense(features)),
                graph.density());
    assertEquals(graph.edgeCount(), found.scores().storedCount());
  }

  /** Exported sums over edges may fail if there is none. */
  @Test
  void aModelThatFailsWithoutEdgesIsAskedWithAnEdgeApart() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    AtomicInteger failed = new AtomicInteger();
    assertExact(
        attack(
            query -> {
              if (GRAPH.inducedSubgraph(query.nodes()).edgeCount() == 0) {
                failed.incrementAndGet();
                throw new InferenceException("no edges");
              }
              return model.predict(query);
            }));
    assertTrue(failed.get() > 0);
  }

  /** A node has twenty neighbors on average, of which a random eighth holds two or three. */
  @Test
  void aDenserGraphCostsMoreQueries() {
    Graph denser = RandomGraphs.uniform(NODES, 0.1, 11);
    LinkPrediction found =
        SubsetAttack.builder()
            .build()
            .run(new SmallNetwork(denser, SmallNetwork.Kind.AUGMENTED, 2, 3, 5), nodes(), 0.1);
    Graph.Builder edges = Graph.builder(NODES);
    found.scores().forEachStored((i, j, score) -> edges.addEdge(i, j));
    assertEquals(denser, edges.build());
    assertTrue(found.queries() < 10 * NODES + 64, () -> found.queries() + " queries");
  }

  @Test
  void pairsThatNoQueryDecidesScoreLessThanEdgesAndAreReported() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    List<AttackWarning> warnings = new ArrayList<>();
    LinkPrediction found =
        SubsetAttack.builder()
            .onProgress(
                new AttackListener() {
                  @Override
                  public void onAnswer(int answered, int total) {}

                  @Override
                  public void onWarning(AttackWarning warning) {
                    warnings.add(warning);
                  }
                })
            .build()
            .run(
                query -> {
                  if (query.nodes().contains(3) && query.nodes().contains(9)) {
                    throw new InferenceException("nodes 3 and 9 are never asked together");
                  }
                  return model.predict(query);
                },
                nodes(),
                GRAPH.density());
    assertEquals(
        List.of(AttackWarning.Kind.PAIRS_UNDECIDED),
        warnings.stream().map(AttackWarning::kind).toList());
    double undecided = found.scores().score(3, 9);
    assertTrue(undecided > 0 && undecided <= 0.5, () -> "score " + undecided);
    found
        .scores()
        .forEachStored(
            (i, j, score) -> assertTrue((i == 3 && j == 9) || (score == 1 && GRAPH.hasEdge(i, j))));
    assertEquals(GRAPH.edgeCount(), found.scores().storedCount() - (GRAPH.hasEdge(3, 9) ? 0 : 1));
  }

  @Test
  void afterAnExhaustedBudgetNothingIsAsked() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi limited =
        query -> {
          if (asked.incrementAndGet() > 20) {
            throw new QueryBudgetException(20);
          }
          return model.predict(query);
        };
    assertThrows(InferenceException.class, () -> attack(limited));
    assertEquals(21, asked.get());
  }

  @Test
  void answersThatDependOnAllNodesAreRejectedEarly() {
    AtomicInteger asked = new AtomicInteger();
    SmallNetwork model = network(SmallNetwork.Kind.BATCH_NORM);
    assertRejected(counted(model, asked), "depend on all nodes of a query");
    assertTrue(asked.get() < 60, () -> asked + " queries");
  }

  @Test
  void aDenseGraphIsRejectedEarly() {
    Graph dense = RandomGraphs.uniform(NODES, 0.4, 11);
    AtomicInteger asked = new AtomicInteger();
    SmallNetwork model = new SmallNetwork(dense, SmallNetwork.Kind.SAGE, 2, 3, 5);
    assertRejected(counted(model, asked), "too dense");
    assertTrue(asked.get() < 60, () -> asked + " queries");
  }

  @Test
  void answersFromTheWholeGraphAreRejectedEarly() {
    AtomicInteger asked = new AtomicInteger();
    DMatrixRMaj all = network(SmallNetwork.Kind.SAGE).predict(nodes().query());
    InferenceApi whole =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), all.numCols);
          for (int row = 0; row < answer.numRows; row++) {
            for (int col = 0; col < all.numCols; col++) {
              answer.set(row, col, all.get(query.nodes().getInt(row), col));
            }
          }
          return answer;
        };
    assertRejected(counted(whole, asked), "not cut down");
    assertTrue(asked.get() < 60, () -> asked + " queries");
  }

  @Test
  void unrepeatableAnswersAreRejected() {
    Random random = new Random(4);
    assertRejected(
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 3);
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] = random.nextGaussian();
          }
          return answer;
        },
        "");
  }

  private static InferenceApi counted(InferenceApi api, AtomicInteger asked) {
    return (InferenceQuery query) -> {
      asked.incrementAndGet();
      return api.predict(query);
    };
  }

  private static void assertRejected(InferenceApi api, String reason) {
    UnsuitableModelException e = assertThrows(UnsuitableModelException.class, () -> attack(api));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e::toString);
  }
}
