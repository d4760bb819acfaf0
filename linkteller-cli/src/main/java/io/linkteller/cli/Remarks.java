package io.linkteller.cli;

import io.linkteller.eval.cell.ResultKey;
import io.linkteller.report.PageRecord;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Prints progress and remarks on standard error unless {@code --quiet} is given. Warnings, errors
 * and assumptions about files are not remarks and are always printed.
 */
final class Remarks {

  private static final List<String> MODELS_AND_DATA =
      List.of("--onnx", "--weights", "--state-dict", "--features", "--arrays", "--data");

  private final boolean quiet;
  private final PrintWriter err;

  private Remarks(boolean quiet, PrintWriter err) {
    this.quiet = quiet;
    this.err = err;
  }

  /** Returns the remarks of a command, which are off if {@code --quiet} was given. */
  static Remarks of(CommandSpec spec) {
    boolean quiet =
        spec.root().userObject() instanceof LinkTellerCommand command && command.isQuiet();
    return new Remarks(quiet, spec.commandLine().getErr());
  }

  /** Prints a remark on a separate line. */
  void print(String remark) {
    if (!quiet) {
      err.println(Terminal.printable(OptionNames.in(remark)));
      err.flush();
    }
  }

  /** Prints an assumption about the input, even if remarks are off. */
  void warn(String assumption) {
    err.println(Terminal.printable("warning: " + OptionNames.in(assumption)));
    err.flush();
  }

  /** Returns a progress line, which is shown only on terminals. */
  Progress progress(String task, long total) {
    return Progress.of(task, total, err, !quiet);
  }

  Progress percentage(String task) {
    return Progress.of(task, 1, err, !quiet);
  }

  /**
   * Returns the arguments as text for a page that may be passed on, without secrets in headers and
   * URLs.
   */
  static String shown(List<String> arguments) {
    StringJoiner shown = new StringJoiner(" ");
    boolean header = false;
    for (String argument : arguments) {
      String text = argument.replaceFirst("//[^/@]*@", "//...@");
      text = text.replaceFirst("(?s)(://[^?#]*)[?#].*", "$1?...");
      text = header || text.startsWith("--header=") ? text.replaceFirst("(?s):.*", ": ...") : text;
      shown.add(text.contains(" ") ? "'" + text + "'" : text);
      header = argument.equals("--header");
    }
    return shown.toString();
  }

  /** Returns the record for a page that a command writes. */
  static PageRecord record(
      CommandSpec spec, int exitCode, String seed, String data, String model, String limits) {
    ParseResult given = spec.root().commandLine().getParseResult();
    return new PageRecord(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        ResultKey.version(),
        "linkteller " + shown(given.originalArgs()) + " (exit code " + exitCode + ")",
        seed,
        data,
        model,
        limits,
        Optional.empty(),
        file(spec.commandLine().getParseResult()));
  }

  /** Returns the model's file, or else the data's, relative to the working directory. */
  private static Optional<String> file(ParseResult given) {
    return MODELS_AND_DATA.stream()
        .filter(name -> given.hasMatchedOption(name) && !given.hasMatchedOption("--url"))
        .map(name -> Path.of(given.matchedOption(name).stringValues().get(0)).toAbsolutePath())
        .map(file -> Path.of("").toAbsolutePath().toUri().relativize(file.normalize().toUri()))
        .map(URI::toString)
        .findFirst();
  }
}
