package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.lang.reflect.Modifier;
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
          "java -cp examples/target/linkteller\\.jar (io\\.linkteller\\.examples\\.\\w+)");

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
              .map(file -> file.getFileName().toString())
              .filter(file -> !file.equals("package-info.java"))
              .map(file -> "io.linkteller.examples." + file.replace(".java", ""))
              .filter(DocumentedProgramsTest::hasMain)
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(programs.size() >= 6, programs::toString);
      return programs;
    }
  }

  private static boolean hasMain(String name) {
    try {
      int modifiers = Class.forName(name).getMethod("main", String[].class).getModifiers();
      return Modifier.isStatic(modifiers);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("no class in " + name, e);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}
