package io.linkteller.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Prints a script that completes commands, options and their values in bash and zsh. */
@Command(
    name = "generate-completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script for tab completion in bash and zsh.",
      "For the current shell: source <(linkteller generate-completion)"
    })
final class CompletionCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(root.getCommandName(), root));
    out.print('\n');
    out.flush();
    return CommandLine.ExitCode.OK;
  }
}
