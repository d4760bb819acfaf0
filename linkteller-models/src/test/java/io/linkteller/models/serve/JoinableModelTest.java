package io.linkteller.models.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class JoinableModelTest {

  private static final Graph PATH =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
  private static final GnnModel MODEL = Gcn.builder().layers(2, 5, 3).seed(4).build();
  private static final FeatureMatrix X =
      FeatureMatrix.dense(new double[][] {{1, 2}, {3, -4}, {5, 6}, {-7, 8}});

  private static JoiningNodes leafAtOneAndThree() {
    JoiningNodes.Builder nodes = JoiningNodes.builder();
    int own = nodes.leafAt(1);
    nodes.link(own, 3);
    return nodes.build();
  }

  private static DMatrixRMaj onJoined(Graph joined, double... own) {
    double[][] x = {{1, 2}, {3, -4}, {5, 6}, {-7, 8}, own};
    InferenceQuery query =
        InferenceNodes.of(FeatureMatrix.dense(x)).query().observing(IntList.of(4));
    return GraphOwner.of(joined).serve(MODEL).predict(query);
  }

  @Test
  void aJoinedNodeIsAnsweredOnTheJoinedGraph() throws Exception {
    Graph joined =
        Graph.builder(5)
            .addEdge(0, 1)
            .addEdge(1, 2)
            .addEdge(2, 3)
            .addEdge(4, 1)
            .addEdge(4, 3)
            .build();
    InferenceApi api =
        GraphOwner.of(PATH).serve(MODEL).joinable(X, JoiningLimits.NONE).join(leafAtOneAndThree());
    InferenceQuery own = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{0.5, -1}})).query();
    assertArrayEquals(onJoined(joined, 0.5, -1).data, api.predict(own).data, 1e-12);
    InferenceQuery edited = own.with(FeatureEdit.replacing(0, new double[] {9, 9}));
    assertArrayEquals(onJoined(joined, 9, 9).data, api.predict(edited).data, 1e-12);
  }

  /** The links of a node that joins are not perturbed, and the perturbed edges stay. */
  @Test
  void joiningKeepsThePerturbedGraph() throws Exception {
    Graph perturbed = Graph.builder(4).addEdge(0, 3).addEdge(1, 2).build();
    Graph joined = Graph.builder(5).addEdge(0, 3).addEdge(1, 2).addEdge(4, 1).addEdge(4, 3).build();
    InferenceApi api =
        GraphOwner.of(PATH)
            .protectedForExperimentsBy(
                graph ->
                    new PerturbedGraph(
                        perturbed,
                        new PrivacyGuarantee("fixed", 1, NeighboringGraphs.ONE_EDGE).seeded()))
            .acceptingUncoveredWeights()
            .serve(MODEL)
            .joinable(X, JoiningLimits.NONE)
            .join(leafAtOneAndThree());
    InferenceQuery own = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{0.5, -1}})).query();
    assertArrayEquals(onJoined(joined, 0.5, -1).data, api.predict(own).data, 1e-12);
  }
}
