package io.linkteller.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < header.size(); c++) {
      columns.add(
          new Column()
              .header(header.get(c))
              .headerAlign(HorizontalAlign.CENTER)
              .dataAlign(c == 0 ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT));
    }
    return AsciiTable.getTable(
        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
        columns.toArray(Column[]::new),
        rows.stream().map(row -> row.toArray(Object[]::new)).toArray(Object[][]::new));
  }

  /** Returns a node as JSON names it: by its number, or by its identifier if it has one. */
  static Object name(NodeNames names, int node) {
    return names.areNumbers() ? (Object) node : names.of(node);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
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
