package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.Network;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.parallel.Workers;
import java.util.SplittableRandom;

/**
 * A model of any {@link Architecture}, given by settings and parameters. Immutable. An architecture
 * with its own builder extends this class with the type that the builder returns; for all others
 * {@link #of} is sufficient.
 *
 * @param <M> the type of the model itself
 */
public abstract class LayeredModel<M extends LayeredModel<M>> implements GnnModel<M> {

  private final Architecture architecture;
  private final Settings settings;
  private final Parameters parameters;

  /**
   * Creates a model.
   *
   * @param architecture the architecture
   * @param settings its settings
   * @param parameters its parameters
   * @throws IllegalArgumentException if the settings belong to another architecture, a setting is
   *     missing, malformed, out of range or unknown, or a parameter is missing, superfluous or of
   *     the wrong shape
   */
  protected LayeredModel(Architecture architecture, Settings settings, Parameters parameters) {
    settings.requireArchitecture(architecture.name());
    this.architecture = architecture;
    this.settings = settings;
    this.parameters = ParameterSpec.checkAll(architecture.parameters(settings), parameters);
  }

  /** A model of an architecture without its own model type. */
  private static final class Plain extends LayeredModel<Plain> {

    Plain(Architecture architecture, Settings settings, Parameters parameters) {
      super(architecture, settings, parameters);
    }

    @Override
    public Plain withParameters(Parameters other) {
      return new Plain(architecture(), settings(), other);
    }
  }

  /**
   * Returns a model with given parameters.
   *
   * @param architecture the architecture
   * @param settings its settings
   * @param parameters its parameters
   * @return the model
   * @throws IllegalArgumentException if the settings belong to another architecture, a setting is
   *     missing, malformed, out of range or unknown, or a parameter is missing, superfluous or of
   *     the wrong shape
   */
  public static LayeredModel<?> of(
      Architecture architecture, Settings settings, Parameters parameters) {
    return new Plain(architecture, settings, parameters);
  }

  /**
   * Returns an untrained model with the default initialization of the architecture.
   *
   * @param architecture the architecture
   * @param settings its settings
   * @param seed the seed of the initial parameters
   * @return the model
   * @throws IllegalArgumentException if the settings belong to another architecture, or one of them
   *     is missing, malformed, out of range or unknown
   */
  public static LayeredModel<?> untrained(Architecture architecture, Settings settings, long seed) {
    return of(
        architecture,
        settings,
        ParameterSpec.drawAll(
            architecture.parameters(settings),
            architecture.initialization(),
            new SplittableRandom(seed)));
  }

  /** {@return the architecture} */
  public final Architecture architecture() {
    return architecture;
  }

  @Override
  public final Settings settings() {
    return settings;
  }

  @Override
  public final Parameters parameters() {
    return parameters;
  }

  @Override
  public final int inputWidth() {
    return architecture.inputWidth(settings);
  }

  @Override
  public final int outputWidth() {
    return architecture.outputWidth(settings);
  }

  @Override
  public final Network on(Graph graph, Workers workers) {
    return new Network(architecture.stages(settings, parameters, graph), workers);
  }

  /** Returns the simple name of the class followed by the settings. */
  @Override
  public String toString() {
    return (this instanceof Plain ? architecture.name() : getClass().getSimpleName()) + settings;
  }
}
