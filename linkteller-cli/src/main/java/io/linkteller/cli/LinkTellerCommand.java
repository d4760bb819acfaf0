package io.linkteller.cli;

import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.dp.session.LedgerTamperedException;
import io.linkteller.dp.session.PrivacyBudgetExceededException;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.file.FullDisk;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.statedict.StateDictFormatException;
import io.linkteller.models.weights.WeightFormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code linkteller} and its error reporting. */
@Command(
    name = "linkteller",
    mixinStandardHelpOptions = true,
    // Commands inherit the list of exit codes.
    scope = CommandLine.ScopeType.INHERIT,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      LinkTellerCommand.SUCCESS,
      LinkTellerCommand.FAILURE,
      LinkTellerCommand.WRONG_ARGUMENTS
    },
    versionProvider = LinkTellerCommand.Version.class,
    description = "Recovers, audits and protects the private edges behind a graph neural network.")
public final class LinkTellerCommand implements Runnable {

  /** The commands, in the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          QuickstartCommand.class,
          AttackCommand.class,
          CheckCommand.class,
          AuditCommand.class,
          ProtectCommand.class,
          PerturbCommand.class,
          GenerateCommand.class,
          ConvertCommand.class,
          AuditDpCommand.class,
          CompletionCommand.class,
          HelpCommand.class);

  /** The exit codes that every command has. */
  static final String SUCCESS = "0:success";

  static final String FAILURE =
      "1:the work failed: a file, a model or a server is missing, unreadable or wrong";

  static final String WRONG_ARGUMENTS = "2:the arguments are wrong";

  private static final int DEEPEST_CAUSE = 8;

