package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.StateDictNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Converts PyTorch state dicts to models of a registered architecture. Immutable.
 *
 * <p>Each architecture declares the {@linkplain Architecture#stateDicts names} that PyTorch
 * Geometric and DGL use for its parameters. Names do not determine where a library adds the biases
 * of convolutions, the normalization or residual connections. The defaults are therefore those of
 * PyTorch Geometric, and residual connections are assumed for {@code deep-gcn}.
 *
 * <p>Settings that names and shapes do not determine can be changed with {@link #setting}.
 */
public final class StateDictImport {

  private final String architecture;
  private final Map<String, String> settings;
  private final List<String> layers;
  private final OptionalInt features;

  private StateDictImport(
      String architecture,
      Map<String, String> settings,
      List<String> layers,
      OptionalInt features) {
    this.architecture = architecture;
    this.settings = settings;
    this.layers = layers;
    this.features = features;
  }

  /**
   * Returns an import into an architecture.
   *
   * @param architecture the name of the architecture, such as {@code gcn}
   * @return the import
   */
  public static StateDictImport of(String architecture) {
    return new StateDictImport(architecture, Map.of(), List.of(), OptionalInt.empty());
  }

  /**
   * Returns a copy of this import with a setting of the model that the state dict does not
   * determine.
   *
   * @param name the name of the setting, such as {@code steps}
   * @param value the value
   * @return the import
   */
  public StateDictImport setting(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new StateDictImport(architecture, more, layers, features);
  }

  /**
   * Returns a copy of this import with the order of the layers, for state dicts that do not
   * determine it.
   *
   * @param modules the names of the modules, such as {@code conv1}, in the order in which the model
   *     applies them
   * @return the import
   */
  public StateDictImport layers(List<String> modules) {
    return new StateDictImport(architecture, settings, List.copyOf(modules), features);
  }

  /**
   * Returns a copy of this import that prefers models with a given number of features if weights
   * can be read both as inputs x outputs and as outputs x inputs.
   *
   * @param count d, the number of features
   * @return the import
   */
  public StateDictImport features(int count) {
    return new StateDictImport(architecture, settings, layers, OptionalInt.of(count));
  }

  /**
   * Creates a model from a state dict.
   *
   * @param dict the state dict
   * @return the model, which is not verified yet
   * @throws StateDictFormatException if an array is missing, superfluous or of the wrong shape, the
   *     state dict does not determine the order of the layers or whether weights are transposed, or
   *     the settings do not match
   * @throws IllegalArgumentException if the architecture is not registered, or declares no
   *     parameter names
   */
  public ImportedModel read(StateDict dict) {
    Architecture target = Architecture.named(architecture);
    NamedArrays.@Nullable Misfit best = null;
    List<ImportedModel> read = new ArrayList<>();
    for (LayerOrder.Source source : LayerOrder.Source.values()) {
      for (StateDictNames names : target.stateDicts()) {
        try {
          read.add(new NamedArrays(dict, names, layers, source).read(target, settings));
        } catch (NamedArrays.Misfit e) {
          best = best == null || e.step > best.step ? e : best;
        } catch (IllegalArgumentException e) {
          throw new StateDictFormatException(
              "the state dict does not match architecture " + architecture + ": " + e.getMessage(),
              e);
        }
      }
      if (!read.isEmpty()) {
        return chosen(read);
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "architecture " + architecture + " declares no names for the arrays of state dicts");
    }
    throw new StateDictFormatException(String.valueOf(best.getMessage()), best);
  }

  private ImportedModel chosen(List<ImportedModel> read) {
    List<ImportedModel> fitting =
        read.stream()
            .filter(each -> features.orElse(each.model().inputWidth()) == each.model().inputWidth())
            .toList();
    List<ImportedModel> candidates = fitting.isEmpty() ? read : fitting;
    ImportedModel first = candidates.get(0);
    if (!candidates.stream().allMatch(each -> isSame(each.model(), first.model()))) {
      throw new StateDictFormatException(
          "the shapes of the weights do not show whether they are outputs x inputs, as PyTorch's"
              + " linear layers"
              + " store them, or inputs x outputs, as DGL does; rename the arrays to indicate this:"
              + " torch.save({k.replace('.weight', '.lin.weight'): v for k, v in d.items()}, file),"
              + " with v.T instead of v for DGL's weights");
    }
    return first;
  }

  private static boolean isSame(GnnModel a, GnnModel b) {
    return a.parameters().names().equals(b.parameters().names())
        && a.parameters().names().stream()
            .allMatch(
                name ->
                    Arrays.equals(a.parameters().get(name).data, b.parameters().get(name).data));
  }
}
