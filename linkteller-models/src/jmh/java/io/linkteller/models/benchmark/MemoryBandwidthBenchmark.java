package io.linkteller.models.benchmark;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The triad of STREAM (McCalpin 1995), a = b + s c, over arrays of 512 MB, on all processors. It
 * moves 24 bytes per element, not counting write-allocate reads. 1536 MB divided by the time is the
 * bandwidth with which epochs are compared.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
public class MemoryBandwidthBenchmark {

  private static final int SIZE = 1 << 26;

  private final Workers workers = Workers.all();
  private final double[] a = filled(0);
  private final double[] b = filled(1);
  private final double[] c = filled(2);

  private static double[] filled(double value) {
    double[] array = new double[SIZE];
    Arrays.fill(array, value);
    return array;
  }

  /**
   * Runs the triad once.
   *
   * @return a
   */
  @Benchmark
  public double[] triad() {
    workers.forRows(SIZE, 1 << 16, (from, to) -> triad(from, to, a, b, c));
    return a;
  }

  private static void triad(int from, int to, double[] a, double[] b, double[] c) {
    for (int i = from; i < to; i++) {
      a[i] = b[i] + 3 * c[i];
    }
  }
}
