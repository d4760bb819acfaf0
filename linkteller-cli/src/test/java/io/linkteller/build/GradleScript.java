package io.linkteller.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The statements of a Gradle script that holds one declaration a line: no expression runs over a
 * line's end, a block opens at the end of a line and closes on a line of its own.
 */
final class GradleScript {

  /**
   * A line that is neither blank, nor a comment, nor the edge of a block.
   *
   * @param place file and line number, for people
   * @param block the headers of the blocks around it, outermost first, joined by " / "
   * @param text the line without white space at its ends
   */
  record Statement(String place, String block, String text) {}

  private GradleScript() {}

  static List<Statement> statements(Path root, String file) throws IOException {
    List<Statement> statements = new ArrayList<>();
    Deque<String> blocks = new ArrayDeque<>();
    int number = 0;
    for (String line : Files.readAllLines(root.resolve(file))) {
      number++;
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("//")) {
        continue;
      }
      if (text.equals("}") && !blocks.isEmpty()) {
        blocks.removeLast();
      } else if (text.endsWith(" {")) {
        blocks.addLast(text.substring(0, text.length() - 2));
      } else {
        statements.add(new Statement(file + " line " + number, String.join(" / ", blocks), text));
      }
    }
    return statements;
  }
}
