package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.report.Report;
import java.util.List;

/**
 * An experiment: cells to compute, and a report of their results.
 *
 * <pre>{@code
 * List<FinishedCell> finished = CellRunner.keepingIn(store).parallelism(2).run(experiment.cells());
 * Report report = experiment.report(finished).build();
 * }</pre>
 */
public interface Experiment {

  /**
   * Returns its name.
   *
   * @return lower-case letters, digits and hyphens, for example {@code attack-gcn}
   */
  String name();

  /** {@return the cells to compute, in the order of the tables} */
  List<Cell> cells();

  /**
   * Returns whether the cells measure time and must be computed one at a time.
   *
   * @return false by default
   */
  default boolean needsQuiet() {
    return false;
  }

  /**
   * Creates the report of the results.
   *
   * @param finished the results of {@link #cells}, in the same order
   * @return a report with the settings of the experiment, to which those of the run may be added
   */
  Report.Builder report(List<FinishedCell> finished);
}
