package io.linkteller.documentation;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fenced block of a page.
 *
 * @param page the page, relative to the root of the repository
 * @param line the line number of its first line
 * @param language the text after the opening fence; may be empty
 * @param given the variables that the block uses but does not declare, as a parameter list in the
 *     comment {@code <!-- given Type name, ... -->} on the line before it; empty if it stands alone
 * @param text the block
 */
public record Snippet(Path page, int line, String language, String given, String text) {

  private static final Pattern GIVEN = Pattern.compile("<!-- given (.*) -->");

  /**
   * Reads the blocks of all pages: those at the root and those below {@code docs}.
   *
   * @return the blocks, page by page
   * @throws IOException if a page can't be read
   */
  public static List<Snippet> all() throws IOException {
    List<Snippet> snippets = new ArrayList<>();
    for (Path page : pages()) {
      snippets.addAll(of(Repository.root().relativize(page), Files.readAllLines(page)));
    }
    return snippets;
  }

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path directory : List.of(Repository.root(), Repository.root().resolve("docs"))) {
      int depth = directory.endsWith("docs") ? Integer.MAX_VALUE : 1;
      if (Files.exists(directory)) {
        try (Stream<Path> files = Files.walk(directory, depth)) {
          files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
      }
    }
    return pages;
  }

  static List<Snippet> of(Path page, List<String> lines) {
    List<Snippet> snippets = new ArrayList<>();
    int line = 0;
    while (line < lines.size()) {
      if (!lines.get(line).startsWith("```")) {
        line++;
        continue;
      }
      String language = lines.get(line).substring(3).strip();
      Matcher given = GIVEN.matcher(line == 0 ? "" : lines.get(line - 1).strip());
      int first = ++line;
      while (line < lines.size() && !lines.get(line).equals("```")) {
        line++;
      }
      if (line == lines.size()) {
        throw new IllegalArgumentException(page + " line " + first + ": the block never ends");
      }
      snippets.add(
          new Snippet(
              page,
              first + 1,
              language,
              given.matches() ? given.group(1) : "",
              String.join("\n", lines.subList(first, line))));
      line++;
    }
    return snippets;
  }

  /**
   * Returns the shell commands of the block: its lines, with each line that ends in a backslash
   * joined to the next.
   *
   * @return the commands
   */
  public List<String> commands() {
    return List.of(text.replace("\\\n", " ").split("\n"));
  }

  @Override
  public String toString() {
    return page + " line " + line;
  }
}
