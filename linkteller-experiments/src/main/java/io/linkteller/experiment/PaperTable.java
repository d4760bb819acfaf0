package io.linkteller.experiment;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.PaperValue;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result tables of the paper. Data sets, degree classes, beliefs and methods are written as in
 * {@link Columns}. Figures of the paper are not included, so its sweeps over ε contribute only the
 * numbers at the chosen ε.
 */
public enum PaperTable {
  /** Precision and recall of the attacks on a GCN of two layers (three on Flickr). */
  ATTACK_GCN(
      "attack-gcn",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.BELIEF, Columns.METHOD),
      List.of(PaperMetric.PRECISION, PaperMetric.RECALL)),
  /** AUC of the attacks on a GCN. */
  AUC_GCN(
      "auc-gcn",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.METHOD),
      List.of(PaperMetric.AUC)),
  /** Precision and recall of LinkTeller on a three-layer GCN. */
  ATTACK_GCN_3LAYER(
      "attack-gcn-3layer",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.BELIEF, Columns.METHOD),
      List.of(PaperMetric.PRECISION, PaperMetric.RECALL)),
  /** AUC of LinkTeller on a three-layer GCN. */
  AUC_GCN_3LAYER(
      "auc-gcn-3layer",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.METHOD),
      List.of(PaperMetric.AUC)),
  /** Precision and recall of the attacks on a GAT, for PPI and Flickr. */
  ATTACK_GAT(
      "attack-gat",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.BELIEF, Columns.METHOD),
      List.of(PaperMetric.PRECISION, PaperMetric.RECALL)),
  /** Precision and recall of the attacks on citation graphs, on pairs of which half are edges. */
  ATTACK_TRANSDUCTIVE(
      "attack-transductive",
      List.of(Columns.DATASET, Columns.BELIEF, Columns.METHOD),
      List.of(PaperMetric.PRECISION, PaperMetric.RECALL)),
  /** AUC of the attacks on citation graphs. */
  AUC_TRANSDUCTIVE(
      "auc-transductive", List.of(Columns.DATASET, Columns.METHOD), List.of(PaperMetric.AUC)),
  /** F1 of LinkTeller at belief k on models of perturbed graphs, at the ε that the paper chose. */
  DP_ATTACK(
      "dp-attack",
      List.of(Columns.DATASET, Columns.DEGREE, Columns.BELIEF, Columns.MODEL, Columns.EPSILON),
      List.of(PaperMetric.ATTACK_F1)),
  /** F1 of the predictions of GCN, MLP and models of perturbed graphs, at the chosen ε. */
  DP_UTILITY(
      "dp-utility",
      List.of(Columns.DATASET, Columns.MODEL, Columns.EPSILON),
      List.of(PaperMetric.UTILITY_F1)),
  /** The ε chosen for each mechanism: the smallest that beats the MLP on validation data. */
  CHOSEN_EPSILON(
      "choose-epsilon",
      List.of(Columns.DATASET, Columns.MODEL),
      List.of(PaperMetric.CHOSEN_EPSILON)),
  /** Running time of LinkTeller in seconds. */
  RUNTIME("runtime", List.of(Columns.DATASET, Columns.DEGREE), List.of(PaperMetric.RUNNING_TIME)),
  /** Precision of random guesses. */
  RANDOM("random", List.of(Columns.DATASET, Columns.DEGREE), List.of(PaperMetric.RANDOM_PRECISION));

  private final String label;

  // Created by List.of and therefore immutable, which the checker cannot know.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> keyColumns;

  // As above.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Metric> metrics;

  PaperTable(String label, List<String> keyColumns, List<Metric> metrics) {
    this.label = label;
    this.keyColumns = keyColumns;
    this.metrics = metrics;
  }

  /**
   * Returns the name of the experiment that the table belongs to.
   *
   * @return for example {@code attack-gcn}
   */
  public String label() {
    return label;
  }

  /**
   * Returns the key columns, which identify a cell.
   *
   * @return names of the key columns
   */
  public List<String> keyColumns() {
    return keyColumns;
  }

  /**
   * Returns the metrics of the cells.
   *
   * @return one or two metrics
   */
  public List<Metric> metrics() {
    return metrics;
  }

  /**
   * Adds the paper's numbers, as far as the paper reports them.
   *
   * @param measured a table of the same key columns
   * @return its rows with the paper's numbers
   * @throws IllegalArgumentException if its key columns differ from those of this table
   */
  public ResultTable beside(ResultTable measured) {
    return new ResultTable(
        measured.title(),
        measured.keyColumns(),
        measured.rows().stream()
            .map(
                row ->
                    new ResultRow(
                        row.keys(),
                        row.metric(),
                        row.ours(),
                        find(row.metric(), row.keys()),
                        row.note()))
            .toList());
  }

  /**
   * Looks up a number.
   *
   * @param metric the metric
   * @param keys a value for each key column
   * @return the paper's number, if the table has it
   * @throws IllegalArgumentException if the keys are not those of the table
   */
  public Optional<PaperValue> find(Metric metric, Map<String, String> keys) {
    if (!keys.keySet().equals(new HashSet<>(keyColumns))) {
      throw new IllegalArgumentException(
          "the paper's table " + label + " has the keys " + keyColumns + ", not " + keys.keySet());
    }
    return Optional.ofNullable(PaperNumbers.of(this).get(new PaperNumbers.Cell(metric, keys)));
  }

  /**
   * Counts the cells.
   *
   * @return the number of cells
   */
  public int size() {
    return PaperNumbers.of(this).size();
  }
}
