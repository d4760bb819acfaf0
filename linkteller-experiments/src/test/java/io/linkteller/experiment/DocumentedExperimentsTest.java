package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every command on the pages that runs the experiments is valid. */
final class DocumentedExperimentsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?m)^java (?:-\\S+ )*-jar \\S*linkteller-experiments\\.jar (.+)$");

  @Test
  void theDocumentedCommandsAreValid() throws IOException {
    List<String> commands = new ArrayList<>();
    Path root = Path.of(System.getProperty("linkteller.root", ".."));
    List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    for (Path page : pages) {
      Matcher command = COMMAND.matcher(Files.readString(page));
      while (command.find()) {
        commands.add(command.group(1));
      }
    }
    assertTrue(commands.size() >= 4, commands::toString);
    for (String command : commands) {
      assertDoesNotThrow(
          () -> Experiments.commandLine().parseArgs(command.strip().split("\\s+")), command);
    }
  }
}
