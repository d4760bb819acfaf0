package io.linkteller.attack.chosen;

import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What attacks learn of small networks before they look at targets. */
final class SmallModels {

  private SmallModels() {}

  static Oracle oracle(InferenceApi api, int n) {
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[n][ReluNetwork.FEATURES]));
    return new Oracle(api, nodes, UniformFeatures.x0(nodes, 42), 1e9, (answered, total) -> {}, 99);
  }

  static int[] rows(int n) {
    return IntStream.range(0, n).toArray();
  }

  static Reconnaissance explored(InferenceApi api, int n) {
    return Reconnaissance.of(oracle(api, n), rows(n), 42);
  }

  static Reconnaissance explored(Graph graph, Aggregation aggregation, int depth, int logits) {
    return explored(ReluNetwork.on(graph, aggregation, depth, logits, 4), graph.nodeCount());
  }

  /** Returns the number of queries after which the attack knows the model. */
  static int queriesToIdentify(InferenceApi api, InferenceNodes nodes) {
    AtomicInteger asked = new AtomicInteger();
    ChosenFeatureAttack.builder()
        .onProgress((answered, total) -> asked.set(answered))
        .build()
        .diagnose(api, nodes);
    return asked.get();
  }

  static Graph graph(int n, int... ends) {
    Graph.Builder builder = Graph.builder(n);
    for (int e = 0; e < ends.length; e += 2) {
      builder.addEdge(ends[e], ends[e + 1]);
    }
    return builder.build();
  }
}
