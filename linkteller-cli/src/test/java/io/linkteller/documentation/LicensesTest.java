package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of licenses lists the libraries that the build found in the runnable jar. */
final class LicensesTest {

  private static final Pattern BUILT =
      Pattern.compile("(?m)^\\s+\\((.+?)\\) .* \\(([\\w.-]+:[\\w.-]+):[^\\s)]+(?: - \\S+)?\\)$");
  private static final Pattern WRITTEN =
      Pattern.compile("(?m)^\\| `([\\w.-]+:[\\w.-]+)` \\| (.+) \\|$");

  @Test
  void thePageListsTheContentsOfTheRunnableJar() throws IOException {
    Map<String, String> built = new TreeMap<>();
    Matcher matcher = BUILT.matcher(builtList());
    while (matcher.find()) {
      built.put(matcher.group(2), matcher.group(1));
    }
    Map<String, String> written = new TreeMap<>();
    matcher = WRITTEN.matcher(Files.readString(Repository.root().resolve("docs/licenses.md")));
    while (matcher.find()) {
      written.put(matcher.group(1), matcher.group(2));
    }
    assertTrue(built.containsKey("org.ejml:ejml-ddense"), built::toString);
    assertEquals(built, written);
  }

  private static String builtList() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            LicensesTest.class.getResourceAsStream("/META-INF/THIRD-PARTY.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
