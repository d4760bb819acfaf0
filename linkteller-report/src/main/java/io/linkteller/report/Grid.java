package io.linkteller.report;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A table, or a part of it, laid out for display.
 *
 * @param caption the part of the table, for example {@code RU}; empty for the whole table
 * @param corner names of the key columns that label lines
 * @param heads headings of each column, one per key column that labels columns
 * @param lines the lines
 */
record Grid(String caption, List<String> corner, List<List<String>> heads, List<Line> lines) {

  /**
   * A line.
   *
   * @param names the values of the key columns that label the line
   * @param cells the cell under each heading; empty if the table has no such row
   */
  record Line(List<String> names, List<Optional<ResultRow>> cells) {}

  /**
   * Lays out a table. Lines and columns are in the order in which their keys first occur in the
   * table.
   */
  static List<Grid> of(ResultTable table, Pivot pivot) {
    Map<List<String>, List<ResultRow>> parts = new LinkedHashMap<>();
    for (List<String> key : different(table, table.rows(), pivot.grids())) {
      parts.put(key, new ArrayList<>());
    }
    for (ResultRow row : table.rows()) {
      parts.getOrDefault(key(row, pivot.grids()), new ArrayList<>()).add(row);
    }
    List<Grid> grids = new ArrayList<>();
    parts.forEach((key, rows) -> grids.add(of(caption(pivot, key), table, rows, pivot)));
    return List.copyOf(grids);
  }

  private static Grid of(String caption, ResultTable table, List<ResultRow> rows, Pivot pivot) {
    List<List<String>> heads = different(table, rows, pivot.columns());
    Map<List<String>, ResultRow> cells = new HashMap<>();
    for (ResultRow row : rows) {
      cells.put(joined(key(row, pivot.rows()), key(row, pivot.columns())), row);
    }
    List<Line> lines = new ArrayList<>();
    for (List<String> names : different(table, rows, pivot.rows())) {
      List<Optional<ResultRow>> line = new ArrayList<>();
      heads.forEach(head -> line.add(Optional.ofNullable(cells.get(joined(names, head)))));
      lines.add(new Line(names, List.copyOf(line)));
    }
    return new Grid(caption, pivot.rows(), heads, List.copyOf(lines));
  }

  /** Returns the heading of each column as a single line. */
  List<String> header() {
    return joined(corner, heads.stream().map(head -> String.join(", ", head)).toList());
  }

  /** Returns the cells of each line, beginning with its names. */
  List<List<String>> cells(UnaryOperator<String> name, Function<ResultRow, String> cell) {
    return lines.stream()
        .map(
            line ->
                joined(
                    line.names().stream().map(name).toList(),
                    line.cells().stream().map(row -> row.map(cell).orElse("")).toList()))
        .toList();
  }

  /**
   * Returns the caption of a grid. Data sets and metrics appear alone, other values after the name
   * of their key.
   */
  private static String caption(Pivot pivot, List<String> key) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      String column = pivot.grids().get(i);
      boolean plain = column.equals(Columns.METRIC) || column.equals(Columns.DATASET);
      parts.add(plain ? key.get(i) : column + " " + key.get(i));
    }
    return String.join(", ", parts);
  }

  /**
   * Returns the combinations of keys that occur, sorted level by level in the order in which keys
   * first occur in the whole table.
   */
  private static List<List<String>> different(
      ResultTable table, List<ResultRow> rows, List<String> columns) {
    Comparator<List<String>> order = Comparator.comparingInt(key -> 0);
    for (int level = 0; level < columns.size(); level++) {
      int at = level;
      List<String> values =
          table.rows().stream().map(row -> shown(row, columns.get(at))).distinct().toList();
      order = order.thenComparingInt(key -> values.indexOf(key.get(at)));
    }
    return rows.stream().map(row -> key(row, columns)).distinct().sorted(order).toList();
  }

  private static List<String> key(ResultRow row, List<String> columns) {
    return columns.stream().map(column -> shown(row, column)).toList();
  }

  /** Returns the value of a key column as it is shown; metrics have their unit. */
  private static String shown(ResultRow row, String column) {
    return column.equals(Columns.METRIC) ? row.metric().heading() : row.key(column);
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
