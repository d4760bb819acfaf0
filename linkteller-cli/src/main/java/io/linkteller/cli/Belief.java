package io.linkteller.cli;

import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.RoundedDensity;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A belief given on the command line: a multiple of the rounded density, or a number.
 *
 * @param multiple the multiple of the rounded density k, empty if a number was given
 * @param number k̂, empty if a multiple was given
 */
record Belief(Optional<BeliefFactor> multiple, Optional<Double> number) {

  /**
   * Returns k̂.
   *
   * @param density the rounded density, empty if the targets have no edge
   */
  double kHat(Optional<RoundedDensity> density) {
    return number.orElseGet(
        () ->
            density
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "the targets have no edge, so --k-hat must be a number"))
                .kHat(multiple.orElseThrow()));
  }

  /** Parses {@code k/4} to {@code 4k}, or a number. */
  static final class Converter implements ITypeConverter<Belief> {
    @Override
    public Belief convert(String text) {
      try {
        return new Belief(Optional.of(BeliefFactor.ofSymbol(text)), Optional.empty());
      } catch (IllegalArgumentException notASymbol) {
        return new Belief(Optional.empty(), Optional.of(numberIn(text)));
      }
    }

    private static double numberIn(String text) {
      try {
        double value = Double.parseDouble(text);
        if (value > 0 && value <= 1) {
          return value;
        }
      } catch (NumberFormatException notANumber) {
        // Reported below, together with numbers out of range.
      }
      throw new TypeConversionException(
          "'" + text + "' is neither k/4, k/2, k, 2k or 4k, nor a number in (0, 1]");
    }
  }
}
