package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import java.util.SplittableRandom;

/**
 * A model of any {@link Architecture}: settings and parameters, whose layers follow one another on
 * a graph. Immutable. Architectures with a builder of their own extend it with the type that the
 * builder returns; for all others {@link #of} is enough.
 *
 * @param <M> the model's own type
 */
public abstract class LayeredModel<M extends LayeredModel<M>> implements GnnModel<M> {

  private final Architecture architecture;
  private final Settings settings;
  private final Parameters parameters;

  /**
   * Checks settings and parameters.
   *
   * @param architecture the kind of model
   * @param settings its settings
   * @param parameters its parameters
   * @throws IllegalArgumentException if the settings are of another architecture, a setting is
   *     missing, malformed, out of range or unknown, or a parameter is missing, of another shape or
   *     left over
   */
  protected LayeredModel(Architecture architecture, Settings settings, Parameters parameters) {
    settings.requireArchitecture(architecture.name());
    this.architecture = architecture;
    this.settings = settings;
    this.parameters = ParameterSpec.checkAll(architecture.parameters(settings), parameters);
  }

  /** A model whose architecture has no type for it. */
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
   * @param architecture the kind of model
   * @param settings its settings
   * @param parameters its parameters
   * @return the model
   * @throws IllegalArgumentException if the settings are of another architecture, a setting is
   *     missing, malformed, out of range or unknown, or a parameter is missing, of another shape or
   *     left over
   */
  public static LayeredModel<?> of(
      Architecture architecture, Settings settings, Parameters parameters) {
    return new Plain(architecture, settings, parameters);
  }

  /**
   * Returns an untrained model, its parameters drawn as the architecture does by default.
   *
   * @param architecture the kind of model
   * @param settings its settings
   * @param seed the seed of the parameters
   * @return the model
   * @throws IllegalArgumentException if the settings are of another architecture, or one is
   *     missing, malformed, out of range or unknown
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

  /** Returns the kind of model. */
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

  /** Returns the name of the type and the settings. */
  @Override
  public String toString() {
    return (this instanceof Plain ? architecture.name() : getClass().getSimpleName()) + settings;
  }
}
