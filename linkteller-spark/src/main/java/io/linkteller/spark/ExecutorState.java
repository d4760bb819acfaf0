package io.linkteller.spark;

import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.audit.EdgeRanking;
import io.linkteller.models.audit.EdgeScores;
import io.linkteller.models.audit.InfluenceStream;
import io.linkteller.models.weights.ModelWeights;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * The state that the tasks of one Java process share: the graph, the activations of one forward
 * pass, and the order of the edges. Every executor computes them once from the same files; the
 * results are bit-identical. Only the state of the latest audit is kept.
 */
final class ExecutorState {

  private static @Nullable ExecutorState latest;

  private final String id;
  private final InfluenceStream stream;
  private final EdgeScores template;
  private @Nullable EdgeRanking ranking;

  private ExecutorState(String id, InfluenceStream stream) {
    this.id = id;
    this.stream = stream;
    this.template = EdgeScores.zero(stream.graph());
  }

  static synchronized ExecutorState of(AuditInputs inputs) {
    ExecutorState known = latest;
    if (known == null || !known.id.equals(inputs.id())) {
      known = new ExecutorState(inputs.id(), open(inputs));
      latest = known;
    }
    return known;
  }

  private static InfluenceStream open(AuditInputs inputs) {
    Graph graph = BinaryDataset.readGraph(inputs.graphFile());
    FeatureMatrix features = BinaryDataset.readFeatures(inputs.featureFile());
    ModelWeights weights = ModelWeights.read(inputs.weightFile());
    GnnModel model =
        weights.settings().isPresent()
            ? weights.model()
            : Gcn.ofParameters(weights.parameters(), Normalization.FIRST_ORDER_GCN);
    FeatureMatrix x =
        weights.scaler().isPresent() ? weights.scaler().get().transform(features) : features;
    return InfluenceStream.of(model, graph, x, Runtime.getRuntime().availableProcessors());
  }

  InfluenceStream stream() {
    return stream;
  }

  /** Returns the scores of the edges whose later node is in a range. */
  double[] scores(int from, int to) {
    EdgeScores scores = template;
    for (int v = from; v < to; v++) {
      scores.compute(v, stream);
    }
    return scores.copy(scores.begin(from), scores.begin(to));
  }

  /** Returns the edges in order of their scores, which are sorted once. */
  synchronized EdgeRanking ranking(Broadcast<double[]> scores) {
    EdgeRanking known = ranking;
    if (known == null) {
      EdgeScores all = EdgeScores.zero(stream.graph());
      all.set(0, scores.value());
      known = EdgeRanking.of(all);
      ranking = known;
    }
    return known;
  }
}