  private static final String OUT_OF_MEMORY =
      "out of memory: the heap may grow to "
          + (Runtime.getRuntime().maxMemory() >> 20)
          + " MB; run java -Xmx... with more, or use fewer nodes or threads";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = {"-q", "--quiet"},
      scope = CommandLine.ScopeType.INHERIT,
      description = "Print only results, warnings and errors: no progress and no remarks.")
  private boolean quiet;

  /**
   * Runs the command and exits: 0 for success, 1 if the work failed, 2 if the arguments are wrong.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    CommandLine command;
    try {
      command = commandLine(args);
    } catch (ServiceConfigurationError e) {
      System.err.println("linkteller: " + Terminal.printable(String.valueOf(e.getMessage())));
      System.exit(CommandLine.ExitCode.SOFTWARE);
      return;
    }
    System.exit(run(command, args));
  }

  /** Runs a command, and reports running out of memory in one line like any other failure. */
  static int run(CommandLine command, String... args) {
    try {
      return command.execute(args);
    } catch (OutOfMemoryError e) {
      command.getErr().println("linkteller: " + OUT_OF_MEMORY);
      command.getErr().flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /**
   * Returns the program with only the command that the arguments name, since building the options
   * of all commands takes longer than running many of them. It has all commands if the arguments
   * name none, or one that describes the others.
   */
  static CommandLine commandLine(String... args) {
    CommandLine program = new CommandLine(new LinkTellerCommand());
    List<Class<?>> named =
        Stream.of(args)
            .filter(argument -> !argument.startsWith("-"))
            .limit(1)
            .flatMap(name -> COMMANDS.stream().filter(command -> name(command).equals(name)))
            .filter(command -> command != HelpCommand.class && command != CompletionCommand.class)
            .toList();
    (named.isEmpty() ? COMMANDS : named)
        .forEach(command -> program.addSubcommand(name(command), command));
    program
        .registerConverter(PairScore.class, new ScoreNames())
        .setCaseInsensitiveEnumValuesAllowed(true)
        // An argument such as @name is a name, not a file of arguments.
        .setExpandAtFiles(false)
        .registerConverter(Normalization.class, new NormalizationNames())
        .registerConverter(LinkAttackProvider.class, new AttackNames())
        .registerConverter(FeatureScaling.class, new FeatureScaling.Names())
        .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.ansi()))
        .setExecutionStrategy(LinkTellerCommand::checkedRun)
        .setParameterExceptionHandler(LinkTellerCommand::reportUsage)
        .setExecutionExceptionHandler(LinkTellerCommand::report);
    Optional.ofNullable(program.getSubcommands().get("attack"))
        .map(CommandLine::getCommandSpec)
        .ifPresent(AttackOptions::addDeclared);
    Topic.shorten(program);
    return program;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static int checkedRun(CommandLine.ParseResult given) {
    for (CommandLine.ParseResult command = given; ; command = command.subcommand()) {
      OptionRules.check(command);
      if (!command.hasSubcommand()) {
        return new CommandLine.RunLast().execute(given);
      }
    }
  }

  /** Reports a usage error in one line with a reference to the help. */
  private static int reportUsage(CommandLine.ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    err.println(
        name
            + ": "
            + unknownOption(failure).orElseGet(() -> firstLine(failure))
            + suggestion(failure));
    err.println("Try '" + name + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static String suggestion(CommandLine.ParameterException failure) {
    return failure instanceof CommandLine.UnmatchedArgumentException unmatched
        ? unmatched.getSuggestions().stream()
            .findFirst()
            .map(name -> "; did you mean '" + name + "'?")
            .orElse("")
        : "";
  }

  /**
   * Returns a message about an unknown option, which picocli reports only after missing options.
   */
  private static Optional<String> unknownOption(CommandLine.ParameterException failure) {
    return failure instanceof CommandLine.MissingParameterException
        ? failure.getCommandLine().getUnmatchedArguments().stream()
            .filter(argument -> argument.startsWith("-"))
            .findFirst()
            .map(argument -> Terminal.printable("Unknown option: '" + argument + "'"))
        : Optional.empty();
  }

  private static String firstLine(CommandLine.ParameterException failure) {
    return Terminal.printable(
        OptionNames.of(
                failure.getCommandLine().getCommandSpec(), String.valueOf(failure.getMessage()))
            .lines()
            .findFirst()
            .orElse("wrong arguments"));
  }

  /**
   * Reports in one line a failure that the user can correct; any other failure is a bug and is
   * reported with its stack trace.
   */
  private static int report(
      Exception failure, CommandLine command, CommandLine.ParseResult arguments) throws Exception {
    if (!mendable(failure)) {
      throw failure;
    }
    String message = message(failure);
    String advice = FullDisk.advice(failure);
    if (isOutOfMemory(failure)) {
      message = OUT_OF_MEMORY;
    } else if (!message.endsWith(advice)) {
      message += advice;
    }
    command.getErr().println("linkteller: " + Terminal.printable(OptionNames.in(message)));
    command.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Returns the message of a failure. A failed system call often reports just a file name. */
  private static String message(Exception failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      if (cause instanceof NoSuchFileException missing) {
        return missing.getFile() + ": there is no such file";
      }
      if (cause instanceof AccessDeniedException denied) {
        return denied.getFile() + ": permission denied";
      }
      cause = cause.getCause();
    }
    return failure instanceof FileSystemException
        ? failure.toString()
        : String.valueOf(failure.getMessage());
  }

  /** Returns whether a worker thread of the command ran out of memory. */
  private static boolean isOutOfMemory(Exception failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Returns whether the user can correct the cause of a failure, so that its message suffices. */
  static boolean mendable(Exception failure) {
    return isOutOfMemory(failure)
        || failure instanceof IllegalArgumentException
        || failure instanceof DatasetFormatException
        || failure instanceof WeightFormatException
        || failure instanceof InferenceException
        || failure instanceof ModelFormatException
        || failure instanceof StateDictFormatException
        || failure instanceof UncheckedIOException
        || failure instanceof PrivacyBudgetExceededException
        || failure instanceof LedgerTamperedException
        || failure instanceof IOException
        || failure instanceof ArithmeticException;
  }

  boolean isQuiet() {
    return quiet;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Provides the version of the library. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"linkteller " + ResultKey.version()};
    }
  }
}
