package io.linkteller.report.figure;

import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A line chart of a metric, with error bars, against a number such as ε. Level lines show values
 * that do not depend on that number.
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
   * @param steps whether the value of a point stays the same up to the next point
   */
  public record Line(String name, List<Point> points, boolean steps) {

    /**
     * Creates a line that is straight between its points.
     *
     * @param name label in the legend
     * @param points points in order of x, at least one
     * @throws IllegalArgumentException if there is no point or x decreases
     */
    public Line(String name, List<Point> points) {
      this(name, points, false);
    }

    /**
     * Validates and copies the components.
     *
     * @param name label in the legend
     * @param points points in order of x, at least one
     * @param steps whether the value of a point stays the same up to the next point
     * @throws IllegalArgumentException if there is no point or x decreases
     */
    public Line {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("line \"" + name + "\" has no points");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i - 1).x() > points.get(i).x()) {
          throw new IllegalArgumentException("x of line \"" + name + "\" decreases");
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

  private static void requireNew(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException("two lines have the name \"" + name + "\"");
    }
  }
}
