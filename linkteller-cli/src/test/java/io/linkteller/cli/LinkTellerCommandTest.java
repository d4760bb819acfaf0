package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class LinkTellerCommandTest {

  @Test
  void theListOfCommandsDescribesEachInWholeSentences() {
    for (CommandLine command : LinkTellerCommand.commandLine().getSubcommands().values()) {
      String shown = command.getCommandSpec().usageMessage().description()[0];
      assertTrue(shown.endsWith("."), shown);
    }
  }

  @Test
  void theCompletionScriptKnowsCommandsOptionsAndValues() {
    Cli.Run run = Cli.run("generate-completion");
    assertEquals(0, run.exitCode(), run.err());
    for (String word : new String[] {"quickstart", "--normalization", "aug-norm-adj"}) {
      assertTrue(run.out().contains(word), word);
    }
    assertTrue(run.out().startsWith("#!/usr/bin/env bash"), run.out().substring(0, 80));
  }

  @Test
  void anUnknownCommandIsToldInOneLineAndWhereToFindHelp() {
    Cli.Run run = Cli.run("atack");
    assertEquals(2, run.exitCode());
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("Try 'linkteller --help'."), run.err());
  }
}
