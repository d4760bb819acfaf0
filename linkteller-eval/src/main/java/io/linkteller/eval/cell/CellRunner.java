package io.linkteller.eval.cell;

import io.linkteller.parallel.Workers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

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
  private final Predicate<FinishedCell> kept;

  private CellRunner(
      CellStore store, Workers workers, CellListener listener, Predicate<FinishedCell> kept) {
    this.store = store;
    this.workers = workers;
    this.listener = listener;
    this.kept = kept;
  }

  /**
   * Returns a single-threaded runner.
   *
   * @param store the store of finished cells
   * @return the runner
   */
  public static CellRunner keepingIn(CellStore store) {
    return new CellRunner(store, Workers.sequential(), CellListener.SILENT, cell -> true);
  }

  /**
   * Returns this runner with a number of threads.
   *
   * @param threads the number of cells computed at a time, at least 1
   * @return the runner
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public CellRunner parallelism(int threads) {
    return new CellRunner(store, Workers.of(threads), listener, kept);
  }

  /**
   * Returns this runner with a listener.
   *
   * @param other the receiver of finished cells
   * @return the runner
   */
  public CellRunner reportingTo(CellListener other) {
    return new CellRunner(store, workers, other, kept);
  }

  /**
   * Returns this runner, restricted to storing and reading back only some of the cells. The others
   * are always computed.
   *
   * @param which whether a cell is stored and read from the store
   * @return the runner
   */
  public CellRunner keepingOnly(Predicate<FinishedCell> which) {
    return new CellRunner(store, workers, listener, which);
  }

  /**
   * Computes cells. Cells with the same key are computed once. If a cell fails, running cells are
   * completed and stored, no more cells are started, and the exception of the first failed cell is
   * thrown.
   *
   * @param cells the cells
   * @return the finished cells, in the order of {@code cells}
   */
  public List<FinishedCell> run(List<Cell> cells) {
    Map<ResultKey, FinishedCell> finished = new ConcurrentHashMap<>();
    List<Cell> missing = missing(cells, finished);
    double total = missing.stream().mapToDouble(Cell::effort).sum();
    finished.values().forEach(found -> listener.finished(found, 0, total));
    double[] done = {0};
    workers.forRows(
        missing.size(),
        1,
        (from, to) -> {
          for (Cell cell : missing.subList(from, to)) {
            FinishedCell computed = compute(cell);
            if (kept.test(computed)) {
              store.keep(computed);
            }
            finished.put(cell.key(), computed);
            synchronized (done) {
              done[0] += cell.effort();
              listener.finished(computed, done[0], total);
            }
          }
        });
    return cells.stream().map(cell -> finished.get(cell.key())).toList();
  }

  /**
   * Returns the effort of the cells that are not in the store.
   *
   * @param cells the cells
   * @return the sum of their efforts; cells with the same key count once
   */
  public double effort(List<Cell> cells) {
    return missing(cells, new HashMap<>()).stream().mapToDouble(Cell::effort).sum();
  }

  private List<Cell> missing(List<Cell> cells, Map<ResultKey, FinishedCell> finished) {
    Map<ResultKey, Cell> missing = new LinkedHashMap<>();
    for (Cell cell : cells) {
      store
          .find(cell.key())
          .filter(kept)
          .ifPresentOrElse(
              found -> finished.put(cell.key(), found),
              () -> missing.putIfAbsent(cell.key(), cell));
    }
    return List.copyOf(missing.values());
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
}
