package io.linkteller.models.sage;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;

/**
 * GraphSAGE (Hamilton, Ying, Leskovec, NIPS 2017): layer l computes H_l = relu(H_(l-1) W_l +
 * aggregate(H_(l-1)) N_l + b_l), the last layer without relu, where the aggregate of a node is the
 * mean or the elementwise maximum of its neighbors' rows, or 0 for a node without neighbors.
 * Equivalent to {@code SAGEConv} of PyTorch Geometric. Parameters are named {@code W1}, {@code N1},
 * {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * GraphSage model = GraphSage.builder().layers(1433, 32, 7).aggregator(Aggregator.MAX).build();
 * }</pre>
 */
public final class GraphSage extends LayeredModel<GraphSage> {

  /** The aggregation of the rows of a node's neighbors. */
  public enum Aggregator {
    /** The mean. */
    MEAN,
    /** The elementwise maximum. */
    MAX
  }

  GraphSage(Settings settings, Parameters parameters) {
    super(new GraphSageArchitecture(), settings, parameters);
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder with the values of given settings.
   *
   * @param settings the settings of a model of this architecture
   * @return a builder
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown
   */
  public static Builder builder(Settings settings) {
    Builder builder = builder().plan(LayerPlan.of(new GraphSageArchitecture().check(settings)));
    return builder.aggregator(GraphSageArchitecture.aggregator(settings));
  }

  @Override
  public GraphSage withParameters(Parameters other) {
    return new GraphSage(settings(), other);
  }

  /** Builds a {@link GraphSage}. Not safe for use by several threads. */
  public static final class Builder extends ModelBuilder<GraphSage, Builder> {

    private Aggregator aggregator = Aggregator.MEAN;

    private Builder() {
      super(new GraphSageArchitecture());
    }

    /**
     * Sets the aggregation of the rows of neighbors.
     *
     * @param aggregator the aggregation; default {@link Aggregator#MEAN}
     * @return this builder
     */
    public Builder aggregator(Aggregator aggregator) {
      this.aggregator = aggregator;
      return this;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      return GraphSageArchitecture.settings(plan, aggregator);
    }

    @Override
    protected GraphSage model(Settings settings, Parameters parameters) {
      return new GraphSage(settings, parameters);
    }
  }
}
