package io.linkteller.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Turns what the library says of an argument into a usage error, before any work is done. */
final class Arguments {

  private Arguments() {}

  static <T> T read(CommandSpec spec, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  static void check(CommandSpec spec, Runnable checking) {
    read(
        spec,
        () -> {
          checking.run();
          return spec;
        });
  }
}
