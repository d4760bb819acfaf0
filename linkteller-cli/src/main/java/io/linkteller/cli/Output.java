package io.linkteller.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Formats results as a text table or as JSON. */
final class Output {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Output() {}

  /** Checks the name and the directory of a plot's file; see {@link AtomicFile#require}. */
  static void requirePicture(Path file) {
    if (!file.toString().endsWith(".png")) {
      throw new IllegalArgumentException("can't write a picture " + file + ": not named *.png");
    }
    AtomicFile.require(file);
  }

  static String json(Object fields) {
    try {
      return Terminal.printableJson(JSON.writeValueAsString(fields));
    } catch (JsonProcessingException e) {
      throw new AssertionError("results are plain fields", e);
    }
  }

  /** Formats a table whose first column is text and whose other columns are numbers. */
  static String table(List<String> header, List<List<String>> rows) {
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
    return String.join(System.lineSeparator(), lines);
  }

  /** Returns a text to the right of its column, or to the left if the width is negative. */
  private static String cell(String text, int width) {
    return " " + (width == 0 ? text : String.format(Locale.ROOT, "%" + width + "s", text)) + " |";
  }

  /** Returns a node as JSON names it: by its number, or by its identifier if it has one. */
  static Object name(NodeNames names, int node) {
    return names.areNumbers() ? (Object) node : names.of(node);
  }

  static String percent(double share) {
    return LeakageVerdict.percent(share);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  /** Formats a duration in seconds, from two minutes in minutes, from two hours in hours. */
  static String duration(double seconds) {
    double minutes = seconds / 60;
    return minutes < 2
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : minutes < 120
            ? String.format(Locale.ROOT, "%.0f min", minutes)
            : String.format(Locale.ROOT, "%.1f h", minutes / 60);
  }

  static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }
}
