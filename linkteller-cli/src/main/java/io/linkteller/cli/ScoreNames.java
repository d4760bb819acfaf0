package io.linkteller.cli;

import io.linkteller.attack.reading.PairScore;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of scores on the command line, including registered ones. */
final class ScoreNames implements ITypeConverter<PairScore>, Iterable<String> {

  @Override
  public PairScore convert(String name) {
    try {
      return PairScore.named(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Iterator<String> iterator() {
    return PairScore.all().stream().map(PairScore::name).iterator();
  }
}
