package io.linkteller.report.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One measurement of a table.
 *
 * @param keys a value for each key column, in the order of the columns
 * @param metric the metric
 * @param ours our measurement
 * @param paper the paper's number, if it prints one
 * @param note an explanation, if there is one
 */
public record ResultRow(
    Map<String, String> keys,
    Metric metric,
    Measurement ours,
    Optional<PaperValue> paper,
    Optional<String> note) {

  /**
   * Copies the keys and validates the numbers.
   *
   * @param keys a value for each key column, in the order of the columns
   * @param metric the metric
   * @param ours our measurement
   * @param paper the paper's number, if it prints one
   * @param note an explanation, if there is one
   * @throws IllegalArgumentException if the mean, or the paper's number, is out of the range of the
   *     metric's unit
   */
  public ResultRow {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    metric.unit().require(metric.name() + " of " + keys, ours.mean());
    if (paper.isPresent()) {
      metric.unit().require("the paper's " + metric.name() + " of " + keys, paper.get().value());
    }
  }

  /**
   * Returns whether our mean differs from the paper's number, as decided by {@link Metric#differs}.
   *
   * @return whether they differ; false if the paper has no number
   */
  public boolean differs() {
    return paper.isPresent() && metric.differs(ours.mean(), paper.get());
  }

  /**
   * Returns the value of a column.
   *
   * @param column a key column, or {@link Columns#METRIC} for the name of the metric
   * @return the value
   * @throws IllegalArgumentException if there is no such column
   */
  public String key(String column) {
    if (column.equals(Columns.METRIC)) {
      return metric.name();
    }
    String value = keys.get(column);
    if (value == null) {
      throw new IllegalArgumentException(
          "column = " + column + " is neither one of " + keys.keySet() + " nor " + Columns.METRIC);
    }
    return value;
  }
}
