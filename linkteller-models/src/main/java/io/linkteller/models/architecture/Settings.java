package io.linkteller.models.architecture;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The named hyperparameters of a model. Together with the parameters, they determine the model.
 * Values are kept as text, as in files. Immutable.
 *
 * @param byName all values by name, unmodifiable
 */
public record Settings(Map<String, String> byName) {

  private static final String ARCHITECTURE = "architecture";

  /**
   * Creates settings.
   *
   * @param byName the values by name; must include {@code architecture}
   * @throws IllegalArgumentException if {@code architecture} is missing
   */
  public Settings {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    if (!byName.containsKey(ARCHITECTURE)) {
      throw missing(ARCHITECTURE, byName);
    }
  }

  private static IllegalArgumentException missing(String name, Map<String, String> byName) {
    return new IllegalArgumentException("there is no setting " + name + " in " + byName);
  }

  /**
   * Returns settings that contain only the name of an architecture.
   *
   * @param architecture the name, such as {@code gcn}
   * @return the settings
   */
  public static Settings of(String architecture) {
    return new Settings(Map.of(ARCHITECTURE, architecture));
  }

  /**
   * Returns a copy of the settings with a value added or replaced.
   *
   * @param name the name of the setting
   * @param value the value
   * @return the settings
   */
  public Settings with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(byName);
    more.put(name, value);
    return new Settings(more);
  }

  /**
   * Returns a copy of the settings with a value added or replaced.
   *
   * @param name the name of the setting
   * @param values the values
   * @return the settings
   */
  public Settings with(String name, int... values) {
    return with(
        name, Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(",")));
  }

  /** {@return the name of the architecture, such as {@code gcn}} */
  public String architecture() {
    return text(ARCHITECTURE);
  }

  /** Checks that the settings belong to an architecture. */
  void requireArchitecture(String expected) {
    if (!architecture().equals(expected)) {
      throw new IllegalArgumentException(
          "the settings belong to architecture " + architecture() + ", not " + expected);
    }
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  /**
   * Returns a value as text.
   *
   * @param name the name of the setting
   * @return the value
   * @throws IllegalArgumentException if the setting is missing
   */
  public String text(String name) {
    String value = byName.get(name);
    if (value == null) {
      throw missing(name, byName);
    }
    return value;
  }

  /**
   * Checks that there are no settings other than the name of the architecture and those that it
   * supports.
   */
  void requireOnly(String... known) {
    List<String> others =
        byName.keySet().stream()
            .filter(name -> !name.equals(ARCHITECTURE) && !List.of(known).contains(name))
            .toList();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "settings "
              + others
              + " are unknown: a "
              + architecture()
              + " accepts "
              + Arrays.toString(known));
    }
  }

  boolean flag(String name) {
    String value = text(name);
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          "setting " + name + " = " + value + " is neither true nor false");
    }
    return value.equals("true");
  }

  /**
   * Returns a numeric value.
   *
   * @param name the name of the setting
   * @return the value
   * @throws IllegalArgumentException if the setting is missing or is not a number
   */
  public double number(String name) {
    try {
      return Double.parseDouble(text(name));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting " + name + " = " + text(name) + " is not a number", e);
    }
  }

  /**
   * Returns a list of integers.
   *
   * @param name the name of the setting
   * @return the values
   * @throws IllegalArgumentException if the setting is missing or a value is not an integer
   */
  public int[] integers(String name) {
    try {
      return Arrays.stream(text(name).split(",", -1)).mapToInt(Integer::parseInt).toArray();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting " + name + " = " + text(name) + " is not a list of integers", e);
    }
  }

  <E extends Enum<E>> E constant(String name, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text(name))) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "setting "
            + name
            + " = "
            + text(name)
            + " is not one of "
            + Arrays.toString(type.getEnumConstants()));
  }

  @Override
  public String toString() {
    return byName.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(ARCHITECTURE))
        .map(entry -> entry.getKey() + " = " + entry.getValue())
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
