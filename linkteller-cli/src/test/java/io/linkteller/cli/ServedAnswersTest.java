package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class ServedAnswersTest {

  @Test
  void answersAreRoundedToSinglePrecision() throws Exception {
    Graph graph = Graph.builder(4).addEdge(0, 1).addEdge(2, 3).build();
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 2}, {3, 1}, {2, 2}, {1, 3}}));
    InferenceApi exact =
        GraphOwner.of(graph).serve(Gcn.builder().layers(2, 8, 2).dropout(0).seed(3).build());
    InferenceApi single = new ServedAnswers.Converter().convert("single").of(exact, nodes);
    DMatrixRMaj expected = exact.predict(nodes.query());
    DMatrixRMaj answer = single.predict(nodes.query());
    for (int i = 0; i < expected.data.length; i++) {
      assertEquals((float) expected.data[i], answer.data[i]);
    }
  }
}
