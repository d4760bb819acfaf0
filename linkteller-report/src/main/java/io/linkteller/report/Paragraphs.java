package io.linkteller.report;

import java.util.List;
import java.util.regex.Pattern;

/** Plain text whose paragraphs are separated by empty lines. */
final class Paragraphs {

  private static final Pattern BETWEEN = Pattern.compile("\\R\\s*\\R");
  private static final Pattern BLANK = Pattern.compile("\\s+");

  private Paragraphs() {}

  static List<String> of(String text) {
    return BETWEEN.splitAsStream(text).filter(part -> !part.isBlank()).toList();
  }

  /** Returns the words with single spaces between them. */
  static String onOneLine(String text) {
    return BLANK.matcher(text).replaceAll(" ").strip();
  }
}
