package io.linkteller.parallel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An executor that divides a range of independent rows among a number of threads.
 *
 * <p>The assignment of rows to threads is not deterministic, so a task must write only to the rows
 * that it is given, and the result for a row must not depend on the thread or the block in which it
 * is computed. Under these rules the result is bit-identical to that of a single thread. The
 * threads are daemon threads of a pool shared by the process. The calling thread always takes part,
 * so calls may be nested. If the calling thread is interrupted, the other threads are interrupted
 * too.
 */
public final class Workers {

  /** A computation on the rows {@code from} (inclusive) to {@code to} (exclusive). */
  @FunctionalInterface
  public interface RowTask {

    /**
     * Computes the rows of one block.
     *
     * @param from the first row
     * @param to one past the last row
     */
    void run(int from, int to);
  }

  private static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "linkteller-worker");
            thread.setDaemon(true);
            return thread;
          });

  private static final Workers SEQUENTIAL = new Workers(1, false);

  private static final Workers BACKWARDS = new Workers(1, true);

  private final int threads;
  private final boolean isBackwards;

  private Workers(int threads, boolean isBackwards) {
    this.threads = threads;
    this.isBackwards = isBackwards;
  }

  /**
   * Returns an executor with a number of threads.
   *
   * @param threads the number of threads, at least 1
   * @return the executor
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public static Workers of(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads = " + threads + " is below 1");
    }
    return threads == 1 ? SEQUENTIAL : new Workers(threads, false);
  }

  /** {@return an executor that uses only the calling thread} */
  public static Workers sequential() {
    return SEQUENTIAL;
  }

  /**
   * Returns an executor for tests. It uses only the calling thread and runs blocks of one row, from
   * the last row to the first. A task whose result depends on the order of the rows or on their
   * division into blocks always produces a wrong result here, but only sometimes with several
   * threads.
   *
   * @return the executor
   */
  public static Workers backwards() {
    return BACKWARDS;
  }

  /** {@return an executor with one thread per available processor} */
  public static Workers all() {
    return of(Runtime.getRuntime().availableProcessors());
  }

  /** {@return the number of threads, at least 1} */
  public int threads() {
    return threads;
  }

  /**
   * Runs a task over the rows 0 to {@code rows - 1}, in blocks of {@code blockRows} rows, or in a
   * single block if there is one thread. Returns when all rows are done. If a block throws an
   * exception, no more blocks are started, and the exception is rethrown after every thread has
   * stopped, with any others as suppressed exceptions.
   *
   * @param rows the number of rows, at least 0
   * @param blockRows the size of a block, at least 1
   * @param task the work
   * @throws IllegalArgumentException if {@code rows} or {@code blockRows} is out of range
   */
  public void forRows(int rows, int blockRows, RowTask task) {
    if (rows < 0) {
      throw new IllegalArgumentException("rows = " + rows + " is negative");
    }
    if (blockRows < 1) {
      throw new IllegalArgumentException("blockRows = " + blockRows + " is below 1");
    }
    if (isBackwards) {
      for (int row = rows - 1; row >= 0; row--) {
        task.run(row, row + 1);
      }
      return;
    }
    int blocks = (int) (((long) rows + blockRows - 1) / blockRows);
    if (threads == 1 || blocks <= 1) {
      if (rows > 0) {
        task.run(0, rows);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    Runnable loop =
        () -> {
          try {
            for (int block = next.getAndIncrement(); block < blocks; ) {
              int from = block * blockRows;
              task.run(from, (int) Math.min(rows, (long) from + blockRows));
              block = next.getAndIncrement();
            }
          } finally {
            // After a failure, keeps the other threads from starting more blocks; after the last
            // block, has no effect.
            next.set(blocks);
          }
        };
    int others = Math.min(threads, blocks) - 1;
    Future<?>[] running = new Future<?>[others];
    Helper[] helpers = new Helper[others];
    for (int i = 0; i < others; i++) {
      helpers[i] = new Helper(loop);
      running[i] = POOL.submit(helpers[i]);
    }
    Throwable failure = null;
    try {
      loop.run();
    } catch (Throwable e) {
      failure = e;
    }
    for (Future<?> other : running) {
      Throwable thrown = outcome(other, helpers);
      if (failure == null) {
        failure = thrown;
      } else if (thrown != null && thrown != failure) {
        failure.addSuppressed(thrown);
      }
    }
    if (failure != null) {
      Workers.<RuntimeException>rethrow(failure);
    }
  }

  /** Rethrows any exception unchanged: tasks in other JVM languages may throw checked ones. */
  @SuppressWarnings("unchecked") // The cast to a type variable is erased.
  private static <T extends Throwable> void rethrow(Throwable failure) throws T {
    throw (T) failure;
  }

  /** A task for a pool thread. Interrupts of the calling thread are passed on to it. */
  private static final class Helper implements Runnable {

    private final Runnable loop;
    private @Nullable Thread thread;
    private boolean interrupted;

    Helper(Runnable loop) {
      this.loop = loop;
    }

    @Override
    public void run() {
      synchronized (this) {
        thread = Thread.currentThread();
        if (interrupted) {
          thread.interrupt();
        }
      }
      try {
        loop.run();
      } finally {
        synchronized (this) {
          thread = null;
          // Clears the interrupt status, which must not reach the next task of this thread.
          Thread.interrupted();
        }
      }
    }

    synchronized void interrupt() {
      interrupted = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  /**
   * Waits for a task and returns the exception that it threw, if any. Continues to wait when
   * interrupted, because the other threads still write to the caller's arrays, but interrupts them
   * as well, because they may be blocked.
   */
  private static @Nullable Throwable outcome(Future<?> running, Helper[] helpers) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          running.get();
          return null;
        } catch (InterruptedException e) {
          interrupted = true;
          for (Helper helper : helpers) {
            helper.interrupt();
          }
        } catch (ExecutionException e) {
          return e.getCause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
