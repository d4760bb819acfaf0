package io.linkteller.attack;

import java.util.function.Function;

/**
 * An option of a registered attack, in addition to the settings that all attacks share. An attack
 * {@linkplain LinkAttackProvider#options declares} its options, and the command line offers them.
 * Two options are equal if their names are equal. Immutable.
 *
 * @param <T> the type of the values
 */
public final class AttackOption<T> {

  private final String name;
  private final String description;
  private final Function<String, T> reader;

  private AttackOption(String name, String description, Function<String, T> reader) {
    this.name = name;
    this.description = description;
    this.reader = reader;
  }

  /**
   * Declares an option.
   *
   * @param <T> the type of the values
   * @param name the name, in lower case with hyphens between words
   * @param description what the option does, in a few words
   * @param reader parses a value, or throws an {@link IllegalArgumentException} whose message
   *     states the value and the valid range
   * @return the option
   */
  public static <T> AttackOption<T> of(
      String name, String description, Function<String, T> reader) {
    return new AttackOption<>(name, description, reader);
  }

  /** {@return the name} */
  public String name() {
    return name;
  }

  /** {@return what the option does, in a few words} */
  public String description() {
    return description;
  }

  /**
   * Reads a value.
   *
   * @param text the value as text
   * @return the value
   * @throws IllegalArgumentException if the text is not a valid value
   */
  public T read(String text) {
    return reader.apply(text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AttackOption<?> that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
