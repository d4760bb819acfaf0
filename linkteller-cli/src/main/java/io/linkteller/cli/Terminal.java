package io.linkteller.cli;

import java.util.Locale;
import picocli.CommandLine;

/**
 * Escapes text for terminals and detects what they can show. Names and messages come from files and
 * servers, so they may contain control sequences.
 */
final class Terminal {

  private Terminal() {}

  /**
   * Returns whether to show colors and progress lines: only on a terminal that supports them, and
   * not if {@code NO_COLOR} is set.
   */
  static CommandLine.Help.Ansi ansi() {
    // Picocli detects a terminal on every platform and Java version, but assumes that every TERM
    // supports colors.
    return "dumb".equals(System.getenv("TERM"))
        ? CommandLine.Help.Ansi.OFF
        : CommandLine.Help.Ansi.AUTO;
  }

  /**
   * Returns the text with visible escapes for control characters, such as {@code \x1b}. Line
   * terminators and tabs are kept.
   */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean lineEnd =
          c == '\n' || (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n');
      if (lineEnd || c == '\t' || !changesDisplay(c)) {
        shown.append(c);
      } else if (c < 0x100) {
        shown.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
      } else {
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return shown.toString();
  }

  /**
   * Returns a JSON text in which the control characters of strings are escaped, including those
   * that JSON permits.
   */
  static String printableJson(String json) {
    StringBuilder shown = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      // Between strings, line terminators are the only control characters; inside, they are
      // escaped.
      if (c == '\n' || c == '\r' || !changesDisplay(c)) {
        shown.append(c);
      } else {
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return shown.toString();
  }

  /** Returns whether a character is a control character or changes the direction of text. */
  private static boolean changesDisplay(char c) {
    return Character.isISOControl(c)
        || c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || (c >= '\u202a' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069')
        || c == '\u2028'
        || c == '\u2029';
  }
}
