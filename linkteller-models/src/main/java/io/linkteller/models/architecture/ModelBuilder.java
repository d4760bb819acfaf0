package io.linkteller.models.architecture;

import io.linkteller.models.network.Dropout;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/**
 * Base class of the builders of models: widths, dropout and the initialization of parameters. The
 * builder of an architecture adds its own settings. Not safe for use by several threads.
 *
 * @param <M> the model
 * @param <B> the type of the builder itself
 */
public abstract class ModelBuilder<M extends GnnModel<M>, B extends ModelBuilder<M, B>> {

  private IntList widths = IntImmutableList.of();
  private double inputDropout;
  private double dropout;
  private final Architecture architecture;
  private Initialization initialization;
  private long seed;

  /**
   * Creates a builder without layers.
   *
   * @param architecture the architecture
   */
  protected ModelBuilder(Architecture architecture) {
    this.architecture = architecture;
    this.initialization = architecture.initialization();
  }

  /** {@return this builder} */
  protected abstract B self();

  /**
   * Returns the settings of the model.
   *
   * @param plan the widths and dropout rates
   * @return the settings
   * @throws IllegalArgumentException if settings are inconsistent
   */
  protected abstract Settings settings(LayerPlan plan);

  /**
   * Creates the model.
   *
   * @param settings the settings
   * @param parameters the initial or given parameters
   * @return the model
   * @throws IllegalArgumentException if a setting is out of range, or a parameter is missing,
   *     superfluous or of the wrong shape
   */
  protected abstract M model(Settings settings, Parameters parameters);

  /**
   * Sets the widths: d features, the hidden widths, c logits. A model of k layers has k + 1 widths.
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
   * Sets widths and dropout rates together.
   *
   * @param plan the widths and dropout rates
   * @return this builder
   */
  public final B plan(LayerPlan plan) {
    this.widths = plan.widths();
    this.inputDropout = plan.inputDropout();
    this.dropout = plan.dropout();
    return self();
  }

  /**
   * Sets the dropout rate of hidden activations in training.
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
   * Sets the dropout rate of input features in training. Kipf and Welling and Veličković et al. use
   * the same rate as for hidden activations.
   *
   * @param rate p, in [0, 1); default 0. If it is positive, the features to train on must be sparse
   *     or dense, not standardized
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public final B inputDropout(double rate) {
    this.inputDropout = Dropout.checkRate("inputDropout", rate);
    return self();
  }

  /**
   * Sets the initialization of parameters.
   *
   * @param initialization the initialization; default that of the architecture
   * @return this builder
   */
  public final B initialization(Initialization initialization) {
    this.initialization = initialization;
    return self();
  }

  /**
   * Sets the seed from which the initial parameters are drawn.
   *
   * @param seed the seed; default 0
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
   * @throws IllegalArgumentException if settings are inconsistent
   */
  public final M build() {
    Settings settings = settings(plan());
    return model(
        settings,
        ParameterSpec.drawAll(
            architecture.parameters(settings), initialization, new SplittableRandom(seed)));
  }

  /**
   * Builds the model with given parameters.
   *
   * @param parameters parameters with the names and shapes that the settings imply
   * @return the model
   * @throws IllegalStateException if {@link #layers} was not called
   * @throws IllegalArgumentException if settings are inconsistent, or a parameter is missing,
   *     superfluous or of the wrong shape
   */
  public final M build(Parameters parameters) {
    return model(settings(plan()), parameters);
  }

  private LayerPlan plan() {
    if (widths.isEmpty()) {
      throw new IllegalStateException("layers(...) must be called first");
    }
    return new LayerPlan(widths, inputDropout, dropout);
  }
}
