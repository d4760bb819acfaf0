package io.linkteller.testkit.contract;

import io.linkteller.defense.QueryGuard;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.testing.fixture.RandomMixing;
import io.linkteller.testkit.arbitrary.ModelArbitraries;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Group;
import org.ejml.data.DMatrixRMaj;

/** Served models keep the contract of black boxes and the statements of the paper. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
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
      List<Normalization> all = List.of(Normalization.values());
      GnnModel model =
          Gcn.builder()
              .layers(4, 5, 5, 2)
              .with(Normalization.SETTING, all.get(Math.floorMod(graph.hashCode(), all.size())))
              .build();
      Recompute recompute =
          graph.edgeCount() % 2 == 0 ? Recompute.CHANGED_ROWS : Recompute.EVERYTHING;
      return GraphOwner.of(graph)
          .serve(ModelArbitraries.randomized(model, graph.hashCode()), recompute);
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

  /** Each graph with one of the normalizations. */
  @Group
  class OneLayer implements Proposition1 {

    private Normalization normalization(Graph graph) {
      List<Normalization> all = List.of(Normalization.values());
      return all.get(Math.floorMod(graph.hashCode(), all.size()));
    }

    private GnnModel model(Normalization normalization) {
      return ModelArbitraries.randomized(
          Gcn.builder().layers(4, 3).with(Normalization.SETTING, normalization).build(), 3);
    }

    @Override
    public InferenceApi serve(Graph graph) {
      return GraphOwner.of(graph).serve(model(normalization(graph)));
    }

    @Override
    public DMatrixRMaj weights() {
      return model(Normalization.FIRST_ORDER_GCN).parameters().get("W1");
    }

    @Override
    public double normalizedAdjacency(Graph graph, int u, int v) {
      return normalization(graph).of(graph).get(u, v);
    }
  }

  @Group
  class Probabilities implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return ShownOutputs.probabilities(new RandomMixing(), Posterior.SOFTMAX);
    }

    @Override
    public InferenceNodes nodes() {
      return RandomMixing.nodes();
    }
  }

  @Group
  class BehindAGuard implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return QueryGuard.builder(RandomMixing.NODES).build().guarding(new RandomMixing());
    }

    @Override
    public InferenceNodes nodes() {
      return RandomMixing.nodes();
    }
  }
}
