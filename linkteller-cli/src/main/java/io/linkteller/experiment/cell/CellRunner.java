package io.linkteller.experiment.cell;

import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Computes cells in parallel, except those already in a store. Results are in the order of the
 * cells and do not depend on the number of threads. Immutable except for its store.
 *
 * <pre>{@code
 * CellRunner runner = CellRunner.keepingIn(CellStore.in(directory)).parallelism(2);
 * List<FinishedCell> finished = runner.run(cells);
 * }</pre>
 */
public final class CellRunner {

  private final CellStore store;
  private final Workers workers;
  private final CellListener listener;

  private CellRunner(CellStore store, Workers workers, CellListener listener) {
    this.store = store;
    this.workers = workers;
    this.listener = listener;
  }

  /**
   * Returns a single-threaded runner.
   *
   * @param store the store of finished cells
   * @return the runner
   */
  public static CellRunner keepingIn(CellStore store) {
    return new CellRunner(store, Workers.sequential(), CellListener.SILENT);
  }

  /**
   * Returns this runner with a number of threads.
   *
   * @param threads the number of cells computed at a time, at least 1
   * @return the runner
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public CellRunner parallelism(int threads) {
    return new CellRunner(store, Workers.of(threads), listener);
  }

  /**
   * Returns this runner with a listener.
   *
   * @param other the receiver of finished cells
   * @return the runner
   */
  public CellRunner reportingTo(CellListener other) {
    return new CellRunner(store, workers, other);
  }

  /**
   * Computes cells. Cells with the same key are computed once. If a cell fails, running cells are
   * completed and stored, no further cell is started, and the exception of the first failed cell is
   * thrown.
   *
   * @param cells the cells
   * @return the finished cells, in the order of {@code cells}
   */
  public List<FinishedCell> run(List<Cell> cells) {
    Map<ResultKey, Cell> distinct = new LinkedHashMap<>();
    cells.forEach(cell -> distinct.putIfAbsent(cell.key(), cell));
    Map<ResultKey, FinishedCell> finished = new ConcurrentHashMap<>();
    List<Cell> missing = new ArrayList<>();
    AtomicInteger count = new AtomicInteger();
    for (Cell cell : distinct.values()) {
      store
          .find(cell.key())
          .ifPresentOrElse(
              found -> {
                finished.put(cell.key(), found);
                report(found, count, distinct.size());
              },
              () -> missing.add(cell));
    }
    workers.forRows(
        missing.size(),
        1,
        (from, to) -> {
          for (Cell cell : missing.subList(from, to)) {
            FinishedCell done = compute(cell);
            store.keep(done);
            finished.put(cell.key(), done);
            report(done, count, distinct.size());
          }
        });
    return cells.stream().map(cell -> finished.get(cell.key())).toList();
  }

  private static FinishedCell compute(Cell cell) {
    long start = System.nanoTime();
    List<Observation> observations;
    try {
      observations = cell.work().get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(cell.key() + ": " + e.getMessage(), e);
    }
    return new FinishedCell(cell.key(), observations, (System.nanoTime() - start) / 1e9);
  }

  private synchronized void report(FinishedCell cell, AtomicInteger count, int total) {
    listener.finished(cell, count.incrementAndGet(), total);
  }
}
