package io.linkteller.report.figure;

import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A bar chart with error bars and one group of bars per category, such as a bin of degrees.
 *
 * @param title the title
 * @param xLabel label of the horizontal axis
 * @param metric the metric of the vertical axis
 * @param categories names of the groups from left to right, at least one, without repetitions
 * @param series the series, at least one
 */
public record BarFigure(
    String title, String xLabel, Metric metric, List<String> categories, List<Series> series)
    implements Figure {

  /**
   * Validates and copies the components.
   *
   * @param title the title
   * @param xLabel label of the horizontal axis
   * @param metric the metric of the vertical axis
   * @param categories names of the groups from left to right, at least one, without repetitions
   * @param series the series, at least one
   * @throws IllegalArgumentException if there are no categories or no series, or a bar has an
   *     unknown category
   */
  public BarFigure {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    if (categories.isEmpty() || series.isEmpty()) {
      throw new IllegalArgumentException("figure \"" + title + "\" has no bars");
    }
    Set<String> known = new HashSet<>(categories);
    if (known.size() < categories.size()) {
      throw new IllegalArgumentException("a category is repeated in " + categories);
    }
    for (Series one : series) {
      if (!known.containsAll(one.bars().keySet())) {
        throw new IllegalArgumentException(
            "bars " + one.bars().keySet() + " are not of the categories " + categories);
      }
    }
  }

  /**
   * A series of bars of one color.
   *
   * @param name label in the legend
   * @param bars the height of the bar of each category; a missing category leaves a gap
   */
  public record Series(String name, Map<String, Measurement> bars) {

    /**
     * Copies.
     *
     * @param name label in the legend
     * @param bars the height of the bar of each category; a missing category leaves a gap
     */
    public Series {
      bars = Collections.unmodifiableMap(new LinkedHashMap<>(bars));
    }
  }

  /**
   * Creates a figure of one metric of a table.
   *
   * @param table a table whose rows differ, for this metric, in the two columns only
   * @param metric the metric of the vertical axis
   * @param categoryColumn the key column whose values become groups
   * @param seriesColumn the key column whose values become series
   * @return the figure, with the table's title
   * @throws IllegalArgumentException if a column does not exist, no row has the metric, or two rows
   *     would be the same bar
   */
  public static BarFigure of(
      ResultTable table, Metric metric, String categoryColumn, String seriesColumn) {
    table.requireColumn(categoryColumn);
    table.requireColumn(seriesColumn);
    Set<String> categories = new LinkedHashSet<>();
    Map<String, Map<String, Measurement>> series = new LinkedHashMap<>();
    for (ResultRow row : table.rows()) {
      if (!row.metric().equals(metric)) {
        continue;
      }
      String category = row.key(categoryColumn);
      categories.add(category);
      Map<String, Measurement> bars =
          series.computeIfAbsent(row.key(seriesColumn), name -> new LinkedHashMap<>());
      if (bars.put(category, row.ours()) != null) {
        throw new IllegalArgumentException("two rows would be the bar of " + row.keys());
      }
    }
    List<Series> all = new ArrayList<>();
    series.forEach((name, bars) -> all.add(new Series(name, bars)));
    return new BarFigure(table.title(), categoryColumn, metric, List.copyOf(categories), all);
  }

  /**
   * Returns this figure with another title.
   *
   * @param newTitle the title
   * @return the figure
   */
  public BarFigure titled(String newTitle) {
    return new BarFigure(newTitle, xLabel, metric, categories, series);
  }
}
