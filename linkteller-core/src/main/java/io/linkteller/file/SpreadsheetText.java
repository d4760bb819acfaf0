package io.linkteller.file;

import java.util.regex.Pattern;

/**
 * Recognizes text, quoted or not, that a spreadsheet executes when it opens a CSV file. Cells that
 * begin with =, +, -, @ (also in full width), a tab or a line break are executed unless they are
 * numbers. Blanks and invisible characters before these, such as a byte order mark, are skipped.
 */
public final class SpreadsheetText {

  private static final String EXECUTED = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d{1,30}(\\.\\d{0,30})?([eE][+-]?\\d{1,4})?");

  private SpreadsheetText() {}

  /**
   * Returns whether a spreadsheet executes a cell.
   *
   * @param text the text of the cell
   * @return whether it begins like a formula and is not a number
   */
  public static boolean isExecuted(String text) {
    int first = text.codePoints().filter(c -> !isSkipped(c)).findFirst().orElse('\0');
    return EXECUTED.indexOf(first) >= 0 && !NUMBER.matcher(text).matches();
  }

  private static boolean isSkipped(int character) {
    return EXECUTED.indexOf(character) < 0
        && (Character.isWhitespace(character)
            || Character.isSpaceChar(character)
            || Character.isISOControl(character)
            || Character.getType(character) == Character.FORMAT);
  }
}
