package io.linkteller.cli;

import io.linkteller.dp.MechanismType;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The option that selects a mechanism from the catalogue. */
final class MechanismOption implements ITypeConverter<MechanismType>, Iterable<String> {

  /** The description of the option. */
  static final String CHOICE =
      "edgerand, lapgraph, tmf (Top-m Filter) or one added on the class path.";

  @Override
  public MechanismType convert(String name) {
    try {
      return MechanismType.named(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the values for tab completion. */
  @Override
  public Iterator<String> iterator() {
    return MechanismType.all().stream().map(MechanismType::name).iterator();
  }
}
