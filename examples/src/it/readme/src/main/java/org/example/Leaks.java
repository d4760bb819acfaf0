package org.example;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.choice.AutoAttack;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/** What the README shows, with the modules that its POM names. */
final class Leaks {

  private Leaks() {}

  static void print(Function<double[][], double[][]> client, double[][] features, int[] targets) {
    InferenceApi api =
        query -> new DMatrixRMaj(client.apply(query.features().toDense().get2DData()));
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(features)).targeting(targets);
    LinkPrediction found = AutoAttack.builder().build().run(api, nodes, 0.01);
    for (ScoredPair edge : found.edges()) {
      System.out.println(edge.u() + " - " + edge.v() + "  " + edge.score());
    }
  }

  static LeakageAuditReport audit(InferenceApi api, Graph graph, InferenceNodes nodes) {
    return LeakageAudit.builder().build().run(api, graph, nodes);
  }
}
