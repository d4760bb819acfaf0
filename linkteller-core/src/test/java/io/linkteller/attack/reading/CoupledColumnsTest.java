package io.linkteller.attack.reading;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models in which every node moves every other one, and edges show along another direction. */
class CoupledColumnsTest {

  private static final int N = 80;
  private static final int FEATURES = 8;
  private static final int CLASSES = 4;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.04, 11);

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

  /** R X B + A X C with a full R: edges carry other features, or end in other columns. */
  private static InferenceApi mixing(double[][] b, double[][] c) {
    double[][] full = gaussian(N, N, 5);
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj mixing = new DMatrixRMaj(x.numRows, x.numRows);
      DMatrixRMaj adjacency = new DMatrixRMaj(x.numRows, x.numRows);
      for (int i = 0; i < x.numRows; i++) {
        for (int j = 0; j < x.numRows; j++) {
          int u = query.nodes().getInt(i);
          int v = query.nodes().getInt(j);
          mixing.set(i, j, full[u][v]);
          adjacency.set(i, j, u != v && GRAPH.hasEdge(u, v) ? 1 : 0);
        }
      }
      DMatrixRMaj all = product(mixing, x, new DMatrixRMaj(b));
      CommonOps_DDRM.addEquals(all, product(adjacency, x, new DMatrixRMaj(c)));
      return all;
    };
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj x, DMatrixRMaj w) {
    return CommonOps_DDRM.mult(a, CommonOps_DDRM.mult(x, w, null), null);
  }

  /** Edges carry the later features, whatever else the earlier ones do. */
  private static InferenceApi byFeatures() {
    double[][] b = gaussian(FEATURES, CLASSES, 7);
    double[][] c = gaussian(FEATURES, CLASSES, 8);
    for (int feature = 0; feature < FEATURES; feature++) {
      for (int col = 0; col < CLASSES; col++) {
        b[feature][col] *= feature < FEATURES / 2 ? 1 : 0;
        c[feature][col] *= feature < FEATURES / 2 ? 0 : 0.1;
      }
    }
    return mixing(b, c);
  }

  /** Edges move the last column alone, whose numbers are a millionth of the others. */
  private static InferenceApi byColumns() {
    double[][] b = gaussian(FEATURES, CLASSES, 7);
    double[][] c = gaussian(FEATURES, CLASSES, 8);
    for (int feature = 0; feature < FEATURES; feature++) {
      for (int col = 0; col < CLASSES; col++) {
        b[feature][col] *= col < CLASSES - 1 ? 1 : 0;
        c[feature][col] *= col < CLASSES - 1 ? 0 : 1e-6;
      }
    }
    return mixing(b, c);
  }

  private static double share(LinkPrediction found) {
    return found.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count()
        / (double) GRAPH.edgeCount();
  }

  @ParameterizedTest
  @CsvSource({"auto, true", "auto, false"})
  void edgesAreNamedWhereEveryNodeMovesAllOthersAlongAnotherDirection(
      String attack, boolean isByFeatures) {
    LinkPrediction found =
        LinkAttackProvider.named(attack)
            .create(AttackRequest.DEFAULT)
            .run(isByFeatures ? byFeatures() : byColumns(), nodes(), GRAPH.density());
    assertTrue(share(found) > 0.9, () -> attack + ": " + share(found));
    // The paper's attack, which takes lengths, names them by chance.
    LinkPrediction ofPaper =
        LinkTeller.builder()
            .build()
            .run(isByFeatures ? byFeatures() : byColumns(), nodes(), GRAPH.density());
    assertTrue(share(ofPaper) < 0.2);
  }
}
