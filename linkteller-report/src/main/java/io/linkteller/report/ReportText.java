package io.linkteller.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes reports as text for a terminal: everything except figures and settings. */
public final class ReportText {

  private static final String NEWLINE = System.lineSeparator();

  private ReportText() {}

  /**
   * Writes a report.
   *
   * @param report the report
   * @return its text, without a trailing line separator
   */
  public static String write(Report report) {
    List<String> lines = new ArrayList<>(Paragraphs.of(report.introduction()));
    for (Section section : report.sections()) {
      lines.addAll(List.of("", section.title() + ":"));
      section.blocks().forEach(block -> add(lines, block));
    }
    return String.join(NEWLINE, lines);
  }

  private static void add(List<String> lines, Section.Block block) {
    if (block instanceof Section.Text text) {
      lines.addAll(Paragraphs.of(text.text()));
    } else if (block instanceof Section.Items list) {
      list.items().forEach(item -> lines.add("- " + item));
    } else if (block instanceof Section.Table table) {
      TableText words = new TableText(table.table());
      for (Grid grid : Grid.of(table.table(), table.pivot())) {
        lines.add(
            table(
                grid.header(),
                grid.cells(
                    UnaryOperator.identity(),
                    row -> (TableText.ours(row) + " " + words.reference(row)).strip())));
      }
      lines.addAll(words.footnotes());
    }
  }

  /**
   * Formats a table.
   *
   * @param header the titles of the columns
   * @param rows the cells; the first column is text, the others are numbers
   * @return lines of equal length, without a trailing line separator
   */
  public static String table(List<String> header, List<List<String>> rows) {
    int[] widths = new int[header.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      widths[c] =
          Stream.concat(Stream.of(header), rows.stream())
              .mapToInt(row -> row.get(column).length())
              .max()
              .orElse(0);
    }
    String rule =
        IntStream.of(widths)
            .mapToObj(width -> "-".repeat(width + 2))
            .collect(Collectors.joining("+", "+", "+"));
    List<String> lines = new ArrayList<>(List.of(rule));
    StringBuilder titles = new StringBuilder("|");
    for (int c = 0; c < widths.length; c++) {
      int left = (widths[c] - header.get(c).length()) / 2;
      titles.append(cell(" ".repeat(left) + header.get(c), -widths[c]));
    }
    lines.addAll(List.of(titles.toString(), rule));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("|");
      for (int c = 0; c < widths.length; c++) {
        line.append(cell(row.get(c), c == 0 ? -widths[c] : widths[c]));
      }
      lines.add(line.toString());
    }
    lines.add(rule);
    return String.join(NEWLINE, lines);
  }

  /** Returns text aligned to the right of its column, or to the left if the width is negative. */
  private static String cell(String text, int width) {
    return " " + (width == 0 ? text : String.format(Locale.ROOT, "%" + width + "s", text)) + " |";
  }
}
