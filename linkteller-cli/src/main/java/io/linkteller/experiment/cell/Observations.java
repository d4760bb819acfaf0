package io.linkteller.experiment.cell;

import io.linkteller.report.paper.PaperTable;
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
 * Observations of several cells, to be summed up in tables. What a table has no column for, such as
 * seeds, is a repetition: a row is the mean of its repetitions with their standard deviation.
 * Immutable.
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
   * Keeps some.
   *
   * @param wanted which
   * @return the wanted ones, perhaps none
   */
  public Observations where(Predicate<Observation> wanted) {
    return new Observations(all.stream().filter(wanted).toList());
  }

  /**
   * Keeps those of one value of a key.
   *
   * @param column a key
   * @param value its value
   * @return those that have it, perhaps none
   */
  public Observations where(String column, String value) {
    return where(observation -> value.equals(observation.keys().get(column)));
  }

  /**
   * Tells whether there is an observation of a metric.
   *
   * @param metric the metric
   * @return true if there is one
   */
  public boolean has(Metric metric) {
    return all.stream().anyMatch(observation -> observation.metric().equals(metric.name()));
  }

  /**
   * Sums up.
   *
   * @param title what stands above the table
   * @param columns the key columns; every observation of the metrics has these keys
   * @param metrics what to show, at least one of them observed
   * @return a table in which every row is of one combination of the keys, in the order in which
   *     they first come up
   * @throws IllegalArgumentException if an observation lacks a key, or nothing was observed
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
   * Sums up beside a table of the paper.
   *
   * @param title what stands above the table
   * @param paper the paper's table; every observation of the metrics has its key columns as keys
   * @param metrics what to show, at least one of them observed
   * @return the {@link #table} of the paper's key columns, with its numbers where it has them
   * @throws IllegalArgumentException if an observation lacks a key, or nothing was observed
   */
  public ResultTable tableBeside(String title, PaperTable paper, Metric... metrics) {
    return table(title, paper.keyColumns(), metrics).beside(paper);
  }

  private static DoubleArrayList none() {
    return new DoubleArrayList();
  }

  /**
   * Writes a number as tables do in {@link Columns#EPSILON}.
   *
   * @param number finite
   * @return its shortest decimal
   */
  public static String shortest(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
