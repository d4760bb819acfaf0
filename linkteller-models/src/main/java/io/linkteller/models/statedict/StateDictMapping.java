package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;
import java.util.Set;

/**
 * Maps the arrays of a state dict to the parameters of an architecture. Mappings are registered as
 * services, like {@linkplain io.linkteller.models.architecture.Architecture architectures}; the
 * library registers mappings for the names of PyTorch Geometric and DGL. Implementations must be
 * stateless.
 */
public interface StateDictMapping {

  /**
   * The result of a mapping.
   *
   * @param settings the settings that follow from names and shapes, and defaults for all others
   * @param parameters the parameters
   * @param used the names of the arrays from which the parameters were created
   */
  record Found(Settings settings, Parameters parameters, Set<String> used) {}

  /** {@return the name of the architecture} */
  String architecture();

  /**
   * Finds settings and parameters in a state dict.
   *
   * @param dict the state dict
   * @return the settings and parameters
   * @throws StateDictFormatException if an array is missing or has the wrong shape
   */
  Found find(StateDict dict);
}
