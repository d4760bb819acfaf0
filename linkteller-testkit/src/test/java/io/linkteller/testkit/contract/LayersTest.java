package io.linkteller.testkit.contract;

import io.linkteller.graph.Graph;
import io.linkteller.models.appnp.Appnp;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.DeepGcn;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.gin.Gin;
import io.linkteller.models.layer.ActivationLayer;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Layer;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.testkit.arbitrary.ModelArbitraries;
import net.jqwik.api.Group;

/** The layers of every architecture of the library keep the contract. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class LayersTest {

  /** Returns one layer of a model with random parameters. */
  private static <M extends GnnModel<M>> Layer layer(
      GnnModel<M> untrained, int index, Graph graph) {
    M model = ModelArbitraries.randomized(untrained, 11);
    return Architecture.named(model.settings().architecture())
        .stages(model.settings(), model.parameters(), graph)
        .get(index)
        .layer();
  }

  @Group
  class Linear implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return LayersTest.layer(Mlp.builder().layers(5, 3).build(), 0, graph);
    }

    @Override
    public int hops() {
      return 0;
    }
  }

  @Group
  class GcnLayer implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Gcn model = Gcn.builder().layers(4, 9).normalization(Normalization.FIRST_ORDER_GCN).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class GcnLayerThatNarrows implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Gcn model = Gcn.builder().layers(9, 2).normalization(Normalization.AUG_RWALK).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class GatLayerWithHeads implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Gat model = Gat.builder().layers(4, 3, 2).heads(2, 1).skip(true).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class GatLayerWithoutSkip implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Gat model = Gat.builder().layers(3, 2).heads(3).skip(false).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class GinLayer implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Gin model = Gin.builder().layers(4, 5, 3).trainedEpsilon(true).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class MeanSage implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      GraphSage model =
          GraphSage.builder().layers(4, 3).aggregator(GraphSage.Aggregator.MEAN).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class MaxSage implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      GraphSage model =
          GraphSage.builder().layers(4, 3).aggregator(GraphSage.Aggregator.MAX).build();
      return LayersTest.layer(model, 0, graph);
    }
  }

  @Group
  class PersonalizedPropagation implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      Appnp model = Appnp.builder().layers(4, 3).steps(3).teleport(0.2).build();
      int last =
          Architecture.named("appnp").stages(model.settings(), model.parameters(), graph).size()
              - 1;
      return LayersTest.layer(model, last, graph);
    }

    @Override
    public int hops() {
      return 3;
    }
  }

  @Group
  class DeepGcnLayer implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      DeepGcn model =
          DeepGcn.builder()
              .layers(4, 6, 6, 2)
              .residual(true)
              .norm(DeepGcn.Norm.LAYER)
              .jump(DeepGcn.Jump.CONCAT)
              .build();
      return LayersTest.layer(model, 0, graph);
    }

    @Override
    public int hops() {
      return 3;
    }
  }

  @Group
  class EluLayer implements LayerContract {
    @Override
    public Layer layer(Graph graph) {
      return new ActivationLayer(Activation.ELU, 4, 0.3);
    }

    @Override
    public int hops() {
      return 0;
    }
  }
}
