package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every example program that the pages run is there, and every one that is there is run by them.
 */
final class DocumentedProgramsTest {

  private static final Pattern COMMAND =
      Pattern.compile(
          "java -cp examples/target/linkteller-examples\\.jar (io\\.linkteller\\.examples\\.\\w+)");

  @Test
  void thePagesRunEveryProgramThereIs() throws IOException {
    assertEquals(programs(), documented());
  }

  private static Set<String> documented() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Snippet snippet : Snippet.all()) {
      Matcher matcher = COMMAND.matcher(snippet.text());
      while (matcher.find()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }

  private static Set<String> programs() throws IOException {
    String directory = "examples/src/main/java/io/linkteller/examples";
    try (Stream<Path> files = Files.list(Repository.root().resolve(directory))) {
      Set<String> programs =
          files
              .filter(DocumentedProgramsTest::hasMain)
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .map(name -> "io.linkteller.examples." + name)
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(programs.size() >= 6, programs::toString);
      return programs;
    }
  }

  private static boolean hasMain(Path source) {
    try {
      return Files.readString(source).contains("public static void main(String[] args)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
