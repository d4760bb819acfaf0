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
import io.linkteller.inference.output.ShownOutputs;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that use edges without sending any feature along them. */
class LeaveOneOutTest {

  private static final int N = 60;
  private static final int FEATURES = 6;
  private static final int CLASSES = 4;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.06, 11);

  private static InferenceNodes nodes() {
    return InferenceNodes.of(FeatureMatrix.dense(gaussian(N, FEATURES, 3)));
  }

  private static double[][] gaussian(int rows, int cols, int seed) {
    Random random = new Random(seed);
    double[][] values = new double[rows][cols];
    for (double[] row : values) {
      for (int col = 0; col < cols; col++) {
        row[col] = random.nextGaussian();
      }
    }
    return values;
  }

  /** Encodes how many neighbors a node has, and attends to all nodes alike. */
  private static InferenceApi countingNeighbors() {
    double[][] weights = gaussian(FEATURES, CLASSES, 7);
    double[] encoding = gaussian(1, CLASSES, 8)[0];
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj answer = new DMatrixRMaj(x.numRows, CLASSES);
      double[] mean = new double[CLASSES];
      for (int v = 0; v < x.numRows; v++) {
        int degree = 0;
        for (int u = 0; u < x.numRows; u++) {
          degree +=
              u != v && GRAPH.hasEdge(query.nodes().getInt(u), query.nodes().getInt(v)) ? 1 : 0;
        }
        for (int col = 0; col < CLASSES; col++) {
          double sum = Math.sin(degree + col) * encoding[col];
          for (int feature = 0; feature < FEATURES; feature++) {
            sum += x.get(v, feature) * weights[feature][col];
          }
          answer.set(v, col, sum);
          mean[col] += sum / x.numRows;
        }
      }
      for (int v = 0; v < x.numRows; v++) {
        for (int col = 0; col < CLASSES; col++) {
          answer.set(v, col, answer.get(v, col) * (1 + mean[col]));
        }
      }
      return answer;
    };
  }

  private static double share(String attack, AttackRequest request, InferenceApi api) {
    LinkPrediction found =
        LinkAttackProvider.named(attack).create(request).run(api, nodes(), GRAPH.density());
    return found.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count()
        / (double) GRAPH.edgeCount();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leave-one-out", "leave-one-out-equal"})
  void neighborsThatAreOnlyCountedAreFoundAmongNodesThatAllMoveEachOther(String attack) {
    double found = share(attack, AttackRequest.DEFAULT, countingNeighbors());
    assertTrue(found > 0.9, () -> attack + ": " + found);
    for (String other : new String[] {"linkteller", "own-features", "exchanged-features"}) {
      assertTrue(share(other, AttackRequest.DEFAULT, countingNeighbors()) < 0.3, other);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"leave-one-out", "leave-one-out-equal"})
  void probabilitiesOfFewDigitsShowThemToo(String attack) {
    AnswerKind kind =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(3));
    InferenceApi shown =
        ShownOutputs.rounded(ShownOutputs.probabilities(countingNeighbors(), kind.posterior()), 3);
    AttackRequest request = AttackRequest.builder().access(Access.seeing(kind)).build();
    double found = share(attack, request, shown);
    assertTrue(found > 0.8, () -> attack + ": " + found);
  }

  /** Two nodes with a neighbor in common, who do not move each other, and four without any. */
  @Test
  void influencesAreHowFarTheLogitsOfTheOthersMove() {
    Graph graph = Graph.builder(7).addEdge(0, 1).addEdge(1, 2).build();
    InferenceApi degrees =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 2);
          for (int row = 0; row < answer.numRows; row++) {
            int v = query.nodes().getInt(row);
            int degree =
                (int) query.nodes().intStream().filter(u -> u != v && graph.hasEdge(u, v)).count();
            answer.set(row, 0, 3 * degree);
            answer.set(row, 1, 4 * degree);
          }
          return answer;
        };
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[7][1])).targeting(6, 1, 0, 2, 3, 4, 5);
    for (InfluenceMatrix.Extent extent : InfluenceMatrix.Extent.values()) {
      InfluenceMatrix influences =
          LeaveOneOut.MEASUREMENT.measure(degrees, nodes, extent, AttackSettings.DEFAULT);
      for (int v = 0; v < 7; v++) {
        for (int u = 0; u < 7; u++) {
          int source = nodes.targets().getInt(v);
          int target = nodes.targets().getInt(u);
          boolean isEdge = source != target && graph.hasEdge(source, target);
          assertEquals(isEdge ? 5 : 0, influences.influence(v, u));
        }
      }
    }
  }

  @Test
  void threadsDoNotChangeTheInfluences() {
    InfluenceMatrix one = measured(countingNeighbors(), 1);
    InfluenceMatrix three = measured(countingNeighbors(), 3);
    for (int v = 0; v < N; v++) {
      for (int u = 0; u < N; u++) {
        assertEquals(one.influence(v, u), three.influence(v, u));
      }
    }
  }

  private static InfluenceMatrix measured(InferenceApi api, int threads) {
    return LeaveOneOut.MEASUREMENT.measure(
        api,
        nodes(),
        InfluenceMatrix.Extent.AMONG_TARGETS,
        new AttackSettings(threads, AttackSettings.SILENT, Optional.empty()));
  }

  @Test
  void aFailureKeepsWhatWasMeasuredAndNamesTheNode() {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi failing =
        query -> {
          if (asked.incrementAndGet() > 5) {
            throw new InferenceException("the model is gone");
          }
          return countingNeighbors().predict(query);
        };
    UnfinishedAttackException e =
        assertThrows(UnfinishedAttackException.class, () -> measured(failing, 1));
    assertEquals(4, e.influences().measuredCount());
    assertTrue(String.valueOf(e.getMessage()).contains("the query without node 4"), e::toString);
  }
}
