package io.linkteller.experiment;

import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.figure.LineFigure.Point;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** Converts tables to figures. */
final class TableFigure {

  private static final Pattern RANGE = Pattern.compile("(\\d+)-\\d*");

  private TableFigure() {}

  /**
   * Creates a figure of one metric of a table. Rows whose x is a number or a range of whole numbers
   * become points; a range counts as its lower end. Other rows, such as those of {@link
   * Columns#UNDEFENDED}, become level lines. A level line is named by the line column, followed by
   * its x if a line has the same name.
   *
   * @param title the title
   * @param table a table whose rows differ, for this metric, only in the two columns
   * @param metric the metric of the vertical axis
   * @param xColumn the key column of the horizontal axis
   * @param lineColumn the key column whose values become lines
   * @throws IllegalArgumentException if a column does not exist, no row has the metric and a number
   *     for x, or two rows would be the same point
   */
  static LineFigure of(
      String title, ResultTable table, Metric metric, String xColumn, String lineColumn) {
    table.requireColumn(xColumn);
    table.requireColumn(lineColumn);
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    Map<List<String>, Measurement> baselines = new LinkedHashMap<>();
    Map<List<String>, ResultRow> seen = new HashMap<>();
    for (ResultRow row : table.rows()) {
      if (!row.metric().equals(metric)) {
        continue;
      }
      String line = row.key(lineColumn);
      String x = row.key(xColumn);
      ResultRow before = seen.putIfAbsent(List.of(line, x), row);
      if (before != null) {
        throw new IllegalArgumentException(
            "both " + before.keys() + " and " + row.keys() + " would be the same point");
      }
      OptionalDouble number = number(x);
      if (number.isPresent()) {
        lines
            .computeIfAbsent(line, name -> new ArrayList<>())
            .add(new Point(number.getAsDouble(), row.ours()));
      } else {
        baselines.put(List.of(line, x), row.ours());
      }
    }
    return new LineFigure(
        title,
        xColumn.equals(Columns.EPSILON) ? "privacy parameter ε" : xColumn,
        metric,
        lines.entrySet().stream()
            .map(line -> new LineFigure.Line(line.getKey(), ascending(line.getValue())))
            .toList(),
        baselines.entrySet().stream()
            .map(
                line ->
                    new LineFigure.Baseline(name(line.getKey(), lines.keySet()), line.getValue()))
            .toList());
  }

  /** Returns the name of a level line, with its x if a line has the same name. */
  private static String name(List<String> lineAndX, Set<String> taken) {
    String line = lineAndX.get(0);
    String x = lineAndX.get(1);
    String shown = x.equals(Columns.UNDEFENDED) ? "undefended" : x;
    return taken.contains(line) ? line + ", " + shown : line;
  }

  private static List<Point> ascending(List<Point> points) {
    return points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
  }

  /** Returns a number, or the lower end of a range of whole numbers such as 6-10 or 50-. */
  private static OptionalDouble number(String text) {
    try {
      double number = Double.parseDouble(RANGE.matcher(text).replaceFirst("$1"));
      return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
