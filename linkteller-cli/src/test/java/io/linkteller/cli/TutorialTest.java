package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.build.Repository;
import io.linkteller.documentation.Shell;
import io.linkteller.documentation.Snippet;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the blocks of {@code docs/tutorial.md} and {@code docs/transactions.md} in order in one
 * JShell, as their readers do, and compares output and pictures with the pages. A temporary
 * directory replaces the one that has the name of the page. The audit of the README draws the
 * picture at its top. With {@code -Dlinkteller.pictures=true}, the new pictures replace those of
 * the repository.
 */
@Tag("thorough")
final class TutorialTest {

  private static final String PROGRAM = "java -jar linkteller-cli/target/linkteller.jar ";
  private static final Pattern NUMBER = Pattern.compile("(\\d[\\d,]*(?:\\.\\d+)?)( %| points)?");
  private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)");

  // Numbers depend on the last digits of a logarithm, which processors may round differently.
  private static final double POINTS = 2;
  private static final double SHARE = 0.05;

  @Test
  void theTutorialReproducesItsOutputAndPictures(@TempDir Path directory) throws IOException {
    assertTrue(assertPrinted("tutorial", directory) >= 6);
    assertPicturesWritten(directory);
  }

  @Test
  void thePageOnTransactionsReproducesItsOutput(@TempDir Path directory) throws IOException {
    assertTrue(assertPrinted("transactions", directory) >= 5);
  }

  /** Runs the blocks of a page and returns the number of outputs that it shows. */
  private static int assertPrinted(String name, Path directory) throws IOException {
    Path page = Path.of("docs", name + ".md");
    List<Snippet> blocks =
        Snippet.all().stream().filter(block -> block.page().equals(page)).toList();
    List<Executable> outputs = new ArrayList<>();
    try (Shell shell = new Shell()) {
      String printed = "";
      for (int i = 0; i < blocks.size(); i++) {
        Snippet block = blocks.get(i);
        switch (block.language()) {
          case "java tutorial" ->
              printed =
                  shell.printed(
                      block, block.text().replace("\"" + name + "\"", "\"" + directory + "\""));
          case "" -> {
            Cli.Run run = command(block, name, directory);
            boolean shown = i + 1 < blocks.size() && blocks.get(i + 1).language().equals("text");
            assertTrue(shown || run.exitCode() == 0, run::err);
            printed = block.text().contains("echo $?") ? run.exitCode() + "\n" : run.err();
          }
          case "text" -> {
            String shown = printed.replace(directory.toString(), name);
            outputs.add(() -> assertPrints(block, shown));
          }
          default -> {
            // For readers only, such as the command that starts JShell.
          }
        }
      }
    }
    assertAll(outputs);
    return outputs.size();
  }

  private static Cli.Run command(Snippet block, String name, Path directory) {
    String command = block.commands().get(0).replace(" " + name + "/", " " + directory + "/");
    assertTrue(command.startsWith(PROGRAM), block + ": " + command);
    return Cli.run(command.substring(PROGRAM.length()).strip().split("\\s+"));
  }

  /** Asserts equal words and nearly equal numbers. */
  private static void assertPrints(Snippet block, String printed) {
    String expected = block.text().strip();
    String actual = printed.strip();
    assertEquals(words(expected), words(actual), () -> block + " printed\n" + actual);
    Matcher shown = NUMBER.matcher(expected);
    Matcher number = NUMBER.matcher(actual);
    while (shown.find() && number.find()) {
      double value = value(shown);
      assertEquals(
          value,
          value(number),
          shown.group(2) == null ? SHARE * value : POINTS,
          () -> block + " printed\n" + actual);
    }
  }

  private static double value(Matcher number) {
    return Double.parseDouble(number.group(1).replace(",", ""));
  }

  private static String words(String text) {
    return NUMBER.matcher(text).replaceAll("#$2").replaceAll("[ -]+", " ");
  }

  private static void assertPicturesWritten(Path directory) throws IOException {
    Matcher picture =
        PICTURE.matcher(Files.readString(Repository.root().resolve("docs/tutorial.md")));
    List<String> pictures = new ArrayList<>();
    while (picture.find()) {
      pictures.add(picture.group(1));
    }
    assertFalse(pictures.isEmpty());
    for (String shown : pictures) {
      assertTrue(shown.startsWith("tutorial/"), shown);
      assertDrawn(directory.resolve(shown.substring("tutorial/".length())), Path.of("docs", shown));
    }
  }

  private static void assertDrawn(Path drawn, Path shown) throws IOException {
    assertTrue(Files.size(drawn) > 1_000, shown::toString);
    if (Boolean.getBoolean("linkteller.pictures")) {
      Files.copy(drawn, Repository.root().resolve(shown), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void theReadmesAuditReproducesItsPictureAndCaption(@TempDir Path directory) throws IOException {
    String twitch = RealData.set("twitch").toString();
    String weights = RealData.reference("gcn-twitch-es.npz").toString();
    String readme = Files.readString(Repository.root().resolve("README.md"));
    String command =
        Snippet.all().stream()
            .filter(block -> block.page().equals(Path.of("README.md")))
            .flatMap(block -> block.commands().stream())
            .filter(each -> each.contains(" audit ") && each.contains("--report DIR2"))
            .findFirst()
            .orElseThrow();
    Map<String, String> named =
        Map.of("DIR", twitch, "DIR2", directory.toString(), "es.npz", weights);
    List<String> arguments =
        Stream.of(command.substring(PROGRAM.length()).strip().split("\\s+"))
            .map(word -> named.getOrDefault(word, word))
            .toList();
    Cli.run(arguments.toArray(String[]::new)).succeeded();
    JsonNode json = new ObjectMapper().readTree(directory.resolve("leakage-audit.json").toFile());
    String words = readme.replaceAll("\\s+", " ");
    for (JsonNode attack : json.get("attacks")) {
      String name = attack.get("attack").asText();
      if (name.equals("compressed") || name.equals("linkteller")) {
        String found =
            String.format(
                Locale.ROOT,
                name.equals("linkteller")
                    ? "LinkTeller %.1f %% with %d]"
                    : "finds %.1f %% of them with %d queries,",
                100 * attack.get("atTrueCount").get("recall").asDouble(),
                attack.get("queries").asLong());
        assertTrue(words.contains(found), found);
      }
    }
    assertDrawn(
        directory.resolve("leakage-audit-figure1.png"), Path.of("docs/recall-by-queries.png"));
  }
}
