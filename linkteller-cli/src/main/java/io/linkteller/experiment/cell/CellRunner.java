package io.linkteller.experiment.cell;

import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Computes cells side by side, those that a store holds already excepted. What comes out is in the
 * order of the cells and does not depend on the number of threads. Immutable but for its store.
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
   * Returns a runner of one thread.
   *
   * @param store where finished cells are kept
   * @return the runner
   */
  public static CellRunner keepingIn(CellStore store) {
    return new CellRunner(store, Workers.sequential(), CellListener.SILENT);
  }

  /**
   * Returns this runner with several threads.
   *
   * @param threads how many cells are computed at a time, at least 1
   * @return the runner
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public CellRunner parallelism(int threads) {
    return new CellRunner(store, Workers.of(threads), listener);
  }

  /**
   * Returns this runner with somebody who hears of finished cells.
   *
   * @param other who hears
   * @return the runner
   */
  public CellRunner reportingTo(CellListener other) {
    return new CellRunner(store, workers, other);
  }

  /**
   * Computes cells. Of several with the same key one is computed. If one fails, those under way are
   * finished and kept, no further one is begun, and what the first threw is thrown.
   *
   * @param cells the cells
   * @return what came of them, in their order
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
