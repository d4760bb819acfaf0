package io.linkteller.parallel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A number of threads that share out a range of independent rows.
 *
 * <p>Which thread takes which rows is left to chance, so a task must write only to the rows it was
 * given and must compute each of them the same way whoever computes it. Under that rule the result
 * is bit for bit that of a single thread. Threads are daemons of one pool shared by the process;
 * the calling thread always takes part, so calls may be nested. An interrupt of the calling thread
 * is passed on to the others.
 */
public final class Workers {

  /** Work on the rows {@code from} (inclusive) to {@code to} (exclusive). */
  @FunctionalInterface
  public interface RowTask {

    /**
     * Computes the rows of one block.
     *
     * @param from first row
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

  private static final Workers SEQUENTIAL = new Workers(1);

  private final int threads;

  private Workers(int threads) {
    this.threads = threads;
  }

  /**
   * Returns workers of a given number.
   *
   * @param threads the number of threads, at least 1
   * @return the workers
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public static Workers of(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads = " + threads + " is below 1");
    }
    return threads == 1 ? SEQUENTIAL : new Workers(threads);
  }

  /**
   * Returns the calling thread alone.
   *
   * @return one worker
   */
  public static Workers sequential() {
    return SEQUENTIAL;
  }

  /**
   * Returns as many workers as the machine has processors.
   *
   * @return the workers
   */
  public static Workers all() {
    return of(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns the number of threads.
   *
   * @return the number of threads, at least 1
   */
  public int threads() {
    return threads;
  }

  /**
   * Runs a task over the rows 0 to {@code rows - 1}, in blocks of {@code blockRows} rows. Returns
   * when all rows are done, or throws what the first failing block threw, after every thread has
   * stopped.
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
            // After a failure the others find no block left; after the last block this is no news.
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

  /** Languages without checked exceptions throw what a task does not declare; it goes on as is. */
  @SuppressWarnings("unchecked") // The cast is of a type variable: nothing is checked or changed.
  private static <T extends Throwable> void rethrow(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Work lent to a thread of the pool, where an interrupt of the calling thread reaches it. */
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
          // What was meant for this work must not reach the thread's next.
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
   * Waits even when interrupted, since the other threads still write to the caller's arrays, but
   * passes the interrupt on to them, who may be waiting for something themselves.
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
