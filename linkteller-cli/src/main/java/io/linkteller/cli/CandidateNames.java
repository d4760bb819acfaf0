package io.linkteller.cli;

import io.linkteller.eval.choice.Candidate;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of the mechanisms that {@code protect} compares. */
final class CandidateNames implements ITypeConverter<String>, Iterable<String> {
  @Override
  public String convert(String text) {
    String name = EnumNames.kebabCase(text.strip());
    if (!Candidate.names().contains(name)) {
      throw new TypeConversionException(
          "expected one of " + String.join(", ", this) + ", but was '" + text + "'");
    }
    return name;
  }

  @Override
  public Iterator<String> iterator() {
    return Candidate.names().iterator();
  }
}
