package io.linkteller.attack.chosen;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A network of one feature and one logit, whose next answers a test may replace. Features are s
 * itself: C and x₀ are 1, and there are no biases.
 */
final class ScriptedAnswers implements InferenceApi {

  /** The position of the query that the linearity of answers is measured with. */
  private static final int LINEARITY = 5;

  private final UnaryOperator<double[]> network;
  private final double imprecision;
  private final Deque<double[]> script = new ArrayDeque<>();
  private int asked;
  private int start;

  /**
   * @param imprecision by how much the answers to two parts of the features fail to add up
   */
  ScriptedAnswers(UnaryOperator<double[]> network, double imprecision) {
    this.network = network;
    this.imprecision = imprecision;
  }

  /** A ring of n nodes in two layers, with absolute values between them; π is 1. */
  static ScriptedAnswers ring(int n, boolean lazy, double imprecision) {
    return new ScriptedAnswers(
        s -> {
          double[] hidden = neighbors(s, lazy);
          for (int u = 0; u < n; u++) {
            hidden[u] = Math.abs(hidden[u]);
          }
          return neighbors(hidden, lazy);
        },
        imprecision);
  }

  /** Identity and the mean of both neighbors, halved; or the mean of a node and its neighbors. */
  private static double[] neighbors(double[] x, boolean lazy) {
    int n = x.length;
    double[] out = new double[n];
    for (int u = 0; u < n; u++) {
      double both = x[(u + 1) % n] + x[(u + n - 1) % n];
      out[u] = lazy ? (2 * x[u] + both) / 4 : (x[u] + both) / 3;
    }
    return out;
  }

  /**
   * Replaces the next answers that are not replaced yet, given responses along the direction 2 of a
   * ring, whose base answer is 1.
   */
  void nextResponses(double[]... responses) {
    for (double[] response : responses) {
      double[] answer = new double[response.length];
      for (int u = 0; u < answer.length; u++) {
        answer[u] = 1 + 2 * response[u];
      }
      script.add(answer);
    }
  }

  /** The same after a number of queries that the network answers. */
  void nextResponsesAfter(int queries, double[]... responses) {
    start = queries;
    nextResponses(responses);
  }

  boolean isFinished() {
    return script.isEmpty();
  }

  Oracle oracle(int n) {
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[n][1]));
    return new Oracle(this, nodes, new double[] {1}, 1, (answered, total) -> {}, 1);
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    asked++;
    double[] s = query.features().toDense().data;
    boolean scripted = asked > start && !script.isEmpty();
    double[] answer = scripted ? script.remove() : network.apply(s);
    if (asked == LINEARITY) {
      answer[0] += imprecision;
    }
    return new DMatrixRMaj(answer.length, 1, true, answer);
  }
}
