package org.example;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.choice.AutoAttack;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.List;
import java.util.function.BiFunction;
import org.ejml.data.DMatrixRMaj;

/** An attack and an audit, which must compile with the dependencies in the POM. */
final class Leaks {

  private Leaks() {}

  static LinkPrediction attack(
      BiFunction<List<Integer>, double[][], double[][]> client,
      double[][] features,
      int[] targets) {
    InferenceApi api =
        query ->
            new DMatrixRMaj(client.apply(query.nodes(), query.features().toDense().get2DData()));
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(features)).targeting(targets);
    return LinkTeller.auto().run(api, nodes, 0.01);
  }

  static LeakageAuditReport audit(InferenceApi api, Graph graph, InferenceNodes nodes) {
    return LeakageAudit.builder().build().run(api, graph, nodes);
  }
}
