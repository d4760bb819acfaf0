package io.linkteller.models.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names that the modules of a PyTorch library use for the parameters of an {@link
 * Architecture}. Each layer is a module, such as {@code conv1}. The entries of a layer map arrays
 * of its module, such as {@code conv1.lin.weight}, to parameters. A module is recognized as a layer
 * if it has the array of the first entry. Immutable.
 *
 * <pre>{@code
 * StateDictNames.layer().weight("N", "lin_l.weight").bias("b", "lin_l.bias")
 * }</pre>
 *
 * @param entries the entries of every layer, except for a first or last layer of a different kind
 * @param first the first layer, if it is of a different kind
 * @param last the last layer, if it is of a different kind
 * @param beside the second module of each layer, if there is one
 * @param settings the settings that these names imply
 * @param asked the names of settings that the user must specify because other models use the same
 *     parameter names, each with the reason
 */
public record StateDictNames(
    List<Entry> entries,
    Optional<StateDictNames> first,
    Optional<StateDictNames> last,
    Optional<StateDictNames> beside,
    Map<String, String> settings,
    Map<String, String> asked) {

  /** A linear layer of PyTorch, with parameters W and b. */
  public static final StateDictNames LINEAR = layer().weight("W", "weight").bias("b", "bias");

  /** How an array is converted to a parameter. */
  public enum Kind {
    /** A matrix, outputs x inputs, which is transposed. */
    WEIGHT,
    /** Like {@link #WEIGHT}, but zero if the array is absent, and repeated if heads share it. */
    OPTIONAL_WEIGHT,
    /** A matrix, inputs x outputs. */
    MATRIX,
    /** A tensor whose last two dimensions are heads x width. */
    HEADS,
    /** The first half of the columns of a tensor whose last two dimensions are heads x 2 width. */
    FIRST_HALF,
    /** Like {@link #FIRST_HALF}, but the second half of the columns. */
    SECOND_HALF,
    /** A second copy of the parameter's {@link #WEIGHT}; rejected if its values differ. */
    SHARED,
    /** A matrix whose rows are concatenated into a single row. */
    ROWS,
    /** A stack of matrices, each inputs x outputs, which are placed side by side. */
    STACK,
    /** A vector or a scalar. */
    VECTOR,
    /** Like {@link #VECTOR}, but zero if the array is absent. */
    BIAS,
    /** Like {@link #BIAS}, but averaged over heads if the layer averages its heads. */
    BIAS_OF_HEADS;

    /** {@return whether the array may be absent} */
    public boolean isOptional() {
      return this == OPTIONAL_WEIGHT || this == BIAS || this == BIAS_OF_HEADS || this == SHARED;
    }

    /** {@return whether arrays have one row for each head of a layer} */
    public boolean isOfHeads() {
      return this == HEADS || this == FIRST_HALF || this == SECOND_HALF;
    }

    /**
     * {@return whether arrays are weight matrices of a layer, inputs x outputs or the transpose}
     */
    public boolean isWeight() {
      return this == MATRIX || isTransposed();
    }

    /** {@return whether arrays are matrices that must be transposed} */
    public boolean isTransposed() {
      return this == WEIGHT || this == OPTIONAL_WEIGHT;
    }

    /**
     * Returns whether an array of this kind may have a given number of dimensions.
     *
     * @param dimensions the number of dimensions
     * @return whether the number is allowed
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
   * @param parameter the name of the parameter without the layer number, such as {@code W}
   * @param kind how the array is converted to the parameter
   * @param names the possible names of the array in its module
   * @param setting the name of the setting that is derived from the array, if there is one
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
   * @param kind how the array is converted to the parameter
   * @param parameter the name of the parameter without the layer number
   * @param names the possible names of the array
   * @return a copy with the parameter
   */
  public StateDictNames entry(Kind kind, String parameter, String... names) {
    return and(new Entry(parameter, kind, List.of(names), Optional.empty()));
  }

  /**
   * Adds a parameter from whose array a setting is derived: whether an {@link Kind#OPTIONAL_WEIGHT}
   * is present, the number of {@link Kind#HEADS} of each layer, or the length of the first
   * dimension of {@link Kind#ROWS} or of a {@link Kind#STACK}.
   *
   * @param kind how the array is converted to the parameter
   * @param setting the setting
   * @param parameter the name of the parameter without the layer number
   * @param name the name of the array
   * @return a copy with the parameter
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
   * @param parameter the name of the parameter without the layer number
   * @param names the possible names of the array
   * @return a copy with the parameter
   */
  public StateDictNames weight(String parameter, String... names) {
    return entry(Kind.WEIGHT, parameter, names);
  }

  /**
   * Adds a {@link Kind#BIAS}.
   *
   * @param parameter the name of the parameter without the layer number
   * @param names the possible names of the array
   * @return a copy with the parameter
   */
  public StateDictNames bias(String parameter, String... names) {
    return entry(Kind.BIAS, parameter, names);
  }

  /**
   * Adds a layer of a different kind before all others.
   *
   * @param other the names of its parameters
   * @return a copy with the layer
   */
  public StateDictNames after(StateDictNames other) {
    return new StateDictNames(entries, Optional.of(other), last, beside, settings, asked);
  }

  /**
   * Adds a layer of a different kind after all others.
   *
   * @param other the names of its parameters
   * @return a copy with the layer
   */
  public StateDictNames before(StateDictNames other) {
    return new StateDictNames(entries, first, Optional.of(other), beside, settings, asked);
  }

  /**
   * Adds a module to each layer, such as a normalization.
   *
   * @param other the names of its parameters
   * @return a copy with the modules
   */
  public StateDictNames with(StateDictNames other) {
    return new StateDictNames(entries, first, last, Optional.of(other), settings, asked);
  }

  /**
   * Sets a setting that all models with these names share.
   *
   * @param <T> the type of its values
   * @param setting the setting
   * @param value its value
   * @return a copy with the setting
   */
  public <T> StateDictNames with(Setting<T> setting, T value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(setting.name(), setting.textOf(value));
    return new StateDictNames(entries, first, last, beside, more, asked);
  }

  /**
   * Requires the user to specify a setting that cannot be derived from these names.
   *
   * @param setting the setting
   * @param reason the reason: which models use these names, and which value each of them needs
   * @return a copy with the requirement
   */
  public StateDictNames asking(Setting<?> setting, String reason) {
    return new StateDictNames(
        entries, first, last, beside, settings, Map.of(setting.name(), reason));
  }
}
