package io.linkteller.cli;

import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.score.PairScore;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.statedict.StateDictFormatException;
import io.linkteller.models.weights.WeightFormatException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code linkteller} and the way it reports failure. */
@Command(
    name = "linkteller",
    mixinStandardHelpOptions = true,
    versionProvider = LinkTellerCommand.Version.class,
    description = "Recovers, audits and protects the private edges behind a graph neural network.",
    subcommands = {
      QuickstartCommand.class,
      AttackCommand.class,
      CheckCommand.class,
      AuditCommand.class,
      PerturbCommand.class,
      GenerateCommand.class,
      ConvertCommand.class,
      AuditDpCommand.class,
      BenchmarkCommand.class,
      GrowthCommand.class,
      ReproduceCommand.class,
      AllPairsCommand.class,
      ScoresCommand.class,
      CompletionCommand.class
    })
public final class LinkTellerCommand implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /**
   * Runs the command and exits: 0 for success, 1 if the work failed, 2 if the arguments are wrong.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new LinkTellerCommand())
        .registerConverter(PairScore.class, new ScoreNames())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Normalization.class, new NormalizationNames())
        .registerConverter(BenchmarkTarget.class, new BenchmarkCommand.TargetNames())
        .registerConverter(LinkAttackProvider.class, new AttackNames())
        .registerConverter(FeatureScaling.class, new FeatureScaling.Names())
        .setParameterExceptionHandler(LinkTellerCommand::reportUsage)
        .setExecutionExceptionHandler(LinkTellerCommand::report);
  }

  /** A usage error is one line, and where to find help. */
  private static int reportUsage(CommandLine.ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    err.println(name + ": " + firstLine(failure));
    err.println("Try '" + name + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("wrong arguments");
  }

  /** What a user can mend is told in a line; anything else is a defect and shows where it arose. */
  private static int report(
      Exception failure, CommandLine command, CommandLine.ParseResult arguments) throws Exception {
    if (!mendable(failure)) {
      throw failure;
    }
    command.getErr().println("linkteller: " + failure.getMessage());
    command.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Whether a user can do something about it, so that its message says all that he needs. */
  static boolean mendable(Exception failure) {
    return failure instanceof IllegalArgumentException
        || failure instanceof DatasetFormatException
        || failure instanceof WeightFormatException
        || failure instanceof InferenceException
        || failure instanceof ModelFormatException
        || failure instanceof StateDictFormatException
        || failure instanceof UncheckedIOException
        || failure instanceof ArithmeticException;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The version of the library. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"linkteller " + ResultKey.version()};
    }
  }
}
