package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every link from a page to a file of the repository resolves, including its heading. */
final class LinksTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  @Test
  void everyLinkOfThePagesResolves() throws IOException {
    long links = 0;
    List<String> broken = new ArrayList<>();
    for (Path page : Snippet.pages()) {
      links += LINK.matcher(Files.readString(page)).results().count();
      broken.addAll(brokenLinks(page));
    }
    assertTrue(links >= 20, "only " + links);
    assertEquals(List.of(), broken);
  }

  @Test
  void aBrokenLinkIsDetected(@TempDir Path directory) throws IOException {
    Path page = directory.resolve("page.md");
    Files.writeString(
        page,
        """
        # The page
        [here](page.md#the-page) [there](https://example.org/x#y) [self](#the-page)
        [no file](missing.md) [no heading](page.md#missing)
        """);
    assertEquals(List.of("page.md: missing.md", "page.md: page.md#missing"), brokenLinks(page));
  }

  private static List<String> brokenLinks(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(Files.readString(page));
    while (link.find()) {
      String file = link.group(1);
      String heading = link.group(2);
      if (file.contains("://")) {
        continue;
      }
      Path target = file.isEmpty() ? page : page.resolveSibling(file);
      boolean found =
          Files.exists(target) && (heading == null || headings(target).contains(heading));
      if (!found) {
        broken.add(page.getFileName() + ": " + file + (heading == null ? "" : "#" + heading));
      }
    }
    return broken;
  }

  /** Returns the headings of a page in the form of GitHub's anchors. */
  private static List<String> headings(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ +", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
