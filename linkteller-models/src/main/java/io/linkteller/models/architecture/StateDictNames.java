package io.linkteller.models.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names that the modules of a PyTorch library give the parameters of an {@link Architecture}.
 * Each layer is a module such as {@code conv1}; the entries of the layer say which arrays of the
 * module, such as {@code conv1.lin.weight}, its parameters are. A module belongs to a layer if it
 * has the array of the first entry. Immutable.
 *
 * <pre>{@code
 * StateDictNames.layer().weight("N", "lin_l.weight").bias("b", "lin_l.bias")
 * }</pre>
 *
 * @param entries the entries of each layer, except first and last layers of another kind
 * @param first the first layer, if it is of another kind
 * @param last the last layer, if it is of another kind
 * @param beside the second module of each layer, if there is one
 * @param settings the settings that these names imply
 * @param asked the settings that must be given because other models have these names, each with the
 *     reason
 */
public record StateDictNames(
    List<Entry> entries,
    Optional<StateDictNames> first,
    Optional<StateDictNames> last,
    Optional<StateDictNames> beside,
    Map<String, String> settings,
    Map<String, String> asked) {

  /** A linear layer of PyTorch: parameters W and b. */
  public static final StateDictNames LINEAR = layer().weight("W", "weight").bias("b", "bias");

  /** How an array becomes a parameter. */
  public enum Kind {
    /** A matrix of outputs x inputs, which is transposed. */
    WEIGHT,
    /** Like {@link #WEIGHT}; zeros if there is no such array, repeated for heads that share it. */
    OPTIONAL_WEIGHT,
    /** A matrix of inputs x outputs. */
    MATRIX,
    /** A tensor whose last two dimensions are heads x width. */
    HEADS,
    /** The first half of the columns of a tensor whose last two dimensions are heads x 2 width. */
    FIRST_HALF,
    /** The second half of such a tensor. */
    SECOND_HALF,
    /** Another name of the {@link #WEIGHT} of the same parameter; refused if its numbers differ. */
    SHARED,
    /** A matrix whose rows are laid one after another in a single row. */
    ROWS,
    /** Matrices of inputs x outputs, which are laid side by side. */
    STACK,
    /** A vector or a number. */
    VECTOR,
    /** Like {@link #VECTOR}; zeros if there is no such array. */
    BIAS,
    /** Like {@link #BIAS}; the mean over heads where the layer takes the mean of its heads. */
    BIAS_OF_HEADS;

    /** {@return whether a parameter without an array is 0} */
    public boolean isOptional() {
      return this == OPTIONAL_WEIGHT || this == BIAS || this == BIAS_OF_HEADS || this == SHARED;
    }

    /** {@return whether arrays have a row for each head of a layer} */
    public boolean isOfHeads() {
      return this == HEADS || this == FIRST_HALF || this == SECOND_HALF;
    }

    /** {@return whether arrays are inputs x outputs of a layer, or the transpose} */
    public boolean isWeight() {
      return this == MATRIX || isTransposed();
    }

    /** {@return whether arrays have two dimensions and are transposed} */
    public boolean isTransposed() {
      return this == WEIGHT || this == OPTIONAL_WEIGHT;
    }

    /**
     * Tests the number of dimensions of an array.
     *
     * @param dimensions the number of dimensions
     * @return whether an array of this kind may have it
     */
    public boolean allows(int dimensions) {
      return switch (this) {
        case WEIGHT, OPTIONAL_WEIGHT, SHARED, MATRIX, ROWS -> dimensions == 2;
        case STACK -> dimensions == 3;
        case HEADS, FIRST_HALF, SECOND_HALF -> dimensions >= 2;
        case VECTOR, BIAS, BIAS_OF_HEADS -> dimensions <= 1;
      };
    }
  }

  /**
   * An array of a module.
   *
   * @param parameter the name of the parameter without the number of the layer, such as {@code W}
   * @param kind how the array becomes the parameter
   * @param names the possible names of the array in its module
   * @param setting the name of the setting that follows from the array, if there is one
   */
  public record Entry(String parameter, Kind kind, List<String> names, Optional<String> setting) {}

  /** {@return the names of a layer without parameters} */
  public static StateDictNames layer() {
    return new StateDictNames(
        List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
  }

  /**
   * Adds a parameter to the layer.
   *
   * @param kind how the array becomes the parameter
   * @param parameter its name without the number of the layer
   * @param names the possible names of the array
   * @return names with the parameter
   */
  public StateDictNames entry(Kind kind, String parameter, String... names) {
    return and(new Entry(parameter, kind, List.of(names), Optional.empty()));
  }

  /**
   * Adds a parameter from which a setting follows: whether there is a {@link Kind#OPTIONAL_WEIGHT},
   * the number of {@link Kind#HEADS} of each layer, or the length of the first dimension of {@link
   * Kind#ROWS} or of a {@link Kind#STACK}.
   *
   * @param kind how the array becomes the parameter
   * @param setting the setting
   * @param parameter its name without the number of the layer
   * @param name the name of the array
   * @return names with the parameter
   */
  public StateDictNames entry(Kind kind, Setting<?> setting, String parameter, String name) {
    return and(new Entry(parameter, kind, List.of(name), Optional.of(setting.name())));
  }

  private StateDictNames and(Entry entry) {
    List<Entry> more = new ArrayList<>(entries);
    more.add(entry);
    return new StateDictNames(List.copyOf(more), first, last, beside, settings, asked);
  }

  /**
   * Adds a {@link Kind#WEIGHT}.
   *
   * @param parameter its name without the number of the layer
   * @param names the possible names of the array
   * @return names with the parameter
   */
  public StateDictNames weight(String parameter, String... names) {
    return entry(Kind.WEIGHT, parameter, names);
  }

  /**
   * Adds a {@link Kind#BIAS}.
   *
   * @param parameter its name without the number of the layer
   * @param names the possible names of the array
   * @return names with the parameter
   */
  public StateDictNames bias(String parameter, String... names) {
    return entry(Kind.BIAS, parameter, names);
  }

  /**
   * Adds a layer of another kind before all others.
   *
   * @param other the names of its parameters
   * @return names with the layer
   */
  public StateDictNames after(StateDictNames other) {
    return new StateDictNames(entries, Optional.of(other), last, beside, settings, asked);
  }

  /**
   * Adds a layer of another kind after all others.
   *
   * @param other the names of its parameters
   * @return names with the layer
   */
  public StateDictNames before(StateDictNames other) {
    return new StateDictNames(entries, first, Optional.of(other), beside, settings, asked);
  }

  /**
   * Adds a module to each layer, such as a normalization.
   *
   * @param other the names of its parameters
   * @return names with the modules
   */
  public StateDictNames with(StateDictNames other) {
    return new StateDictNames(entries, first, last, Optional.of(other), settings, asked);
  }

  /**
   * Sets what models with these names have in common.
   *
   * @param <T> the type of its values
   * @param setting the setting
   * @param value its value
   * @return names with the setting
   */
  public <T> StateDictNames with(Setting<T> setting, T value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(setting.name(), setting.textOf(value));
    return new StateDictNames(entries, first, last, beside, more, asked);
  }

  /**
   * Requires a setting that does not follow from these names.
   *
   * @param setting the setting
   * @param reason which models have these names, and which values they need
   * @return names with the requirement
   */
  public StateDictNames asking(Setting<?> setting, String reason) {
    return new StateDictNames(
        entries, first, last, beside, settings, Map.of(setting.name(), reason));
  }
}
