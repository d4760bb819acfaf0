package io.linkteller.attack.chosen;

import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** A graph convolutional network written out in dense matrices, with random weights and biases. */
final class ReluNetwork implements InferenceApi {

  static final int FEATURES = 5;

  private final DMatrixRMaj adjacency;
  private final DMatrixRMaj[] weights;
  private final DMatrixRMaj[] biases;

  private ReluNetwork(DMatrixRMaj adjacency, DMatrixRMaj[] weights, DMatrixRMaj[] biases) {
    this.adjacency = adjacency;
    this.weights = weights;
    this.biases = biases;
  }

  static ReluNetwork on(Graph graph, Aggregation aggregation, int depth, int logits, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DMatrixRMaj[] weights = new DMatrixRMaj[depth];
    DMatrixRMaj[] biases = new DMatrixRMaj[depth];
    for (int l = 0; l < depth; l++) {
      int in = l == 0 ? FEATURES : 24;
      int out = l == depth - 1 ? logits : 24;
      weights[l] = uniform(in, out, random);
      biases[l] = uniform(1, out, random);
    }
    return new ReluNetwork(normalized(graph, aggregation), weights, biases);
  }

  private static DMatrixRMaj uniform(int rows, int cols, SplittableRandom random) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < rows * cols; i++) {
      matrix.data[i] = 2 * random.nextDouble() - 1;
    }
    return matrix;
  }

  private static DMatrixRMaj normalized(Graph graph, Aggregation aggregation) {
    int n = graph.nodeCount();
    DMatrixRMaj a = new DMatrixRMaj(n, n);
    for (int u = 0; u < n; u++) {
      for (int w = 0; w < n; w++) {
        boolean edge = u != w && graph.hasEdge(w, u);
        double du = graph.degree(u);
        double dw = graph.degree(w);
        double first = edge && dw > 0 ? 1 / Math.sqrt(du * dw) : 0;
        double augmented = edge || u == w ? 1 / Math.sqrt((du + 1) * (dw + 1)) : 0;
        double identity = u == w ? 1 : 0;
        a.set(
            u,
            w,
            switch (aggregation) {
              case FIRST_ORDER -> identity + first;
              case AUGMENTED -> augmented;
              case AUGMENTED_WITH_IDENTITY -> identity + augmented;
              case RANDOM_WALK -> edge || u == w ? 1 / (du + 1) : 0;
            });
      }
    }
    return a;
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    DMatrixRMaj h = query.features().toDense();
    for (int l = 0; l < weights.length; l++) {
      DMatrixRMaj transformed = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(h, weights[l], transformed);
      DMatrixRMaj z = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(adjacency, transformed, z);
      for (int i = 0; i < z.getNumElements(); i++) {
        z.data[i] += biases[l].data[i % z.numCols];
        z.data[i] = l < weights.length - 1 ? Math.max(0, z.data[i]) : z.data[i];
      }
      h = z;
    }
    return h;
  }
}
