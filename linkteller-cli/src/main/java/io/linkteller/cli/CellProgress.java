package io.linkteller.cli;

import io.linkteller.experiment.cell.CellListener;
import io.linkteller.experiment.cell.FinishedCell;
import java.util.Optional;

/**
 * A progress bar of cells, shown from the first finished cell on, since their number is unknown
 * before.
 */
final class CellProgress implements CellListener, AutoCloseable {

  private final String task;
  private final Remarks remarks;
  private Optional<Progress> bar = Optional.empty();

  private CellProgress(String task, Remarks remarks) {
    this.task = task;
    this.remarks = remarks;
  }

  static CellProgress of(String task, Remarks remarks) {
    return new CellProgress(task, remarks);
  }

  @Override
  public void finished(FinishedCell cell, int finished, int total) {
    if (bar.isEmpty()) {
      bar = Optional.of(remarks.progress(task, total));
    }
    bar.get().stepTo(finished);
  }

  @Override
  public void close() {
    bar.ifPresent(Progress::close);
  }
}
