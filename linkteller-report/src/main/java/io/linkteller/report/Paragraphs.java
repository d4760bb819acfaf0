package io.linkteller.report;

import java.util.List;
import java.util.regex.Pattern;

/** Plain text: empty lines part its paragraphs. */
final class Paragraphs {

  private static final Pattern BETWEEN = Pattern.compile("\\R\\s*\\R");
  private static final Pattern BLANK = Pattern.compile("\\s+");

  private Paragraphs() {}

  static List<String> of(String text) {
    return BETWEEN.splitAsStream(text).filter(part -> !part.isBlank()).toList();
  }

  /** The same words with one space between them. */
  static String onOneLine(String text) {
    return BLANK.matcher(text).replaceAll(" ").strip();
  }
}
