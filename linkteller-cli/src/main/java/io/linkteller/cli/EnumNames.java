package io.linkteller.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts option values to enum constants. Help and completion show the names in kebab case;
 * parsing ignores case and accepts underscores for hyphens.
 */
class EnumNames<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {

  private final List<E> constants;

  EnumNames(Class<E> type) {
    constants = List.of(type.getEnumConstants());
  }

  static String of(Enum<?> constant) {
    return kebabCase(constant.name());
  }

  static String kebabCase(String text) {
    return text.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public E convert(String text) {
    String wanted = kebabCase(text.strip());
    return constants.stream()
        .filter(constant -> of(constant).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "expected one of " + String.join(", ", names()) + ", but was '" + text + "'"));
  }

  @Override
  public Iterator<String> iterator() {
    return names().iterator();
  }

  private List<String> names() {
    return constants.stream().map(EnumNames::of).toList();
  }
}
