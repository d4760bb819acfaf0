package io.linkteller.cli;

import io.linkteller.eval.cell.ResultKey;
import io.linkteller.report.PageRecord;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Progress and remarks on standard error, which {@code --quiet} switches off. Warnings and errors
 * are not remarks: they are always printed, and so is what was assumed about files.
 */
final class Remarks {

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

  /** Prints a remark in a line of its own. */
  void print(String remark) {
    if (!quiet) {
      err.println(Terminal.printable(OptionNames.in(remark)));
      err.flush();
    }
  }

  /** Prints what was decided about the input without being asked, also if remarks are off. */
  void warn(String assumption) {
    err.println(Terminal.printable("warning: " + OptionNames.in(assumption)));
    err.flush();
  }

  /** Returns a line of progress, which is shown on terminals only. */
  Progress progress(String task, long total) {
    return Progress.of(task, total, err, !quiet);
  }

  Progress percentage(String task) {
    return Progress.of(task, 1, err, !quiet);
  }

  /** Returns arguments for a page that is passed on: without what headers and URLs keep secret. */
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

  /** Returns what a page that a command writes is a record of. */
  static PageRecord record(
      CommandSpec spec, String seed, String data, String model, String limits) {
    return new PageRecord(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        ResultKey.version(),
        "linkteller " + shown(spec.root().commandLine().getParseResult().originalArgs()),
        seed,
        data,
        model,
        limits);
  }
}
