package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/**
 * What every model of several layers is built from: widths, dropout, and how its first parameters
 * are drawn. The builder of an architecture adds what is its own. Not safe for use by several
 * threads.
 *
 * @param <M> the model
 * @param <B> the builder's own type
 */
public abstract class ModelBuilder<M extends GnnModel<M>, B extends ModelBuilder<M, B>> {

  private IntList widths = IntImmutableList.of();
  private double inputDropout;
  private double dropout;
  private final Architecture architecture;
  private Initialization initialization;
  private long seed;

  /**
   * Starts without layers.
   *
   * @param architecture the kind of model
   */
  protected ModelBuilder(Architecture architecture) {
    this.architecture = architecture;
    this.initialization = architecture.initialization();
  }

  /**
   * Returns this builder, as what it is.
   *
   * @return this builder
   */
  protected abstract B self();

  /**
   * Returns the settings of the model.
   *
   * @param plan widths and dropout
   * @return the settings
   * @throws IllegalArgumentException if settings do not fit each other
   */
  protected abstract Settings settings(LayerPlan plan);

  /**
   * Returns the model.
   *
   * @param settings its settings
   * @param parameters its parameters, drawn or given
   * @return the model
   * @throws IllegalArgumentException if a setting is out of range, or a parameter is missing, of
   *     another shape or left over
   */
  protected abstract M model(Settings settings, Parameters parameters);

  /**
   * Sets the widths: d features, the hidden widths, c logits. One number more than there are
   * layers.
   *
   * @param widths at least two numbers, each at least 1
   * @return this builder
   * @throws IllegalArgumentException if there are fewer than two numbers or one is below 1
   */
  public final B layers(int... widths) {
    this.widths = Widths.of(widths);
    return self();
  }

  /**
   * Sets widths and dropout together.
   *
   * @param plan widths and dropout
   * @return this builder
   */
  public final B plan(LayerPlan plan) {
    this.widths = plan.widths();
    this.inputDropout = plan.inputDropout();
    this.dropout = plan.dropout();
    return self();
  }

  /**
   * Sets the share of hidden activations dropped in training.
   *
   * @param rate p, in [0, 1); default 0
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public final B dropout(double rate) {
    this.dropout = Dropout.checkRate("dropout", rate);
    return self();
  }

  /**
   * Sets the share of input features dropped in training. Kipf and Welling drop as many of them as
   * of hidden activations, and so do Veličković et al.
   *
   * @param rate p, in [0, 1); default 0. Above 0 the features to train on must be sparse or dense,
   *     not standardized
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public final B inputDropout(double rate) {
    this.inputDropout = Dropout.checkRate("inputDropout", rate);
    return self();
  }

  /**
   * Sets how initial parameters are drawn.
   *
   * @param initialization the default is the architecture's
   * @return this builder
   */
  public final B initialization(Initialization initialization) {
    this.initialization = initialization;
    return self();
  }

  /**
   * Sets the seed of the initial parameters.
   *
   * @param seed default 0
   * @return this builder
   */
  public final B seed(long seed) {
    this.seed = seed;
    return self();
  }

  /**
   * Builds the model.
   *
   * @return an untrained model
   * @throws IllegalStateException if {@link #layers} was not called
   * @throws IllegalArgumentException if settings do not fit each other
   */
  public final M build() {
    Settings settings = settings(plan());
    return model(
        settings,
        ParameterSpec.drawAll(
            architecture.parameters(settings), initialization, new SplittableRandom(seed)));
  }

  /**
   * Builds the model with given parameters instead of drawing them.
   *
   * @param parameters matrices of the names and shapes that the settings ask for
   * @return the model
   * @throws IllegalStateException if {@link #layers} was not called
   * @throws IllegalArgumentException if settings do not fit each other, or a parameter is missing,
   *     of another shape or left over
   */
  public final M build(Parameters parameters) {
    return model(settings(plan()), parameters);
  }

  private LayerPlan plan() {
    if (widths.isEmpty()) {
      throw new IllegalStateException("layers(...) was not called");
    }
    return new LayerPlan(widths, inputDropout, dropout);
  }
}
