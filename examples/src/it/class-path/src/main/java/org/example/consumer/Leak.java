package org.example.consumer;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;

/**
 * Serves an untrained GCN on a path of four nodes and attacks it. The build verifies that users can
 * compile and run this code with the published modules on the class path.
 */
public final class Leak {

  private static final Graph PATH =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();

  private Leak() {}

  /** Returns how well the attack recovers the path from the unprotected model. */
  public static EdgeMetrics measure() {
    return measure(GraphOwner.of(PATH));
  }

  /** Returns how well the attack recovers the path if LapGraph with this ε perturbs it. */
  public static EdgeMetrics measureProtected(double epsilon) {
    return measure(GraphOwner.of(PATH).protectedBy(LapGraph.withEpsilon(epsilon)));
  }

  private static EdgeMetrics measure(GraphOwner alice) {
    FeatureMatrix x = FeatureMatrix.dense(new double[][] {{1, 2}, {2, 1}, {3, 1}, {1, 3}});
    InferenceApi api = alice.serve(Gcn.builder().layers(2, 8, 2).build());
    LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(x), 0.5);
    return EdgeMetrics.of(found.toGraph(), PATH);
  }
}
