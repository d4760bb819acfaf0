package io.linkteller.experiment;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.models.weights.WeightFormatException;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The developers' program: the paper's tables, the attacks by model, and running times. */
@Command(
    name = "linkteller-experiments",
    mixinStandardHelpOptions = true,
    subcommands = {ReproduceCommand.class, GridCommand.class, BenchmarkCommand.class},
    description = "Measures the figures that the project's documentation states.")
public final class Experiments implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /**
   * Runs a command and exits: 0 for success, 1 if the work failed, 2 if the arguments are wrong.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Experiments())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (failure, command, arguments) -> {
              if (!isMendable(failure)) {
                throw failure;
              }
              command.getErr().println(failure.getMessage());
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  /** Returns whether the user can correct the cause of a failure, so that its message suffices. */
  static boolean isMendable(Exception failure) {
    return failure instanceof IllegalArgumentException
        || failure instanceof DatasetFormatException
        || failure instanceof WeightFormatException
        || failure instanceof UncheckedIOException;
  }

  /** Returns a table in Markdown. */
  static String table(List<String> header, List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    table.append("| ").append(String.join(" | ", header)).append(" |\n");
    table.append("|---".repeat(header.size())).append("|\n");
    rows.forEach(row -> table.append("| ").append(String.join(" | ", row)).append(" |\n"));
    return table.toString();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
