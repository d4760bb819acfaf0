package io.linkteller.models.architecture;

import io.linkteller.models.operator.Dropout;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Builds a model of any architecture from its widths, dropout rates, architecture-specific {@link
 * Setting}s and parameter initialization. Not safe for use by several threads.
 *
 * <pre>{@code
 * GnnModel model =
 *     Gcn.builder().layers(3170, 256, 2).with(Normalization.SETTING, AUG_NORM_ADJ).build();
 * }</pre>
 */
public final class ModelBuilder {

  private final Architecture architecture;

  /** The values of the architecture-specific settings. */
  private Settings own;

  private IntList widths = IntImmutableList.of();
  private double inputDropout;
  private double dropout;
  private Initialization initialization;
  private long seed;

  private ModelBuilder(Architecture architecture, Settings own) {
    this.architecture = architecture;
    this.own = own;
    this.initialization = architecture.initialization();
  }

  /**
   * Returns a builder with the defaults of an architecture.
   *
   * @param architecture the architecture
   * @return the builder
   */
  public static ModelBuilder of(Architecture architecture) {
    Settings own = Settings.of(architecture.name());
    for (Setting<?> setting : architecture.settings()) {
      own = own.with(setting.name(), setting.initialText());
    }
    return new ModelBuilder(architecture, own);
  }

  /**
   * Sets a setting of the architecture.
   *
   * @param <T> the type of its values
   * @param setting one of {@link Architecture#settings()}
   * @param value the value
   * @return this builder
   * @throws IllegalArgumentException if the architecture has no such setting, or the value is out
   *     of range
   */
  public <T> ModelBuilder with(Setting<T> setting, T value) {
    requireSetting(setting.name());
    own = own.with(setting.name(), setting.textOf(value));
    return this;
  }

  /**
   * Sets a setting of the architecture to a value given as text, which {@link #build} checks.
   *
   * @param name the name of one of {@link Architecture#settings()}
   * @param value the value
   * @return this builder
   * @throws IllegalArgumentException if the architecture has no such setting
   */
  public ModelBuilder with(String name, String value) {
    requireSetting(name);
    own = own.with(name, value);
    return this;
  }

  /**
   * Returns whether the architecture has a setting.
   *
   * @param name its name
   * @return whether it is one of {@link Architecture#settings()}
   */
  public boolean hasSetting(String name) {
    return own.byName().containsKey(name);
  }

  private void requireSetting(String name) {
    if (!hasSetting(name)) {
      throw new IllegalArgumentException(
          "a "
              + architecture.name()
              + " has no setting "
              + name
              + "; its settings are "
              + architecture.settings().stream().map(Setting::name).toList());
    }
  }

  /**
   * Sets the widths: the number of features d, the hidden widths and the number of logits c. A
   * model of k layers has k + 1 widths.
   *
   * @param widths at least two numbers, each at least 1
   * @return this builder
   * @throws IllegalArgumentException if there are fewer than two numbers or one is below 1
   */
  public ModelBuilder layers(int... widths) {
    this.widths = LayerPlan.checked(widths);
    return this;
  }

  /**
   * Sets the widths to those of the weights {@code W1}, {@code W2}, ...
   *
   * @param parameters the parameters of a sequence of layers, numbered without gaps
   * @return this builder
   * @throws IllegalArgumentException if there is no {@code W1}
   */
  public ModelBuilder layersOf(Parameters parameters) {
    IntArrayList found = IntArrayList.of(parameters.get("W1").numRows);
    for (int l = 1; parameters.names().contains("W" + l); l++) {
      found.add(parameters.get("W" + l).numCols);
    }
    return layers(found.toIntArray());
  }

  /**
   * Sets the dropout rate of hidden activations in training.
   *
   * @param rate p, in [0, 1); default 0
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public ModelBuilder dropout(double rate) {
    this.dropout = Dropout.checkRate("dropout", rate);
    return this;
  }

  /**
   * Sets the dropout rate of input features in training. Kipf and Welling, like Veličković et al.,
   * use the same rate as for hidden activations.
   *
   * @param rate p, in [0, 1); default 0. If it is positive, training features must be sparse or
   *     dense, not standardized
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public ModelBuilder inputDropout(double rate) {
    this.inputDropout = Dropout.checkRate("inputDropout", rate);
    return this;
  }

  /**
   * Sets the initialization of parameters.
   *
   * @param initialization the initialization; by default, that of the architecture
   * @return this builder
   */
  public ModelBuilder initialization(Initialization initialization) {
    this.initialization = initialization;
    return this;
  }

  /**
   * Sets the seed from which the initial parameters are drawn.
   *
   * @param seed the seed; default 0
   * @return this builder
   */
  public ModelBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /**
   * Builds the model.
   *
   * @return an untrained model
   * @throws IllegalStateException if {@link #layers} was not called
   * @throws IllegalArgumentException if settings are inconsistent
   */
  public GnnModel build() {
    return GnnModel.untrained(architecture, settings(), initialization, seed);
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
  public GnnModel build(Parameters parameters) {
    return GnnModel.of(architecture, settings(), parameters);
  }

  private Settings settings() {
    if (widths.isEmpty()) {
      throw new IllegalStateException("layers(...) must be called first");
    }
    Settings settings =
        Settings.of(architecture.name()).with(LayerPlan.LAYERS, widths.toIntArray());
    for (Setting<?> setting : architecture.settings()) {
      settings = settings.with(setting.name(), own.text(setting.name()));
    }
    return settings
        .with(LayerPlan.INPUT_DROPOUT, Double.toString(inputDropout))
        .with(LayerPlan.DROPOUT, Double.toString(dropout));
  }
}
