package io.linkteller.report.figure;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A line chart with error bars over a number such as ε, with level lines for values that do not
 * depend on it.
 *
 * @param title the title
 * @param xLabel label of the horizontal axis
 * @param metric the metric of the vertical axis
 * @param lines lines, at least one
 * @param baselines level lines
 */
public record LineFigure(
    String title, String xLabel, Metric metric, List<Line> lines, List<Baseline> baselines)
    implements Figure {

  private static final Pattern RANGE = Pattern.compile("(\\d+)-\\d*");

  /**
   * Validates and copies the components.
   *
   * @param title the title
   * @param xLabel label of the horizontal axis
   * @param metric the metric of the vertical axis
   * @param lines lines, at least one
   * @param baselines level lines
   * @throws IllegalArgumentException if there is no line, or two lines have the same name
   */
  public LineFigure {
    lines = List.copyOf(lines);
    baselines = List.copyOf(baselines);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("figure \"" + title + "\" has no lines");
    }
    Set<String> names = new HashSet<>();
    lines.forEach(line -> requireNew(names, line.name()));
    baselines.forEach(line -> requireNew(names, line.name()));
  }

  /**
   * A line.
   *
   * @param name label in the legend
   * @param points points in order of x, at least one
   * @param steps whether the value of a point holds up to the next one, rather than changing in
   *     between
   */
  public record Line(String name, List<Point> points, boolean steps) {

    /**
     * Creates a line that is straight between its points.
     *
     * @param name label in the legend
     * @param points points in order of x, at least one
     * @throws IllegalArgumentException if there is no point or x descends
     */
    public Line(String name, List<Point> points) {
      this(name, points, false);
    }

    /**
     * Validates and copies the components.
     *
     * @param name label in the legend
     * @param points points in order of x, at least one
     * @param steps whether the value of a point holds up to the next one
     * @throws IllegalArgumentException if there is no point or x descends
     */
    public Line {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("line \"" + name + "\" has no points");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i - 1).x() > points.get(i).x()) {
          throw new IllegalArgumentException("x of line \"" + name + "\" descends");
        }
      }
    }
  }

  /**
   * A point.
   *
   * @param x the horizontal coordinate, finite
   * @param y the mean, with the deviation as error bar
   */
  public record Point(double x, Measurement y) {

    /**
     * Validates x.
     *
     * @param x the horizontal coordinate, finite
     * @param y the mean, with the deviation as error bar
     * @throws IllegalArgumentException if it is not finite
     */
    public Point {
      if (!Double.isFinite(x)) {
        throw new IllegalArgumentException("x = " + x + " is not a finite number");
      }
    }
  }

  /**
   * A level line.
   *
   * @param name label in the legend
   * @param y the value
   */
  public record Baseline(String name, Measurement y) {}

  /**
   * Creates a figure of one metric of a table. Rows whose x is a number, or a range of whole
   * numbers, of which the lower end counts, are points; the others, such as those of {@link
   * Columns#UNDEFENDED}, become level lines, named by the line column, and by their x as well where
   * a line has the same name.
   *
   * @param table a table whose rows differ, for this metric, in the two columns only
   * @param metric the metric of the vertical axis
   * @param xColumn the key column of the horizontal axis
   * @param lineColumn the key column whose values become lines
   * @return the figure, with the table's title
   * @throws IllegalArgumentException if a column does not exist, no row has the metric and a number
   *     for x, or two rows would be the same point
   */
  public static LineFigure of(ResultTable table, Metric metric, String xColumn, String lineColumn) {
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
        table.title(),
        xColumn.equals(Columns.EPSILON) ? "privacy parameter ε" : xColumn,
        metric,
        lines.entrySet().stream()
            .map(line -> new Line(line.getKey(), ascending(line.getValue())))
            .toList(),
        baselines.entrySet().stream()
            .map(line -> new Baseline(name(line.getKey(), lines.keySet()), line.getValue()))
            .toList());
  }

  /**
   * Returns this figure with another title.
   *
   * @param newTitle the title
   * @return the figure
   */
  public LineFigure titled(String newTitle) {
    return new LineFigure(newTitle, xLabel, metric, lines, baselines);
  }

  /** Returns the name of a level line, with its x if a line has the same name. */
  private static String name(List<String> lineAndX, Set<String> taken) {
    String line = lineAndX.get(0);
    String x = lineAndX.get(1);
    String shown = x.equals(Columns.UNDEFENDED) ? "undefended" : x;
    return taken.contains(line) ? line + ", " + shown : line;
  }

  private static void requireNew(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException("two lines have the name \"" + name + "\"");
    }
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
