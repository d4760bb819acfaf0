package io.linkteller.cli.benchmark;

import java.util.ArrayList;
import java.util.List;

/**
 * The running times of something that was repeated in one process, and its least work.
 *
 * @param seconds the times, in order; the first includes class loading and compilation
 * @param work the least work of one repetition
 */
public record Timed(List<Double> seconds, List<Work> work) {

  private static final double NANOS = 1e-9;

  /** Copies the lists. */
  public Timed {
    seconds = List.copyOf(seconds);
    work = List.copyOf(work);
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException("nothing was timed");
    }
  }

  /**
   * Runs a task a number of times.
   *
   * @param times how often, at least 1
   * @param task the task
   * @param work its least work
   * @return the times
   */
  public static Timed repeating(int times, Runnable task, List<Work> work) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      seconds.add(time(task, 1));
    }
    return new Timed(seconds, work);
  }

  /**
   * Runs a kernel once, then for a time without measuring, then in batches that are long enough to
   * be timed.
   *
   * @param warmUp seconds without measuring
   * @param measured seconds with measuring
   * @param kernel the kernel
   * @param work its least work
   * @return the time of the first call, and the mean time of a call in each batch
   */
  public static Timed sampling(double warmUp, double measured, Runnable kernel, List<Work> work) {
    List<Double> seconds = new ArrayList<>();
    seconds.add(time(kernel, 1));
    int batch = 1;
    long begin = System.nanoTime();
    do {
      double took = time(kernel, batch) * batch;
      if (took < measured / 50) {
        batch *= 2;
      }
    } while ((System.nanoTime() - begin) * NANOS < warmUp);
    begin = System.nanoTime();
    do {
      seconds.add(time(kernel, batch));
    } while (seconds.size() < 6 || (System.nanoTime() - begin) * NANOS < measured);
    return new Timed(seconds, work);
  }

  private static double time(Runnable task, int times) {
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      task.run();
    }
    return (System.nanoTime() - start) * NANOS / times;
  }

  /**
   * Returns the time of the first repetition.
   *
   * @return seconds
   */
  public double first() {
    return seconds.get(0);
  }

  /**
   * Returns the median of all times but the first, or the only time.
   *
   * @return seconds
   */
  public double typical() {
    List<Double> rest = repeated();
    return rest.get(rest.size() / 2);
  }

  /**
   * Returns all times but the first, which is the warm-up, or the only one.
   *
   * @return seconds, ascending
   */
  public List<Double> repeated() {
    List<Double> rest = seconds.size() == 1 ? seconds : seconds.subList(1, seconds.size());
    return rest.stream().sorted().toList();
  }
}
