package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * A kind of model: its name, the parameters that it takes under given settings, and the layers that
 * it puts on a graph. That is all that training, serving, attacks and weight files need.
 *
 * <p>Files name the architecture. For one to be read back it is registered as a service: its class
 * is public, has a public constructor without arguments, and is named in {@code
 * META-INF/services/io.linkteller.models.network.Architecture}, and in a {@code provides} clause
 * where there is a module. The architectures of this library are registered in the same way.
 *
 * <p>Implementations have no state.
 */
public interface Architecture {

  /** Returns the name in settings and files, such as {@code gcn}. */
  String name();

  /**
   * Returns the parameters that a model takes, in their order in files. This is also where settings
   * are checked.
   *
   * @param settings the settings of a model of this architecture
   * @return names, shapes and how they are drawn
   * @throws IllegalArgumentException if a setting is missing, malformed, out of range or unknown
   */
  List<ParameterSpec> parameters(Settings settings);

  /**
   * Checks settings.
   *
   * @param settings the settings of a model
   * @return the same
   * @throws IllegalArgumentException if they are of another architecture, or a setting is missing,
   *     malformed, out of range or unknown
   */
  default Settings check(Settings settings) {
    settings.requireArchitecture(name());
    parameters(settings);
    return settings;
  }

  /**
   * Puts a model on a graph.
   *
   * @param settings the settings, checked
   * @param parameters the parameters, checked
   * @param graph A
   * @return the stages of a network, each with tensors of its own that start from the parameters
   */
  List<Stage> stages(Settings settings, Parameters parameters, Graph graph);

  /**
   * Returns d: by default the first number of the setting {@code layers}.
   *
   * @param settings the settings, checked
   * @return the number of features per node
   */
  default int inputWidth(Settings settings) {
    return settings.integers(LayerPlan.LAYERS)[0];
  }

  /**
   * Returns c: by default the last number of the setting {@code layers}.
   *
   * @param settings the settings, checked
   * @return the number of logits per node
   */
  default int outputWidth(Settings settings) {
    int[] widths = settings.integers(LayerPlan.LAYERS);
    return widths[widths.length - 1];
  }

  /**
   * Returns how the parameters of an untrained model are drawn unless its builder is told
   * otherwise.
   */
  default Initialization initialization() {
    return Initialization.GLOROT;
  }

  /**
   * Returns a model with given parameters: by default a {@link LayeredModel}.
   *
   * @param settings the settings of a model of this architecture
   * @param parameters its parameters
   * @return the model
   * @throws IllegalArgumentException if a setting is missing, malformed, out of range or unknown,
   *     or a parameter is missing, of another shape or left over
   */
  default GnnModel<?> model(Settings settings, Parameters parameters) {
    return LayeredModel.of(this, settings, parameters);
  }

  /**
   * Finds a registered architecture.
   *
   * @param name its name
   * @return the architecture
   * @throws UnknownArchitectureException if none of that name is registered
   * @throws IllegalStateException if two of the name are
   */
  static Architecture named(String name) {
    Map<String, Architecture> found = new LinkedHashMap<>();
    List<ServiceLoader<Architecture>> loaders = new ArrayList<>();
    loaders.add(ServiceLoader.load(Architecture.class));
    // Containers may have set a context class loader that does not see this library.
    loaders.add(ServiceLoader.load(Architecture.class, Architecture.class.getClassLoader()));
    for (ServiceLoader<Architecture> loader : loaders) {
      for (Architecture each : loader) {
        Architecture other = found.putIfAbsent(each.name(), each);
        if (other != null && !other.getClass().equals(each.getClass())) {
          throw new IllegalStateException(
              "both "
                  + other.getClass().getName()
                  + " and "
                  + each.getClass().getName()
                  + " are registered as architecture "
                  + each.name());
        }
      }
    }
    Architecture architecture = found.get(name);
    if (architecture == null) {
      throw new UnknownArchitectureException(name, new TreeSet<>(found.keySet()));
    }
    return architecture;
  }
}
