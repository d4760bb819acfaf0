package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.documentation.Snippet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Every command on the pages uses existing and compatible options with valid values. */
final class DocumentedCommandsTest {

  private static final String PROGRAM = "java -jar linkteller-cli/target/linkteller.jar ";

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  void aDocumentedCommandIsValid(String command) {
    assertDoesNotThrow(() -> parse(command), command);
  }

  @Test
  void anInvalidCommandIsDetected() {
    assertThrows(
        CommandLine.ParameterException.class, () -> parse("attack --data DIR --no-such-option 1"));
    assertThrows(
        CommandLine.ParameterException.class, () -> parse("attack --data DIR --protect edgerand"));
  }

  @Test
  void thePagesContainCommands() throws IOException {
    assertTrue(commands().count() >= 5);
  }

  static Stream<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Snippet snippet : Snippet.all()) {
      for (String line : snippet.commands()) {
        int at = line.indexOf(PROGRAM);
        if (at >= 0 && snippet.language().isEmpty()) {
          commands.add(line.substring(at + PROGRAM.length()));
        }
      }
    }
    return commands.stream().distinct();
  }

  private static void parse(String command) {
    ParseResult given = LinkTellerCommand.commandLine().parseArgs(command.strip().split("\\s+"));
    given.asCommandLineList().forEach(each -> OptionRules.check(each.getParseResult()));
  }
}
