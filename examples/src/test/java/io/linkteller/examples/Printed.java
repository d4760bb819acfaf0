package io.linkteller.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output of a program, with its tables parsed. */
final class Printed {

  private final String text;
  private final List<Map<String, String>> rows = new ArrayList<>();

  private Printed(String text) {
    this.text = text;
    List<String> header = List.of();
    for (String line : text.lines().toList()) {
      List<String> cells = List.of(line.strip().split(" {2,}"));
      if (cells.size() < 2) {
        header = List.of();
      } else if (header.isEmpty()) {
        header = cells;
      } else if (cells.size() <= header.size()) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int c = 0; c < cells.size(); c++) {
          row.put(header.get(c), cells.get(c));
        }
        rows.add(row);
      }
    }
  }

  static Printed by(Consumer<PrintStream> program) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      program.accept(out);
    }
    return new Printed(bytes.toString(StandardCharsets.UTF_8));
  }

  String text() {
    return text;
  }

  /** Returns the rows of all tables that have a column with this name. */
  List<Map<String, String>> rowsWith(String column) {
    return rows.stream().filter(row -> row.containsKey(column)).toList();
  }

  /** Returns the cell in a column of the first row that has a cell with the text {@code name}. */
  String cell(String name, String column) {
    return rowsWith(column).stream()
        .filter(row -> row.containsValue(name))
        .map(row -> row.getOrDefault(column, ""))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + column + " of " + name + " in\n" + text));
  }

  /** Returns the same cell as a number, in percent if the cell is a percentage. */
  double number(String name, String column) {
    return number(cell(name, column));
  }

  static double number(String cell) {
    return Double.parseDouble(cell.replace(",", "").replace(" %", ""));
  }

  /** Returns the numbers in the groups of the first match of a pattern. */
  List<Double> numbers(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("no " + pattern + " in\n" + text);
    }
    List<Double> numbers = new ArrayList<>();
    for (int group = 1; group <= matcher.groupCount(); group++) {
      numbers.add(number(matcher.group(group)));
    }
    return numbers;
  }

  /** Parses a pair of nodes in the format {@code u - v}. */
  static int[] pair(String cell) {
    return Arrays.stream(cell.split(" - ")).mapToInt(Integer::parseInt).toArray();
  }
}
