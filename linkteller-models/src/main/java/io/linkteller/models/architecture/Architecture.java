package io.linkteller.models.architecture;

import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.program.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * A kind of model, described by its name and by the program that it composes from settings and a
 * graph. Composing the program also declares the parameters. Training, serving, attacks and weight
 * files require nothing else.
 *
 * <p>Weight files store the name of the architecture. An architecture can be read from a file only
 * if it is registered as a service: its class must be public, have a public no-argument
 * constructor, and be listed in {@code
 * META-INF/services/io.linkteller.models.architecture.Architecture} and, in a named module, in a
 * {@code provides} clause. The architectures of this library are registered in the same way.
 *
 * <p>Implementations must be stateless.
 */
public interface Architecture {

  /**
   * {@return the name that identifies this architecture in settings and files, such as {@code gcn}}
   */
  String name();

  /** {@return the settings of this architecture other than widths and dropout rates} */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * {@return the parameter names used by PyTorch libraries, one entry per library and variant} A
   * state dict that matches several entries with different parameters is rejected, unless a known
   * number of features excludes all but one. By default the list is empty, and state dicts cannot
   * be read.
   */
  default List<StateDictNames> stateDicts() {
    return List.of();
  }

  /**
   * Composes the program of a model: reads settings, declares parameters in the order in which
   * files store them, and adds operators.
   *
   * @param c the composition, which has the settings, the graph and the program
   * @return the logits, n x c
   * @throws IllegalArgumentException if a setting is missing, malformed or out of range
   */
  Value compose(Composition c);

  /**
   * Returns the parameters of a model with given settings, in the order in which files store them.
   * This method also validates the settings.
   *
   * @param settings the settings of a model of this architecture
   * @return the name, the shape and the initial distribution of each parameter
   * @throws IllegalArgumentException if a setting is missing, malformed, out of range or unknown
   */
  default List<ParameterSpec> parameters(Settings settings) {
    return Composition.declare(this, settings);
  }

  /**
   * Returns d, the number of features per node. The default implementation returns the first number
   * of the setting {@code layers}.
   *
   * @param settings valid settings
   * @return d
   */
  default int inputWidth(Settings settings) {
    return settings.integers(LayerPlan.LAYERS)[0];
  }

  /**
   * Returns c, the number of logits per node. The default implementation returns the last number of
   * the setting {@code layers}.
   *
   * @param settings valid settings
   * @return c
   */
  default int outputWidth(Settings settings) {
    int[] widths = settings.integers(LayerPlan.LAYERS);
    return widths[widths.length - 1];
  }

  /** {@return the initialization of untrained models, unless their builder sets another one} */
  default Initialization initialization() {
    return Initialization.GLOROT;
  }

  /**
   * Returns the registered architecture with a given name.
   *
   * @param name the name, such as {@code gcn}
   * @return the architecture
   * @throws UnknownArchitectureException if no architecture with that name is registered
   * @throws IllegalStateException if two architectures with that name are registered
   */
  static Architecture named(String name) {
    Map<String, Architecture> found = new LinkedHashMap<>();
    // In a container, the context class loader may not see this library.
    for (ServiceLoader<Architecture> loader :
        List.of(
            ServiceLoader.load(Architecture.class),
            ServiceLoader.load(Architecture.class, Architecture.class.getClassLoader()))) {
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
