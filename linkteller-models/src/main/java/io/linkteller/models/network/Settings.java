package io.linkteller.models.network;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an architecture is besides its parameters, by name: enough to build it again. Every value is
 * text, so that it can be kept in a file. Immutable.
 */
public final class Settings {

  private static final String ARCHITECTURE = "architecture";

  private final Map<String, String> byName;

  private Settings(Map<String, String> byName) {
    this.byName = Collections.unmodifiableMap(byName);
  }

  /**
   * Starts the settings of an architecture.
   *
   * @param architecture its name, such as {@code gcn}
   * @return settings that hold the name alone
   */
  public static Settings of(String architecture) {
    return of(Map.of(ARCHITECTURE, architecture));
  }

  /**
   * Returns settings from their text.
   *
   * @param byName the values by name, one of them the {@code architecture}
   * @return the settings
   * @throws IllegalArgumentException if there is no architecture
   */
  public static Settings of(Map<String, String> byName) {
    Settings settings = new Settings(new LinkedHashMap<>(byName));
    settings.text(ARCHITECTURE);
    return settings;
  }

  /**
   * Returns the settings with one more.
   *
   * @param name its name
   * @param value its value
   * @return the settings
   */
  public Settings with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(byName);
    more.put(name, value);
    return new Settings(more);
  }

  /**
   * Returns the settings with one more.
   *
   * @param name its name
   * @param value its value
   * @return the settings
   */
  public Settings with(String name, double value) {
    return with(name, Double.toString(value));
  }

  /**
   * Returns the settings with one more.
   *
   * @param name its name
   * @param values its values
   * @return the settings
   */
  public Settings with(String name, int... values) {
    return with(
        name, Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(",")));
  }

  /**
   * Returns the name of the architecture.
   *
   * @return such as {@code gcn}
   */
  public String architecture() {
    return text(ARCHITECTURE);
  }

  /**
   * Checks what the settings are of.
   *
   * @param expected the name of an architecture
   * @throws IllegalArgumentException if they are of another one
   */
  public void requireArchitecture(String expected) {
    if (!architecture().equals(expected)) {
      throw new IllegalArgumentException(
          "the settings are those of a " + architecture() + ", not of a " + expected);
    }
  }

  /**
   * Returns a value as it is.
   *
   * @param name its name
   * @return the value
   * @throws IllegalArgumentException if there is none
   */
  public String text(String name) {
    String value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no setting " + name + " in " + byName);
    }
    return value;
  }

  /**
   * Checks that there is nothing besides the architecture and what it takes.
   *
   * @param known the names that the architecture takes
   * @throws IllegalArgumentException if there are others; the message names them
   */
  public void requireOnly(String... known) {
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
              + " takes "
              + Arrays.toString(known));
    }
  }

  /**
   * Returns whether something is so.
   *
   * @param name its name
   * @return the value
   * @throws IllegalArgumentException if there is none or it is neither true nor false
   */
  public boolean flag(String name) {
    String value = text(name);
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          "setting " + name + " = " + value + ", neither true nor false");
    }
    return value.equals("true");
  }

  /**
   * Returns a number.
   *
   * @param name its name
   * @return the value
   * @throws IllegalArgumentException if there is none or it is not a number
   */
  public double number(String name) {
    try {
      return Double.parseDouble(text(name));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("setting " + name + " = " + text(name) + ", no number", e);
    }
  }

  /**
   * Returns whole numbers.
   *
   * @param name their name
   * @return the values
   * @throws IllegalArgumentException if there is none or one is not a whole number
   */
  public int[] integers(String name) {
    try {
      return Arrays.stream(text(name).split(",", -1)).mapToInt(Integer::parseInt).toArray();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting " + name + " = " + text(name) + ", not whole numbers", e);
    }
  }

  /**
   * Returns a constant of an enumeration.
   *
   * @param <E> the enumeration
   * @param name its name
   * @param type the enumeration
   * @return the value
   * @throws IllegalArgumentException if there is none or it is no constant of the enumeration
   */
  public <E extends Enum<E>> E constant(String name, Class<E> type) {
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
            + " is none of "
            + Arrays.toString(type.getEnumConstants()));
  }

  /**
   * Returns all values.
   *
   * @return the values by name, unmodifiable
   */
  public Map<String, String> byName() {
    return byName;
  }

  @Override
  public String toString() {
    return byName.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(ARCHITECTURE))
        .map(entry -> entry.getKey() + " = " + entry.getValue())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Settings settings && byName.equals(settings.byName);
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }
}
