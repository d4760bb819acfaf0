package io.linkteller.report.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The layout of a tidy table: one grid per combination of the values of {@code grids}, with a line
 * per combination of the values of {@code rows} and a column per combination of the values of
 * {@code columns}. Each key column of the table and {@link Columns#METRIC} is in exactly one of the
 * three.
 *
 * @param grids key columns whose values become grids; may be empty
 * @param rows key columns that label lines
 * @param columns key columns that label columns
 */
public record Pivot(List<String> grids, List<String> rows, List<String> columns) {

  /**
   * Validates and copies the components.
   *
   * @param grids key columns whose values become grids; may be empty
   * @param rows key columns that label lines
   * @param columns key columns that label columns
   * @throws IllegalArgumentException if rows or columns are empty, or a column occurs twice
   */
  public Pivot {
    grids = List.copyOf(grids);
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    if (rows.isEmpty() || columns.isEmpty()) {
      throw new IllegalArgumentException("a pivot needs rows and columns");
    }
    List<String> all = new ArrayList<>(grids);
    all.addAll(rows);
    all.addAll(columns);
    if (new HashSet<>(all).size() < all.size()) {
      throw new IllegalArgumentException("a column occurs twice in " + all);
    }
  }

  /**
   * Starts a pivot with a single grid.
   *
   * @param rows key columns that label lines
   * @return a step that completes the pivot with its columns
   */
  public static Down rows(String... rows) {
    return new Down(List.of(rows));
  }

  /**
   * Returns this pivot with one grid per value of the given columns.
   *
   * @param grids key columns whose values become grids
   * @return the pivot
   */
  public Pivot gridFor(String... grids) {
    return new Pivot(List.of(grids), rows, columns);
  }

  /**
   * Checks that this pivot lays out every column of a table.
   *
   * @param table the table
   * @throws IllegalArgumentException if a column is missing or unknown; the message names it
   */
  public void requireFits(ResultTable table) {
    List<String> all = new ArrayList<>(grids);
    all.addAll(rows);
    all.addAll(columns);
    all.forEach(table::requireColumn);
    List<String> missing = new ArrayList<>(table.keyColumns());
    missing.add(Columns.METRIC);
    missing.removeAll(all);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the pivot " + this + " leaves out " + missing + " of table \"" + table.title() + "\"");
    }
  }

  /**
   * The rows of a pivot.
   *
   * @param rows key columns that label lines
   */
  public record Down(List<String> rows) {

    /**
     * Completes the pivot.
     *
     * @param columns key columns that label columns
     * @return the pivot
     */
    public Pivot columns(String... columns) {
      return new Pivot(List.of(), rows, List.of(columns));
    }
  }
}
