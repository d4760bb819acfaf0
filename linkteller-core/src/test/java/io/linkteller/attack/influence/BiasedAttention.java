package io.linkteller.attack.influence;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph transformer with random weights: h = f(xW + b), and out = (h + softmax(0.3 q k' + bias A)
 * h) W2. Every node attends to all nodes, and edges bias that attention.
 */
public final class BiasedAttention implements InferenceApi {

  private static final int FEATURES = 20;
  private static final int HIDDEN = 32;
  private static final int KEYS = 8;
  private static final int LOGITS = 5;

  private final Graph graph;
  private final double bias;
  private final DoubleUnaryOperator activation;
  private final double[][] weights;
  private final double[][] queries;
  private final double[][] keys;
  private final double[][] out;

  /**
   * Draws weights.
   *
   * @param bias the bias of the attention to neighbors; below 0, neighbors are masked
   * @param activation f
   */
  public BiasedAttention(Graph graph, double bias, DoubleUnaryOperator activation) {
    Random random = new Random(3);
    this.graph = graph;
    this.bias = bias;
    this.activation = activation;
    // The last row holds the bias b.
    weights = normal(FEATURES + 1, HIDDEN, 0.35, random);
    queries = normal(HIDDEN, KEYS, 0.35, random);
    keys = normal(HIDDEN, KEYS, 0.35, random);
    out = normal(HIDDEN, LOGITS, 0.35, random);
  }

  /** Nodes with normally distributed features. */
  public static InferenceNodes nodes(int n) {
    return InferenceNodes.of(FeatureMatrix.dense(normal(n, FEATURES, 1, new Random(5))));
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    DMatrixRMaj x = query.features().toDense();
    int n = x.numRows;
    double[][] hidden = new double[n][];
    for (int u = 0; u < n; u++) {
      double[] row =
          Arrays.copyOf(Arrays.copyOfRange(x.data, u * FEATURES, (u + 1) * FEATURES), FEATURES + 1);
      row[FEATURES] = 1;
      hidden[u] = Arrays.stream(times(row, weights)).map(activation).toArray();
    }
    double[][] asked =
        Arrays.stream(hidden).map(row -> times(row, queries)).toArray(double[][]::new);
    double[][] held = Arrays.stream(hidden).map(row -> times(row, keys)).toArray(double[][]::new);
    double[][] answers = new double[n][];
    for (int u = 0; u < n; u++) {
      double[] attention = new double[n];
      for (int v = 0; v < n; v++) {
        for (int i = 0; i < KEYS; i++) {
          attention[v] += 0.3 * asked[u][i] * held[v][i];
        }
        boolean isEdge = u != v && graph.hasEdge(query.nodes().getInt(u), query.nodes().getInt(v));
        attention[v] += isEdge ? bias : 0;
      }
      double most = Arrays.stream(attention).max().orElseThrow();
      double sum = 0;
      double[] mixed = new double[HIDDEN];
      for (int v = 0; v < n; v++) {
        double weight = Math.exp(attention[v] - most);
        sum += weight;
        for (int i = 0; i < HIDDEN; i++) {
          mixed[i] += weight * hidden[v][i];
        }
      }
      for (int i = 0; i < HIDDEN; i++) {
        mixed[i] = hidden[u][i] + mixed[i] / sum;
      }
      answers[u] = times(mixed, out);
    }
    return new DMatrixRMaj(answers);
  }

  private static double[] times(double[] row, double[][] matrix) {
    double[] product = new double[matrix[0].length];
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j < product.length; j++) {
        product[j] += row[i] * matrix[i][j];
      }
    }
    return product;
  }

  private static double[][] normal(int rows, int cols, double deviation, Random random) {
    double[][] values = new double[rows][cols];
    for (double[] row : values) {
      Arrays.setAll(row, i -> deviation * random.nextGaussian());
    }
    return values;
  }
}
