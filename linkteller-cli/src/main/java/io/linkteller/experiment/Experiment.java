package io.linkteller.experiment;

import io.linkteller.experiment.cell.Cell;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.report.Report;
import java.util.List;

/**
 * An experiment: cells to compute, and what they show together.
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

  /**
   * Returns what is to be computed.
   *
   * @return the cells, in the order of the tables
   */
  List<Cell> cells();

  /**
   * Tells whether cells measure time, so that they are to be computed one at a time.
   *
   * @return false unless they do
   */
  default boolean needsQuiet() {
    return false;
  }

  /**
   * Shows what came of the cells.
   *
   * @param finished one for each of {@link #cells}, in their order
   * @return a report with its own settings, to which those of the run may be added
   */
  Report.Builder report(List<FinishedCell> finished);
}
