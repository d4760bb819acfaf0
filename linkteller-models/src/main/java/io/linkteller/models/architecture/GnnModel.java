package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.program.Program;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph neural network: an architecture with its settings and parameters, not bound to a graph.
 * Immutable; training returns a new model.
 */
public final class GnnModel implements GraphModel {

  private final Architecture architecture;
  private final Settings settings;
  private final Parameters parameters;

  private GnnModel(Architecture architecture, Settings settings, Parameters parameters) {
    settings.requireArchitecture(architecture.name());
    this.architecture = architecture;
    this.settings = settings;
    this.parameters = ParameterSpec.checkAll(architecture.parameters(settings), parameters);
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
  public static GnnModel of(Architecture architecture, Settings settings, Parameters parameters) {
    return new GnnModel(architecture, settings, parameters);
  }

  /**
   * Returns an untrained model.
   *
   * @param architecture the architecture
   * @param settings its settings
   * @param initialization the distribution of weights and biases
   * @param seed the seed of the initial parameters
   * @return the model
   * @throws IllegalArgumentException if the settings belong to another architecture, or one of them
   *     is missing, malformed, out of range or unknown
   */
  public static GnnModel untrained(
      Architecture architecture, Settings settings, Initialization initialization, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    for (ParameterSpec spec : architecture.parameters(settings)) {
      drawn.put(spec.name(), spec.draw().apply(initialization, random));
    }
    return of(architecture, settings, Parameters.of(drawn).withProvenance(Provenance.UNTRAINED));
  }

  /** {@return the architecture} */
  public Architecture architecture() {
    return architecture;
  }

  @Override
  public int inputWidth() {
    return architecture.inputWidth(settings);
  }

  /** {@return c, the number of logits per node} */
  public int outputWidth() {
    return architecture.outputWidth(settings);
  }

  /** {@return the settings, which together with the parameters determine the model} */
  public Settings settings() {
    return settings;
  }

  /**
   * {@return the parameters, in the order in which files store them, and the provenance of their
   * values}
   */
  public Parameters parameters() {
    return parameters;
  }

  /**
   * Returns a model with the same settings and other parameters.
   *
   * @param other parameters with the names and shapes of {@link #parameters()}
   * @return the model
   * @throws IllegalArgumentException if a parameter is missing, superfluous or of the wrong shape
   */
  public GnnModel withParameters(Parameters other) {
    return new GnnModel(architecture, settings, other);
  }

  @Override
  public Program on(Graph graph, Workers workers) {
    return Composition.run(architecture, settings, parameters, graph, workers);
  }

  @Override
  public Provenance provenance() {
    return parameters.provenance();
  }

  @Override
  public void identify(MessageDigest digest) {
    digest.update(settings.toString().getBytes(StandardCharsets.UTF_8));
    for (String name : parameters.names()) {
      DMatrixRMaj value = parameters.get(name);
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * value.getNumElements());
      bytes.asDoubleBuffer().put(value.data, 0, value.getNumElements());
      digest.update(bytes);
    }
  }

  /** Returns the simple class name of the architecture, followed by the settings. */
  @Override
  public String toString() {
    return architecture.getClass().getSimpleName() + settings;
  }
}
