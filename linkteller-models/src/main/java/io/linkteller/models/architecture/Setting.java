package io.linkteller.models.architecture;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A hyperparameter of an architecture: its name in {@link Settings}, its default and its permitted
 * values. Immutable.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {

  /**
   * The maximum value of integer settings and the maximum number of layers, higher than in any real
   * model. Larger numbers in a file could exhaust memory.
   */
  static final int MAX = 10_000;

  private final String name;
  private final T initial;
  private final String range;
  private final Predicate<T> allowed;
  private final BiFunction<Settings, String, T> parse;
  private final Function<T, String> text;

  private Setting(
      String name,
      T initial,
      String range,
      Predicate<T> allowed,
      BiFunction<Settings, String, T> parse,
      Function<T, String> text) {
    this.name = name;
    this.range = range;
    this.allowed = allowed;
    this.parse = parse;
    this.text = text;
    this.initial = check(initial);
  }

  /**
   * Returns a setting whose values are the constants of an enum.
   *
   * @param <E> the enum
   * @param name the name in {@link Settings}
   * @param initial the default
   * @return the setting
   */
  public static <E extends Enum<E>> Setting<E> constant(String name, E initial) {
    return new Setting<>(
        name,
        initial,
        "",
        value -> true,
        (settings, key) -> settings.constant(key, initial.getDeclaringClass()),
        Enum::name);
  }

  /**
   * Returns a boolean setting. If the setting is missing, its default applies, so files written
   * before the setting existed can still be read.
   *
   * @param name the name in {@link Settings}
   * @param initial the default
   * @return the setting
   */
  public static Setting<Boolean> flag(String name, boolean initial) {
    return new Setting<>(
        name,
        initial,
        "",
        value -> true,
        (settings, key) -> settings.has(key) ? settings.flag(key) : initial,
        String::valueOf);
  }

  /**
   * Returns a setting whose values are numbers in a range.
   *
   * @param name the name in {@link Settings}
   * @param initial the default
   * @param least the minimum
   * @param most the maximum
   * @return the setting
   */
  public static Setting<Double> number(String name, double initial, double least, double most) {
    return new Setting<>(
        name,
        initial,
        "outside [" + least + ", " + most + "]",
        value -> value >= least && value <= most,
        Settings::number,
        String::valueOf);
  }

  /**
   * Returns a setting whose values are lists of positive integers.
   *
   * @param name the name in {@link Settings}
   * @param initial the default
   * @return the setting
   */
  public static Setting<IntList> positiveIntegers(String name, int... initial) {
    return new Setting<>(
        name,
        IntImmutableList.of(initial),
        "below 1",
        values -> !values.isEmpty() && values.intStream().allMatch(value -> value >= 1),
        (settings, key) -> IntImmutableList.of(settings.integers(key)),
        values -> values.intStream().mapToObj(String::valueOf).collect(Collectors.joining(",")));
  }

  /**
   * Returns a setting whose values are integers from a minimum to 10,000.
   *
   * @param least the minimum
   * @param name the name in {@link Settings}
   * @param initial the default
   * @return the setting
   */
  public static Setting<Integer> from(int least, String name, int initial) {
    return new Setting<>(
        name,
        initial,
        "outside [" + least + ", " + MAX + "]",
        value -> value >= least && value <= MAX,
        (settings, key) -> single(settings.integers(key), key, settings),
        String::valueOf);
  }

  private static int single(int[] values, String key, Settings settings) {
    if (values.length != 1) {
      throw new IllegalArgumentException(
          "setting " + key + " = " + settings.text(key) + " is not a single integer");
    }
    return values[0];
  }

  /**
   * Returns a copy of this setting with another default.
   *
   * @param value the default
   * @return the setting
   * @throws IllegalArgumentException if the value is out of range
   */
  public Setting<T> startingAt(T value) {
    return new Setting<>(name, value, range, allowed, parse, text);
  }

  private T check(T value) {
    if (!allowed.test(value)) {
      throw new IllegalArgumentException(name + " = " + value + " is " + range);
    }
    return value;
  }

  /** {@return the name} */
  public String name() {
    return name;
  }

  /** {@return the default, in the text form that {@link Settings} stores} */
  public String initialText() {
    return textOf(initial);
  }

  /**
   * Returns the value of this setting in given settings.
   *
   * @param settings the settings
   * @return the value
   * @throws IllegalArgumentException if it is missing, malformed or out of range
   */
  public T in(Settings settings) {
    return check(parse.apply(settings, name));
  }

  /** Returns a value in the text form that {@link Settings} stores. */
  String textOf(T value) {
    return text.apply(check(value));
  }
}
