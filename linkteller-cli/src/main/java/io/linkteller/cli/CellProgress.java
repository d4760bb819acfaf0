package io.linkteller.cli;

import io.linkteller.experiment.cell.CellListener;
import io.linkteller.experiment.cell.FinishedCell;

/** A progress bar of the effort of cells. */
final class CellProgress implements CellListener, AutoCloseable {

  private final Progress bar;

  private CellProgress(Progress bar) {
    this.bar = bar;
  }

  static CellProgress of(String task, Remarks remarks) {
    return new CellProgress(remarks.percentage(task));
  }

  @Override
  public void finished(FinishedCell cell, double done, double total) {
    if (total > 0) {
      bar.stepTo(done / total);
    }
  }

  @Override
  public void close() {
    bar.close();
  }
}
