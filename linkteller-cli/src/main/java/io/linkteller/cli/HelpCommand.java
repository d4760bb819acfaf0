package io.linkteller.cli;

import io.linkteller.eval.sample.NodeSample;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Describes a command or options that several commands share. */
@Command(
    name = "help",
    helpCommand = true,
    mixinStandardHelpOptions = true,
    description = "Describes a command, or options that several commands share.")
final class HelpCommand implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "TOPIC",
      description = "A command, or: data, model, server, attacks.")
  private Optional<String> topic = Optional.empty();

  @Override
  public void run() {
    CommandLine program = spec.commandLine().getParent();
    PrintWriter out = spec.commandLine().getOut();
    String name = topic.orElse("");
    Optional<CommandLine> command =
        name.isEmpty()
            ? Optional.of(program)
            : Optional.ofNullable(program.getSubcommands().get(name));
    if (command.isPresent()) {
      command.get().usage(out, CommandLine.Help.defaultColorScheme(Terminal.ansi()));
    } else if (name.equals(Topic.ATTACKS)) {
      out.print(Topic.attacks(NodeSample.PAPER_SIZE));
    } else {
      out.print(
          Topic.named(name)
              .orElseThrow(
                  () ->
                      new CommandLine.ParameterException(
                          spec.commandLine(),
                          "'" + name + "' is no command and none of data, model, server, attacks"))
              .described(program));
    }
    out.flush();
  }
}
