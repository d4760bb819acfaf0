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
 * Groups of bars with error bars, a group for each category, such as a bin of degrees.
 *
 * @param title what stands above it
 * @param xLabel what goes across
 * @param metric what goes up
 * @param categories names of the groups, from left to right, at least one, each once
 * @param series the bars of one colour each, at least one
 */
public record BarFigure(
    String title, String xLabel, Metric metric, List<String> categories, List<Series> series)
    implements Figure {

  /**
   * Copies and checks.
   *
   * @param title what stands above it
   * @param xLabel what goes across
   * @param metric what goes up
   * @param categories names of the groups, from left to right, at least one, each once
   * @param series the bars of one colour each, at least one
   * @throws IllegalArgumentException if there are no categories or no bars, or a bar is of a
   *     category that is not there
   */
  public BarFigure {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    if (categories.isEmpty() || series.isEmpty()) {
      throw new IllegalArgumentException("figure \"" + title + "\" has no bars");
    }
    Set<String> known = new HashSet<>(categories);
    if (known.size() < categories.size()) {
      throw new IllegalArgumentException("a category comes twice in " + categories);
    }
    for (Series one : series) {
      if (!known.containsAll(one.bars().keySet())) {
        throw new IllegalArgumentException(
            "bars " + one.bars().keySet() + " are not of the categories " + categories);
      }
    }
  }

  /**
   * Bars of one colour.
   *
   * @param name what the legend calls them
   * @param bars the height of the bar of each category; a category without one has a gap
   */
  public record Series(String name, Map<String, Measurement> bars) {

    /**
     * Copies.
     *
     * @param name what the legend calls them
     * @param bars the height of the bar of each category; a category without one has a gap
     */
    public Series {
      bars = Collections.unmodifiableMap(new LinkedHashMap<>(bars));
    }
  }

  /**
   * Draws a column of a table.
   *
   * @param table a table whose rows differ, for this metric, in the two columns only
   * @param metric what goes up
   * @param categoryColumn the key column with a group for each value
   * @param seriesColumn the key column with a colour for each value
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
   * The same under another title.
   *
   * @param newTitle what stands above it
   * @return the figure
   */
  public BarFigure titled(String newTitle) {
    return new BarFigure(newTitle, xLabel, metric, categories, series);
  }
}
