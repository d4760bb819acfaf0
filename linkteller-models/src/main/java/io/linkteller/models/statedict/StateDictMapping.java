package io.linkteller.models.statedict;

import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import java.util.Set;

/**
 * How the parameters of one architecture are found in a state dict. Mappings are registered as
 * services, as {@link io.linkteller.models.network.Architecture architectures} are; those for the
 * names of PyTorch Geometric and DGL are among them. Implementations have no state.
 */
public interface StateDictMapping {

  /**
   * What a mapping found.
   *
   * @param settings the settings that follow from names and shapes, and defaults for the others
   * @param parameters the parameters
   * @param used the names of the arrays that they were made of
   */
  record Found(Settings settings, Parameters parameters, Set<String> used) {}

  /** {@return the name of the architecture} */
  String architecture();

  /**
   * Finds the parameters.
   *
   * @param dict the state dict
   * @return what was found
   * @throws StateDictFormatException if an array is missing or of another shape
   */
  Found find(StateDict dict);
}
