package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Converts state dicts of PyTorch to models of a registered architecture. Immutable.
 *
 * <p>The following names are known, where {@code m} stands for the name of a module:
 *
 * <ul>
 *   <li>{@code gcn}: {@code m.lin.weight} and {@code m.bias} (PyTorch Geometric), or {@code
 *       m.weight} as inputs x outputs (DGL, and PyTorch Geometric before 2.0), or as outputs x
 *       inputs (linear layers of PyTorch) where only that fits the widths of the other layers and
 *       of the biases. Biases are added after the aggregation. The normalization is AUG_NORM_ADJ.
 *   <li>{@code gat}: {@code m.lin.weight}, {@code m.att_src}, {@code m.att_dst}, {@code m.bias}, or
 *       {@code m.fc.weight}, {@code m.attn_l}, {@code m.attn_r} (DGL); {@code m.res.weight} for a
 *       residual connection. The slope is 0.2.
 *   <li>{@code sage}: {@code m.lin_l.weight} for neighbors, {@code m.lin_r.weight} for the node
 *       itself, {@code m.lin_l.bias}; or {@code m.fc_neigh.weight}, {@code m.fc_self.weight},
 *       {@code m.bias} (DGL). The aggregator is MEAN.
 *   <li>{@code gin}: {@code m.eps}, {@code m.nn.0} and {@code m.nn.2}, and one linear layer at the
 *       end.
 *   <li>{@code appnp}, {@code mlp}: linear layers. The default for {@code appnp} is 10 steps with
 *       teleport probability 0.1.
 *   <li>{@code deep-gcn}: a linear layer, convolutions as in {@code gcn} with optional batch or
 *       layer normalizations, and a linear layer. Residual connections are assumed.
 * </ul>
 *
 * <p>Settings that do not follow from names and shapes can be changed with {@link #setting}.
 */
public final class StateDictImport {

  /** The suffix of a counter in PyTorch's batch normalization, which prediction does not need. */
  private static final String COUNTER = "num_batches_tracked";

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
   * @throws IllegalArgumentException if the architecture or a mapping for it is not registered
   */
  public ImportedModel read(StateDict dict) {
    StateDictMapping.Found found = mapping().find(dict);
    List<String> left =
        dict.names().stream()
            .filter(name -> !found.used().contains(name) && !name.endsWith(COUNTER))
            .toList();
    if (!left.isEmpty()) {
      throw new StateDictFormatException(
          "unexpected arrays " + left + ": architecture " + architecture + " does not use them");
    }
    Settings all = found.settings();
    for (Map.Entry<String, String> each : settings.entrySet()) {
      all = all.with(each.getKey(), each.getValue());
    }
    Architecture target = Architecture.named(architecture);
    try {
      return new ImportedModel(target.model(all, found.parameters()));
    } catch (IllegalArgumentException e) {
      throw new StateDictFormatException(
          "the state dict does not match architecture " + architecture + ": " + e.getMessage(), e);
    }
  }

  private StateDictMapping mapping() {
    TreeSet<String> known = new TreeSet<>();
    List<ServiceLoader<StateDictMapping>> loaders = new ArrayList<>();
    loaders.add(ServiceLoader.load(StateDictMapping.class));
    loaders.add(
        ServiceLoader.load(StateDictMapping.class, StateDictMapping.class.getClassLoader()));
    for (ServiceLoader<StateDictMapping> loader : loaders) {
      for (StateDictMapping each : loader) {
        if (each.architecture().equals(architecture)) {
          return each;
        }
        known.add(each.architecture());
      }
    }
    throw new IllegalArgumentException(
        "no state dict mapping is registered for architecture "
            + architecture
            + "; there are mappings for "
            + known);
  }
}
