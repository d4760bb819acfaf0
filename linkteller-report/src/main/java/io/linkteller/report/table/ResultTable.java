package io.linkteller.report.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A tidy table: each row has a value for each key column and one measurement. Immutable; two tables
 * are equal if their titles, key columns and rows, including the order of rows, are equal.
 *
 * <pre>{@code
 * ResultTable table =
 *     ResultTable.builder("Attack on a GCN", Columns.DATASET, Columns.METHOD)
 *         .row("RU", "LinkTeller")
 *         .measured(Metric.unmarked("precision", Unit.PERCENT, 1), Measurement.of(0.66, 0.67, 0.68))
 *         .measured(Metric.unmarked("recall", Unit.PERCENT, 1), Measurement.of(0.73, 0.74, 0.75))
 *         .build();
 * }</pre>
 *
 * @param title the title
 * @param keyColumns names of the key columns, at least one, without repetitions
 * @param rows the measurements, at least one; no two with the same keys and metric
 */
public record ResultTable(String title, List<String> keyColumns, List<ResultRow> rows) {

  /**
   * Validates and copies the components.
   *
   * @param title the title
   * @param keyColumns names of the key columns, at least one, without repetitions
   * @param rows the measurements, at least one; no two with the same keys and metric
   * @throws IllegalArgumentException if there is no key column or no row, a key column occurs twice
   *     or is called {@link Columns#METRIC}, the keys of a row differ from the table's key columns,
   *     or two rows have the same keys and metric
   */
  public ResultTable {
    keyColumns = List.copyOf(keyColumns);
    rows = List.copyOf(rows);
    requireColumns(keyColumns);
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("table \"" + title + "\" has no rows");
    }
    Set<List<Object>> seen = new HashSet<>();
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      if (!List.copyOf(row.keys().keySet()).equals(keyColumns)) {
        throw new IllegalArgumentException(
            "a row has the keys " + row.keys() + ", but the table has the columns " + keyColumns);
      }
      if (!seen.add(List.of(row.keys(), row.metric().name()))) {
        throw new IllegalArgumentException(
            "two rows measure " + row.metric().name() + " of " + row.keys());
      }
      Metric before = metrics.putIfAbsent(row.metric().name(), row.metric());
      if (before != null && !before.equals(row.metric())) {
        throw new IllegalArgumentException(
            "two different metrics have the name "
                + before.name()
                + ": "
                + before
                + " and "
                + row.metric());
      }
    }
  }

  private static void requireColumns(List<String> keyColumns) {
    if (keyColumns.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one key column");
    }
    Set<String> names = new HashSet<>();
    for (String column : keyColumns) {
      if (column.isBlank() || column.equals(Columns.METRIC) || !names.add(column)) {
        throw new IllegalArgumentException(
            "key columns " + keyColumns + " are not distinct names other than " + Columns.METRIC);
      }
    }
  }

  /**
   * Starts a table.
   *
   * @param title the title
   * @param keyColumns names of the key columns
   * @return a builder without rows
   * @throws IllegalArgumentException if the key columns are not valid for a {@link ResultTable}
   */
  public static Builder builder(String title, String... keyColumns) {
    return new Builder(title, List.of(keyColumns));
  }

  /**
   * Checks that a column exists.
   *
   * @param column a key column or {@link Columns#METRIC}
   * @throws IllegalArgumentException if there is no such column
   */
  public void requireColumn(String column) {
    if (!column.equals(Columns.METRIC) && !keyColumns.contains(column)) {
      throw new IllegalArgumentException(
          "column = " + column + " is neither one of " + keyColumns + " nor " + Columns.METRIC);
    }
  }

  /** Builds tables. Not thread-safe. */
  public static final class Builder {

    private final String title;
    private final List<String> keyColumns;
    private final List<ResultRow> rows = new ArrayList<>();
    private Map<String, String> keys = Map.of();

    private Builder(String title, List<String> keyColumns) {
      requireColumns(keyColumns);
      this.title = title;
      this.keyColumns = keyColumns;
    }

    /**
     * Starts a row, to which the following measurements belong.
     *
     * @param values one per key column, in the order of the columns, none blank
     * @return this builder
     * @throws IllegalArgumentException if their number is wrong, or one is blank
     */
    public Builder row(String... values) {
      if (values.length != keyColumns.size()) {
        throw new IllegalArgumentException(
            "values " + List.of(values) + " do not match columns " + keyColumns + " one to one");
      }
      keys = new LinkedHashMap<>();
      for (int column = 0; column < values.length; column++) {
        if (values[column].isBlank()) {
          throw new IllegalArgumentException(
              "the value of " + keyColumns.get(column) + " is blank");
        }
        keys.put(keyColumns.get(column), values[column]);
      }
      return this;
    }

    /**
     * Adds a measurement.
     *
     * @param metric the metric
     * @param ours our measurement
     * @return this builder
     * @throws IllegalStateException if {@link #row} has not been called
     * @throws IllegalArgumentException if the mean is out of the range of the metric's unit
     */
    public Builder measured(Metric metric, Measurement ours) {
      return add(metric, ours, Optional.empty(), Optional.empty());
    }

    /**
     * Adds a single measurement.
     *
     * @param metric the metric
     * @param value the measured value, finite
     * @return this builder
     * @throws IllegalStateException if {@link #row} has not been called
     * @throws IllegalArgumentException if it is out of the range of the metric's unit
     */
    public Builder measured(Metric metric, double value) {
      return measured(metric, Measurement.of(value));
    }

    /**
     * Adds a measurement with the paper's number.
     *
     * @param metric the metric
     * @param ours our measurement
     * @param paper the paper's number
     * @param note an explanation
     * @return this builder
     * @throws IllegalStateException if {@link #row} has not been called
     * @throws IllegalArgumentException if a number is out of the range of the metric's unit
     */
    public Builder add(
        Metric metric, Measurement ours, Optional<PaperValue> paper, Optional<String> note) {
      if (keys.isEmpty()) {
        throw new IllegalStateException("call row(...) before measured(...)");
      }
      rows.add(new ResultRow(keys, metric, ours, paper, note));
      return this;
    }

    /**
     * Returns the table.
     *
     * @return the table
     * @throws IllegalArgumentException if it has no rows, or two rows have the same keys and metric
     */
    public ResultTable build() {
      return new ResultTable(title, keyColumns, rows);
    }
  }
}
