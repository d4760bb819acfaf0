package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.StateDictNames;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts state dicts of PyTorch to models of a registered architecture. Immutable.
 *
 * <p>Each architecture declares the {@linkplain Architecture#stateDicts names} that PyTorch
 * Geometric and DGL give its parameters. Where a library adds biases of convolutions, which
 * normalization is meant, and residual connections do not follow from names: the defaults are those
 * of PyTorch Geometric, and residual connections are assumed for {@code deep-gcn}.
 *
 * <p>Settings that do not follow from names and shapes can be changed with {@link #setting}.
 */
public final class StateDictImport {

  private final String architecture;
  private final Map<String, String> settings;

  private StateDictImport(String architecture, Map<String, String> settings) {
    this.architecture = architecture;
    this.settings = settings;
  }

  /**
   * Returns an import into an architecture.
   *
   * @param architecture the name of the architecture, such as {@code gcn}
   * @return the import
   */
  public static StateDictImport of(String architecture) {
    return new StateDictImport(architecture, Map.of());
  }

  /**
   * Returns a copy of this import with a setting of the model that does not follow from the state
   * dict.
   *
   * @param name the name of the setting, such as {@code steps}
   * @param value the value
   * @return the import
   */
  public StateDictImport setting(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new StateDictImport(architecture, more);
  }

  /**
   * Creates a model from a state dict.
   *
   * @param dict the state dict
   * @return the model, which is not verified yet
   * @throws StateDictFormatException if an array is missing, superfluous or of the wrong shape, or
   *     the settings do not match
   * @throws IllegalArgumentException if the architecture is not registered, or declares no names
   */
  public ImportedModel read(StateDict dict) {
    Architecture target = Architecture.named(architecture);
    NamedArrays.@Nullable Misfit best = null;
    for (StateDictNames names : target.stateDicts()) {
      try {
        return new ImportedModel(new NamedArrays(dict, names).read(target, settings));
      } catch (NamedArrays.Misfit e) {
        best = best == null || e.step > best.step ? e : best;
      } catch (IllegalArgumentException e) {
        throw new StateDictFormatException(
            "the state dict does not match architecture " + architecture + ": " + e.getMessage(),
            e);
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "architecture " + architecture + " does not say which names state dicts have");
    }
    throw new StateDictFormatException(String.valueOf(best.getMessage()), best);
  }
}
