package io.linkteller.attack.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.influence.BiasedAttention;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EitherSenseTest {

  private static final int N = 60;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.05, 11);

  /** The sum of tanh(x) over all nodes without that over neighbors. */
  private static final InferenceApi COMPLEMENT =
      query -> {
        DMatrixRMaj x = query.features().toDense();
        DMatrixRMaj answer = new DMatrixRMaj(x.numRows, x.numCols);
        for (int u = 0; u < x.numRows; u++) {
          for (int v = 0; v < x.numRows; v++) {
            boolean isEdge =
                u != v && GRAPH.hasEdge(query.nodes().getInt(u), query.nodes().getInt(v));
            for (int c = 0; c < x.numCols && !isEdge; c++) {
              answer.add(u, c, Math.tanh(x.get(v, c)));
            }
          }
        }
        return answer;
      };

  private static LinkPrediction found(String attack, InferenceApi api) {
    return LinkAttackProvider.named(attack)
        .create(AttackRequest.DEFAULT)
        .run(api, BiasedAttention.nodes(N), GRAPH.density());
  }

  @Test
  void nodesThatAreLeftOutOfASumOverAllAreNamed() {
    assertEquals(GRAPH, found("auto", COMPLEMENT).toGraph());
  }

  @Test
  void thePaperNamesThoseThatMoveEachOtherMost() {
    LinkPrediction found = found("linkteller", COMPLEMENT);
    assertTrue(found.edges().stream().noneMatch(pair -> GRAPH.hasEdge(pair.u(), pair.v())));
  }

  @Test
  void neighborsThatAreMaskedFromAttentionAreNamed() {
    assertEquals(GRAPH, found("auto", new BiasedAttention(GRAPH, -20, Math::tanh)).toGraph());
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUGMENTED", "BATCH_NORM"})
  void neighborsThatMoveEachOtherMostStayFirst(SmallNetwork.Kind kind) {
    double[][] features = new double[N][SmallNetwork.FEATURES];
    Random random = new Random(3);
    for (double[] row : features) {
      Arrays.setAll(row, i -> random.nextGaussian());
    }
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(features));
    InferenceApi api = new SmallNetwork(GRAPH, kind, 2, 3, 5);
    InfluenceAttack attack = LinkTeller.builder().build();
    InfluenceMatrix influences = attack.influences(api, nodes);
    LinkPrediction found = attack.run(api, nodes, GRAPH.density());
    int[] every = IntStream.range(0, N).toArray();
    GraphLoss judge = GraphLoss.of(influences, every, every, every);
    assertSame(found, EitherSense.of(judge, influences, found));
  }
}
