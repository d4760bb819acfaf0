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
      description = "A command, or input, model, server, attacker, stream, ledger or attacks.")
  private Optional<String> topic = Optional.empty();

  @Override
  public void run() {
    CommandLine program = spec.commandLine().getParent();
    PrintWriter out = spec.commandLine().getOut();
    String name = topic.orElse("");
    CommandLine command = program.getSubcommands().get(name);
    if (name.isEmpty()) {
      program.usage(out, CommandLine.Help.defaultColorScheme(Terminal.ansi()));
    } else if (command != null) {
      out.print(Topic.described(command));
    } else if (name.equals(Topic.ATTACKS)) {
      out.print(Topic.attacks(NodeSample.PAPER_SIZE));
    } else {
      out.print(
          Topic.named(name)
              .orElseThrow(
                  () ->
                      new CommandLine.ParameterException(
                          spec.commandLine(),
                          "'" + name + "' is neither a command nor one of " + Topic.labels()))
              .described(program.getCommandSpec()));
    }
    out.flush();
  }
}
