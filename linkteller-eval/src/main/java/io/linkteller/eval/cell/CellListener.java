package io.linkteller.eval.cell;

/** Receives finished cells. Called by one thread at a time. */
@FunctionalInterface
public interface CellListener {

  /** A listener that ignores all cells. */
  CellListener SILENT = (cell, done, total) -> {};

  /**
   * Receives a finished cell, whether found in the store or just computed.
   *
   * @param cell the cell
   * @param done the effort of the cells computed by this run so far, including this one
   * @param total the effort of all cells that this run computes, 0 if all were found
   */
  void finished(FinishedCell cell, double done, double total);
}
