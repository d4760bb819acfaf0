package io.linkteller.eval.audit;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** A random graph, and features that say nothing of it. */
final class RandomInputs {

  private RandomInputs() {}

  /** Returns a graph in which each pair is an edge with probability {@code density}. */
  static Graph uniform(int nodes, double density) {
    SplittableRandom random = new SplittableRandom(3);
    Graph.Builder graph = Graph.builder(nodes);
    for (int u = 0; u < nodes; u++) {
      for (int v = u + 1; v < nodes; v++) {
        if (random.nextDouble() < density) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  static FeatureMatrix gaussian(int nodes, int columns) {
    SplittableRandom random = new SplittableRandom(4);
    DMatrixRMaj x = new DMatrixRMaj(nodes, columns);
    Arrays.setAll(x.data, i -> random.nextGaussian());
    return FeatureMatrix.dense(x);
  }
}
