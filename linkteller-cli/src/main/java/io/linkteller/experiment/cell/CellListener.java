package io.linkteller.experiment.cell;

/** Receives finished cells. Called by one thread at a time. */
@FunctionalInterface
public interface CellListener {

  /** A listener that ignores all cells. */
  CellListener SILENT = (cell, finished, total) -> {};

  /**
   * Receives a finished cell, computed now or in an earlier run.
   *
   * @param cell the cell
   * @param finished the number of finished cells, including this one
   * @param total the number of all cells
   */
  void finished(FinishedCell cell, int finished, int total);
}
