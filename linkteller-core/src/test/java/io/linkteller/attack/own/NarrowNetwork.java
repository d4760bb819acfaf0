package io.linkteller.attack.own;

import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A relu network of few units with random weights: each node's own message times a factor, plus the
 * sum or the maximum of its neighbors' messages. Many units are closed.
 */
final class NarrowNetwork implements InferenceApi {

  private final Graph graph;
  private final boolean maximum;
  private final double own;
  private final double[][][] weights;
  private final double[][] biases;

  /**
   * Draws weights.
   *
   * @param maximum whether neighbors' messages are combined by a maximum instead of a sum
   * @param own the factor of a node's own message
   * @param sizes the numbers of features, units, outputs and layers
   * @param bias the largest absolute value of a bias
   */
  NarrowNetwork(Graph graph, boolean maximum, double own, int[] sizes, double bias, long seed) {
    this.graph = graph;
    this.maximum = maximum;
    this.own = own;
    SplittableRandom random = new SplittableRandom(seed);
    int layers = sizes[3];
    weights = new double[layers][][];
    biases = new double[layers][];
    for (int l = 0; l < layers; l++) {
      weights[l] = new double[l == 0 ? sizes[0] : sizes[1]][l == layers - 1 ? sizes[2] : sizes[1]];
      biases[l] = new double[l == layers - 1 ? sizes[2] : sizes[1]];
      for (double[] row : weights[l]) {
        for (int k = 0; k < row.length; k++) {
          row[k] = random.nextDouble(-1, 1);
        }
      }
      for (int k = 0; k < biases[l].length; k++) {
        biases[l][k] = bias * random.nextDouble(-1, 1);
      }
    }
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    DMatrixRMaj x = query.features().toDense();
    double[][] h = new double[x.numRows][x.numCols];
    for (int i = 0; i < h.length; i++) {
      System.arraycopy(x.data, i * x.numCols, h[i], 0, x.numCols);
    }
    for (int l = 0; l < weights.length; l++) {
      h = layer(h, l);
    }
    return new DMatrixRMaj(h);
  }

  private double[][] layer(double[][] h, int l) {
    int units = biases[l].length;
    double[][] sent = new double[h.length][units];
    double[][] next = new double[h.length][units];
    for (int i = 0; i < h.length; i++) {
      for (int k = 0; k < units; k++) {
        for (int c = 0; c < h[i].length; c++) {
          sent[i][k] += h[i][c] * weights[l][c][k];
        }
      }
    }
    for (int i = 0; i < h.length; i++) {
      for (int k = 0; k < units; k++) {
        double received = maximum && graph.degree(i) > 0 ? Double.NEGATIVE_INFINITY : 0;
        for (int e = 0; e < graph.degree(i); e++) {
          double message = sent[graph.neighbor(i, e)][k];
          received = maximum ? Math.max(received, message) : received + message;
        }
        double z = own * sent[i][k] + received + biases[l][k];
        next[i][k] = l == weights.length - 1 ? z : Math.max(0, z);
      }
    }
    return next;
  }
}
