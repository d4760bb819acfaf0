package io.linkteller.experiment.cell;

/** Hears of finished cells. Called by one thread at a time. */
@FunctionalInterface
public interface CellListener {

  /** Hears nothing. */
  CellListener SILENT = (cell, finished, total) -> {};

  /**
   * Hears that a cell is finished, now or in an earlier run.
   *
   * @param cell the cell
   * @param finished how many are finished, this one included
   * @param total how many there are
   */
  void finished(FinishedCell cell, int finished, int total);
}
