package io.linkteller.cli;

import io.linkteller.attack.LinkAttackProvider;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of the registered attacks. */
final class AttackNames implements ITypeConverter<LinkAttackProvider>, Iterable<String> {

  @Override
  public LinkAttackProvider convert(String text) {
    try {
      return LinkAttackProvider.named(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "expected one of " + String.join(", ", this) + ", but was '" + text + "'");
    }
  }

  @Override
  public Iterator<String> iterator() {
    return LinkAttackProvider.all().stream().map(LinkAttackProvider::name).iterator();
  }
}
