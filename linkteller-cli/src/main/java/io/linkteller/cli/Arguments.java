package io.linkteller.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Translates the library's argument exceptions into usage errors before any work is done. */
final class Arguments {

  private Arguments() {}

  static void requireExists(Path file) {
    Path archive = file.getParent();
    if (!Files.exists(file) && (archive == null || !Files.isRegularFile(archive))) {
      throw new IllegalArgumentException(file + ": there is no such file");
    }
  }

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

  /**
   * Rejects the first of the options that was specified, with a message that consists of its name
   * and the reason.
   */
  static void requireNotGiven(CommandSpec spec, List<String> options, String reason) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(spec.commandLine(), option + " " + reason);
      }
    }
  }
}
