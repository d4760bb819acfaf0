package io.linkteller.testkit.contract;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.testkit.arbitrary.ModelArbitraries;
import io.linkteller.testkit.fixture.RandomMixing;
import java.util.SplittableRandom;
import net.jqwik.api.Group;
import org.ejml.data.DMatrixRMaj;

/** Served models keep the contract of black boxes and the statements of the paper. */
class ServedModelsTest {

  private static Graph ring() {
    Graph.Builder graph = Graph.builder(17);
    for (int v = 0; v < 15; v++) {
      graph.addEdge(v, v + 1);
    }
    return graph.addEdge(3, 9).addEdge(0, 5).build();
  }

  private static InferenceNodes nodes(int features) {
    return InferenceNodes.of(
        FeatureMatrix.dense(Inputs.uniform(17, features, new SplittableRandom(5))));
  }

  @Group
  class GcnByChangedRows implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return GraphOwner.of(ring())
          .serve(ModelArbitraries.randomized(Gcn.builder().layers(3, 6, 2).build(), 1));
    }

    @Override
    public InferenceNodes nodes() {
      return ServedModelsTest.nodes(3);
    }

    @Override
    public double tolerance() {
      return 1e-11;
    }
  }

  @Group
  class GatByFullPasses implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return GraphOwner.of(ring())
          .serve(
              ModelArbitraries.randomized(Gat.builder().layers(3, 6, 2).heads(2, 1).build(), 1),
              Recompute.EVERYTHING);
    }

    @Override
    public InferenceNodes nodes() {
      return ServedModelsTest.nodes(3);
    }

    @Override
    public double tolerance() {
      return 1e-11;
    }
  }

  @Group
  class AModelThatKnowsNothingOfEdits implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return new RandomMixing();
    }

    @Override
    public InferenceNodes nodes() {
      return RandomMixing.nodes();
    }
  }

  @Group
  class Theorem1ForThreeLayers implements Theorem1 {
    @Override
    public InferenceApi serve(Graph graph) {
      return GraphOwner.of(graph)
          .serve(ModelArbitraries.randomized(Gcn.builder().layers(4, 5, 5, 2).build(), 1));
    }

    @Override
    public int hops() {
      return 3;
    }

    @Override
    public int featureCount() {
      return 4;
    }
  }

  @Group
  class Theorem1ForGraphSage implements Theorem1 {
    @Override
    public InferenceApi serve(Graph graph) {
      return GraphOwner.of(graph)
          .serve(ModelArbitraries.randomized(GraphSage.builder().layers(4, 5, 2).build(), 1));
    }

    @Override
    public int hops() {
      return 2;
    }

    @Override
    public int featureCount() {
      return 4;
    }
  }

  @Group
  class AnMlpLeaksNothing implements Theorem1 {
    @Override
    public InferenceApi serve(Graph graph) {
      return GraphOwner.of(graph)
          .serve(ModelArbitraries.randomized(Mlp.builder().layers(4, 5, 2).build(), 1));
    }

    @Override
    public int hops() {
      return 0;
    }

    @Override
    public int featureCount() {
      return 4;
    }
  }

  @Group
  class Proposition1ForTheFirstOrderNormalization implements Proposition1 {

    private final Gcn model =
        ModelArbitraries.randomized(
            Gcn.builder().layers(4, 3).normalization(Normalization.FIRST_ORDER_GCN).build(), 3);

    @Override
    public InferenceApi serve(Graph graph) {
      return GraphOwner.of(graph).serve(model);
    }

    @Override
    public DMatrixRMaj weights() {
      return model.parameters().get("W1");
    }

    @Override
    public double normalizedAdjacency(Graph graph, int u, int v) {
      CsrMatrix normalized = Normalization.FIRST_ORDER_GCN.of(graph);
      return normalized.get(u, v);
    }
  }
}
