package io.linkteller.experiment;

import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The observations of several cells, which can be summarized in tables. Keys without a column in
 * the table, such as seeds, distinguish repetitions: each row is the mean of its repetitions with
 * their standard deviation. Immutable.
 *
 * @param all the observations, in the order of the cells; unmodifiable
 */
public record Observations(List<Observation> all) {

  /**
   * Copies the list.
   *
   * @param all the observations, in the order of the cells; unmodifiable
   */
  public Observations {
    all = List.copyOf(all);
  }

  /**
   * Collects the observations of cells.
   *
   * @param finished the cells
   * @return their observations
   */
  public static Observations of(List<FinishedCell> finished) {
    return new Observations(
        finished.stream().flatMap(cell -> cell.observations().stream()).toList());
  }

  /**
   * Returns the observations that satisfy a condition.
   *
   * @param wanted the condition
   * @return the selected observations, possibly none
   */
  public Observations where(Predicate<Observation> wanted) {
    return new Observations(all.stream().filter(wanted).toList());
  }

  /**
   * Returns the observations with a given value of a key.
   *
   * @param column a key
   * @param value its value
   * @return the selected observations, possibly none
   */
  public Observations where(String column, String value) {
    return where(observation -> value.equals(observation.keys().get(column)));
  }

  /**
   * Returns whether there is an observation of a metric.
   *
   * @param metric the metric
   * @return true if there is one
   */
  public boolean has(Metric metric) {
    return all.stream().anyMatch(observation -> observation.metric().equals(metric.name()));
  }

  /**
   * Returns a table of means and standard deviations.
   *
   * @param title the heading of the table
   * @param columns the key columns; every observation of the metrics has these keys
   * @param metrics the metrics to show, at least one of them observed
   * @return a table with one row per combination of the keys, in order of first occurrence
   * @throws IllegalArgumentException if an observation lacks a key or there are no observations
   */
  public ResultTable table(String title, List<String> columns, Metric... metrics) {
    Map<List<String>, Map<Metric, DoubleArrayList>> groups = new LinkedHashMap<>();
    for (Observation observation : all) {
      for (Metric metric : metrics) {
        if (metric.name().equals(observation.metric())) {
          groups
              .computeIfAbsent(
                  columns.stream().map(observation::key).toList(), k -> new LinkedHashMap<>())
              .computeIfAbsent(metric, m -> new DoubleArrayList())
              .add(observation.value());
        }
      }
    }
    ResultTable.Builder table = ResultTable.builder(title, columns.toArray(String[]::new));
    groups.forEach(
        (keys, values) -> {
          table.row(keys.toArray(String[]::new));
          for (Metric metric : metrics) {
            if (values.containsKey(metric)) {
              table.measured(
                  metric, Measurement.of(values.getOrDefault(metric, none()).toDoubleArray()));
            }
          }
        });
    return table.build();
  }

  /**
   * Returns a table that compares the observations with a table of the paper.
   *
   * @param title the heading of the table
   * @param paper the paper's table; every observation of the metrics has its key columns as keys
   * @param metrics the metrics to show, at least one of them observed
   * @return the {@link #table} of the paper's key columns, with the paper's numbers where available
   * @throws IllegalArgumentException if an observation lacks a key or there are no observations
   */
  public ResultTable tableBeside(String title, PaperTable paper, Metric... metrics) {
    return paper.beside(table(title, paper.keyColumns(), metrics));
  }

  private static DoubleArrayList none() {
    return new DoubleArrayList();
  }

  /**
   * Formats a number as in the column {@link Columns#EPSILON} of tables.
   *
   * @param number finite
   * @return its shortest decimal
   */
  public static String shortest(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
