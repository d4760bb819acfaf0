package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every test that SECURITY.md cites exists, and the documentation contains its warnings. */
final class SecurityPageTest {

  /** A test class, one of its methods, or a method of the last test class. */
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)?(?:\\.(\\w+))?`");

  private static final List<Path> FILES = sources();

  @Test
  void theTestsOnThePageExist() throws IOException {
    Matcher named = TEST.matcher(Files.readString(Repository.root().resolve("SECURITY.md")));
    String source = "";
    int found = 0;
    while (named.find()) {
      String test = named.group(1);
      if (test != null) {
        source = source(test);
        found++;
      }
      String method = named.group(2);
      assertTrue(method == null || source.contains(" " + method + "("), named.group());
    }
    assertTrue(found > 20, found + " tests are named");
  }

  /** D10 and D11: warnings that the Javadoc must contain. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OnnxModel | Open only files that you would run as programs",
        "QueryGuard | as sent by the attack {@code subsets}",
        "QueryGuard | a new guard starts from zero, for example after the process restarts"
      })
  void javadocContainsTheWarnings(String type, String warning) throws IOException {
    String text = source(type).replaceAll("\\s+\\*\\s+", " ");
    assertTrue(text.contains(warning), type);
  }

  @Test
  void thePageOnModelFilesContainsTheWarning() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/model-files.md"));
    assertTrue(page.contains("**Where the trust ends.** ONNX files are programs."));
  }

  private static String source(String test) throws IOException {
    List<Path> matching = FILES.stream().filter(file -> file.endsWith(test + ".java")).toList();
    assertTrue(matching.size() == 1, test + " is " + matching);
    return Files.readString(matching.get(0));
  }

  private static List<Path> sources() {
    List<Path> sources = new ArrayList<>();
    try {
      for (String module : Repository.modules()) {
        Path src = Repository.root().resolve(module).resolve("src");
        if (Files.isDirectory(src)) {
          try (Stream<Path> files = Files.walk(src)) {
            files.forEach(sources::add);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }
}
