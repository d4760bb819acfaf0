package io.linkteller.experiment;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The layout of each experiment's table in the paper. */
public final class PaperLayout {

  /**
   * Precision and recall: belief and method down, degree class across, a grid for each data set.
   */
  public static final Pivot ATTACK =
      Pivot.rows(Columns.BELIEF, Columns.METHOD)
          .columns(Columns.DEGREE, Columns.METRIC)
          .gridFor(Columns.DATASET);

  /** AUC: degree class and method down, data set across. */
  public static final Pivot AUC =
      Pivot.rows(Columns.DEGREE, Columns.METHOD).columns(Columns.DATASET).gridFor(Columns.METRIC);

  /** Citation graphs: belief and method down, data set across. */
  public static final Pivot TRANSDUCTIVE =
      Pivot.rows(Columns.BELIEF, Columns.METHOD).columns(Columns.DATASET, Columns.METRIC);

  /** AUC on citation graphs: method down, data set across. */
  public static final Pivot AUC_TRANSDUCTIVE =
      Pivot.rows(Columns.METHOD).columns(Columns.DATASET, Columns.METRIC);

  /**
   * Attack on perturbed graphs: ε down, mechanism and degree class across, a grid for each data
   * set, belief and metric.
   */
  public static final Pivot DP_ATTACK =
      Pivot.rows(Columns.EPSILON)
          .columns(Columns.MODEL, Columns.DEGREE)
          .gridFor(Columns.DATASET, Columns.BELIEF, Columns.METRIC);

  /** Utility: model and ε down, data set across. */
  public static final Pivot DP_UTILITY =
      Pivot.rows(Columns.MODEL, Columns.EPSILON).columns(Columns.DATASET).gridFor(Columns.METRIC);

  /** Utility by degree: bin down, model across, a grid for each data set and ε. */
  public static final Pivot DEGREE_BINS =
      Pivot.rows(Columns.DEGREE_BIN)
          .columns(Columns.MODEL)
          .gridFor(Columns.DATASET, Columns.EPSILON, Columns.METRIC);

  /** Chosen ε: mechanism down, data set across. */
  public static final Pivot CHOSEN_EPSILON =
      Pivot.rows(Columns.MODEL).columns(Columns.DATASET).gridFor(Columns.METRIC);

  /** Running time and random guesses: degree class down, data set across. */
  public static final Pivot BY_DEGREE =
      Pivot.rows(Columns.DEGREE).columns(Columns.DATASET).gridFor(Columns.METRIC);

  /** Query limit: number of queries down, degree class across, a grid for each data set. */
  public static final Pivot QUERY_LIMIT =
      Pivot.rows(Columns.QUERIES).columns(Columns.DEGREE, Columns.METRIC).gridFor(Columns.DATASET);

  private PaperLayout() {}

  /** Returns a table with only the rows that satisfy a condition, if there are any. */
  static Optional<ResultTable> where(ResultTable table, Predicate<ResultRow> wanted) {
    List<ResultRow> kept = table.rows().stream().filter(wanted).toList();
    return Optional.of(kept)
        .filter(rows -> !rows.isEmpty())
        .map(rows -> new ResultTable(table.title(), table.keyColumns(), rows));
  }

  /**
   * Returns a table with the rows of each value of a column, in the order in which values occur.
   */
  static Map<String, ResultTable> by(String column, ResultTable table) {
    return table.rows().stream()
        .collect(
            Collectors.groupingBy(
                row -> row.key(column),
                LinkedHashMap::new,
                Collectors.collectingAndThen(
                    Collectors.toList(),
                    rows -> new ResultTable(table.title(), table.keyColumns(), rows))));
  }
}
