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

/** The pages run exactly the example programs that exist. */
final class DocumentedProgramsTest {

  private static final Pattern COMMAND =
      Pattern.compile(
          "java -cp examples/target/linkteller-examples\\.jar (io\\.linkteller\\.examples\\.\\w+)");

  private static final String PROGRAMS = "examples/src/main/java/io/linkteller/examples";

  @Test
  void thePagesRunEveryProgram() throws IOException {
    assertEquals(programs(), documented());
  }

  @Test
  void programsShownOnPagesEqualTheExamples() throws IOException {
    Pattern name = Pattern.compile("public final class (\\w+)");
    int shown = 0;
    for (Snippet snippet : Snippet.all()) {
      if (snippet.language().equals("java example")) {
        Matcher program = name.matcher(snippet.text());
        assertTrue(program.find(), snippet::toString);
        Path file = Repository.root().resolve(PROGRAMS).resolve(program.group(1) + ".java");
        assertEquals(Files.readString(file).strip(), snippet.text(), snippet::toString);
        shown++;
      }
    }
    assertEquals(1, shown);
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
    try (Stream<Path> files = Files.list(Repository.root().resolve(PROGRAMS))) {
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
