package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureLinkPredictorTest {

  private static final int NODES = 200;
  private static final int COLUMNS = 6;
  private static final IntList IDS = IntList.of(IntStream.range(0, NODES).toArray());

  private final double[][] rows = rows();

  private static double[][] rows() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] rows = new double[NODES][COLUMNS];
    for (double[] row : rows) {
      for (int col = 0; col < COLUMNS; col++) {
        row[col] = random.nextDouble() - 0.5;
      }
    }
    return rows;
  }

  private static double product(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** Connects nodes of similar features, or nodes at random. */
  private Graph graph(boolean similar) {
    SplittableRandom random = new SplittableRandom(6);
    Graph.Builder edges = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (similar ? product(rows[u], rows[v]) > 0.35 : random.nextDouble() < 0.04) {
          edges.addEdge(u, v);
        }
      }
    }
    return edges.build();
  }

  private FeatureLinkPredictor.Predicted predicted(Graph truth) {
    return FeatureLinkPredictor.predict(InferenceNodes.of(IDS, FeatureMatrix.dense(rows)), truth);
  }

  /**
   * Returns the share of comparisons of an edge with another pair that the scores order correctly.
   */
  private static double auc(PairScores scores, Graph truth) {
    double right = 0;
    double all = 0;
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (truth.hasEdge(u, v)) {
          for (int w = u + 1; w < NODES; w++) {
            if (!truth.hasEdge(u, w)) {
              all++;
              right += scores.score(u, v) > scores.score(u, w) ? 1 : 0;
            }
          }
        }
      }
    }
    return right / all;
  }

  @Test
  void edgesBetweenSimilarNodesArePredicted() {
    Graph truth = graph(true);
    double auc = auc(predicted(truth).scores(), truth);
    assertTrue(auc > 0.95, () -> "AUC " + auc);
  }

  /** A model that has not seen the pairs of a fold predicts them, so it can't memorize them. */
  @Test
  void edgesUnrelatedToFeaturesAreNotPredicted() {
    Graph truth = graph(false);
    double auc = auc(predicted(truth).scores(), truth);
    assertEquals(0.5, auc, 0.1);
  }

  /** The intercept of a logistic regression is not penalized, so it matches the mean. */
  @Test
  void priorsAddUpToTheNumberOfEdges() {
    Graph truth = graph(true);
    double sum = predicted(truth).priors().doubleStream().sum();
    assertEquals(truth.edgeCount(), sum, 0.01 * truth.edgeCount());
  }
}
