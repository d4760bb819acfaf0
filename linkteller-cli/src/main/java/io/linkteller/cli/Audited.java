package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * A model to audit, and its descriptions.
 *
 * @param isLocal whether it runs in this process
 * @param graph the graph that it is served on
 * @param model a readable description of the model and its origin
 * @param subject a short description of the subject of the audit
 * @param identity a digest of the model
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 */
record Audited(
    ServedData data,
    InferenceApi api,
    boolean isLocal,
    Graph graph,
    FeatureMatrix features,
    String model,
    String subject,
    String identity,
    double trainSeconds) {

  /**
   * Returns the utility of the predictions, or empty if the model is not local, since its queries
   * are not free.
   */
  OptionalDouble utility(Consumer<String> warnings) {
    try {
      return isLocal
          ? data.measured(api.predict(InferenceNodes.of(features).query()), warnings)
          : OptionalDouble.empty();
    } catch (Exception e) {
      // The attacks encounter the same failure and report the query.
      return OptionalDouble.empty();
    }
  }
}
