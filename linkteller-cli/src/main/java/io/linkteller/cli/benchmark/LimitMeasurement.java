package io.linkteller.cli.benchmark;

import io.linkteller.cli.benchmark.MachineLimits.GatherRates;
import io.linkteller.cli.benchmark.MachineLimits.Rate;
import io.linkteller.parallel.Workers;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Measures the limits of this machine in plain Java: arrays, loops that the just-in-time compiler
 * vectorizes, and all threads at once. Each rate is the best of several runs, after warm-up.
 */
public final class LimitMeasurement {

  private static final int MIB = 1 << 20;

  /** Rows with fewer numbers are read from one array; wider ones are arrays of their own. */
  private static final int NARROW = 16;

  private final int[] sizes;
  private final int[] widths;
  private final double seconds;

  private LimitMeasurement(int[] sizes, int[] widths, double seconds) {
    this.sizes = sizes;
    this.widths = widths;
    this.seconds = seconds;
  }

  /**
   * Returns the measurement for benchmarks: arrays of 256 KiB to 256 MiB, which is more than the
   * caches, and rows of 1 to 256 numbers.
   *
   * @return the measurement
   */
  public static LimitMeasurement thorough() {
    return new LimitMeasurement(
        new int[] {MIB / 4, MIB, 4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB},
        new int[] {1, 2, 4, 8, 32, 64, 256},
        0.04);
  }

  /**
   * Returns a measurement that takes a second, on small arrays.
   *
   * @return the measurement
   */
  public static LimitMeasurement brief() {
    return new LimitMeasurement(new int[] {MIB / 4, 4 * MIB}, new int[] {2, 64}, 0.005);
  }

  /**
   * Measures.
   *
   * @param threads the number of threads, at least 1
   * @return the limits
   */
  public MachineLimits measure(int threads) {
    Workers workers = Workers.of(threads);
    return new MachineLimits(
        threads,
        IntStream.of(sizes).mapToObj(size -> new Rate(size, triad(size, workers))).toList(),
        gathers(workers),
        multiplyAdds(workers),
        floatMultiplyAdds(workers),
        randomness());
  }

  /** One thread's part of a measurement: does its work a number of times. */
  @FunctionalInterface
  private interface Part {
    void run(int times);
  }

  /**
   * Returns how often per second all parts are done, each on a thread of its own. The number of
   * repetitions in a run is doubled until a run takes long enough, which is the warm-up.
   */
  private double rate(List<? extends Part> parts, Workers workers) {
    int times = 1;
    while (run(parts, times, workers) < seconds && times < 1 << 28) {
      times *= 2;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 7; i++) {
      best = Math.min(best, run(parts, times, workers));
    }
    return times / best;
  }

  private static double run(List<? extends Part> parts, int times, Workers workers) {
    long start = System.nanoTime();
    workers.forRows(
        parts.size(),
        1,
        (from, to) -> {
          for (int part = from; part < to; part++) {
            parts.get(part).run(times);
          }
        });
    return (System.nanoTime() - start) / 1e9;
  }

  /** a = b + s c as in STREAM (McCalpin 1995), 24 bytes per element. */
  private double triad(int size, Workers workers) {
    int each = size / (3 * Work.DOUBLE * workers.threads());
    List<Part> parts = new ArrayList<>();
    for (int thread = 0; thread < workers.threads(); thread++) {
      double[] a = new double[each];
      double[] b = filled(each, 1);
      double[] c = filled(each, 2);
      parts.add(
          times -> {
            for (int i = 0; i < times; i++) {
              triad(a, b, c);
            }
          });
    }
    return rate(parts, workers) * 3 * Work.DOUBLE * each * workers.threads();
  }

  private static void triad(double[] a, double[] b, double[] c) {
    for (int i = 0; i < a.length; i++) {
      a[i] = b[i] + 3 * c[i];
    }
  }

  private static double[] filled(int length, double value) {
    double[] array = new double[length];
    Arrays.fill(array, value);
    return array;
  }

  private List<GatherRates> gathers(Workers workers) {
    List<GatherRates> gathers = new ArrayList<>();
    for (int width : widths) {
      List<Rate> rates = new ArrayList<>();
      for (int size : sizes) {
        rates.add(new Rate(size, gather(width, size, workers)));
      }
      gathers.add(new GatherRates(width, rates));
    }
    return gathers;
  }

  /** Adds up rows at random places of one table, which all threads read. */
  private double gather(int width, int size, Workers workers) {
    int rows = size / (Work.DOUBLE * width);
    int gathered = Math.max(1 << 10, Math.min(1 << 18, 16 * MIB / width));
    double[] flat = width < NARROW ? filled(rows * width, 1e-9) : new double[0];
    double[][] table = new double[width < NARROW ? 0 : rows][];
    for (int row = 0; row < table.length; row++) {
      table[row] = filled(width, 1e-9);
    }
    List<Part> parts = new ArrayList<>();
    for (int thread = 0; thread < workers.threads(); thread++) {
      int[] places = new SplittableRandom(thread).ints(gathered, 0, rows).toArray();
      double[] sum = new double[width];
      parts.add(
          times -> {
            for (int i = 0; i < times; i++) {
              if (width < NARROW) {
                gatherNarrow(flat, width, places, sum);
              } else {
                gatherWide(table, places, sum);
              }
            }
          });
    }
    return rate(parts, workers) * gathered * width * Work.DOUBLE * workers.threads();
  }

  private static void gatherWide(double[][] table, int[] places, double[] sum) {
    for (int i = 0; i + 3 < places.length; i += 4) {
      addRows(
          table[places[i]], table[places[i + 1]], table[places[i + 2]], table[places[i + 3]], sum);
    }
  }

  private static void addRows(double[] a, double[] b, double[] c, double[] d, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = sum[i] + a[i] + b[i] + c[i] + d[i];
    }
  }

  private static void gatherNarrow(double[] table, int width, int[] places, double[] sum) {
    switch (width) {
      case 1 -> {
        double one = 0;
        double two = 0;
        for (int i = 0; i + 1 < places.length; i += 2) {
          one += table[places[i]];
          two += table[places[i + 1]];
        }
        sum[0] += one + two;
      }
      case 2 -> {
        double one = 0;
        double two = 0;
        for (int place : places) {
          one += table[2 * place];
          two += table[2 * place + 1];
        }
        sum[0] += one;
        sum[1] += two;
      }
      case 4 -> {
        double one = 0;
        double two = 0;
        double three = 0;
        double four = 0;
        for (int place : places) {
          int at = 4 * place;
          one += table[at];
          two += table[at + 1];
          three += table[at + 2];
          four += table[at + 3];
        }
        sum[0] += one + two + three + four;
      }
      case 8 -> {
        double one = 0;
        double two = 0;
        double three = 0;
        double four = 0;
        double five = 0;
        double six = 0;
        double seven = 0;
        double eight = 0;
        for (int place : places) {
          int at = 8 * place;
          one += table[at];
          two += table[at + 1];
          three += table[at + 2];
          four += table[at + 3];
          five += table[at + 4];
          six += table[at + 5];
          seven += table[at + 6];
          eight += table[at + 7];
        }
        sum[0] += one + two + three + four + five + six + seven + eight;
      }
      default -> throw new AssertionError("rows of " + width + " numbers have no loop");
    }
  }

  /** Numbers that stay in the first-level cache, so that loads do not count. */
  private static final int RESIDENT = 512;

  private double multiplyAdds(Workers workers) {
    List<Part> eight = new ArrayList<>();
    List<Part> sixteen = new ArrayList<>();
    for (int thread = 0; thread < workers.threads(); thread++) {
      double[] v = new double[RESIDENT];
      double[] x = filled(RESIDENT, 0.999);
      double[] y = filled(RESIDENT, 0.001);
      eight.add(
          times -> {
            for (int i = 0; i < times; i++) {
              multiplyAddEight(v, x, y);
            }
          });
      sixteen.add(
          times -> {
            for (int i = 0; i < times; i++) {
              multiplyAddSixteen(v, x, y);
            }
          });
    }
    return 2.0
        * RESIDENT
        * workers.threads()
        * Math.max(8 * rate(eight, workers), 16 * rate(sixteen, workers));
  }

  private double floatMultiplyAdds(Workers workers) {
    List<Part> eight = new ArrayList<>();
    for (int thread = 0; thread < workers.threads(); thread++) {
      float[] v = new float[2 * RESIDENT];
      float[] x = new float[2 * RESIDENT];
      float[] y = new float[2 * RESIDENT];
      Arrays.fill(x, 0.999f);
      Arrays.fill(y, 0.001f);
      eight.add(
          times -> {
            for (int i = 0; i < times; i++) {
              multiplyAddEight(v, x, y);
            }
          });
    }
    return 2.0 * 2 * RESIDENT * workers.threads() * 8 * rate(eight, workers);
  }

  // Chains of dependent multiply-adds, one per element: the compiler makes vectors of elements, and
  // the processor runs the chains of several vectors at once.

  private static void multiplyAddEight(double[] values, double[] x, double[] y) {
    for (int i = 0; i < values.length; i++) {
      double v = values[i];
      double a = x[i];
      double b = y[i];
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      values[i] = v;
    }
  }

  private static void multiplyAddSixteen(double[] values, double[] x, double[] y) {
    for (int i = 0; i < values.length; i++) {
      double v = values[i];
      double a = x[i];
      double b = y[i];
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      values[i] = v;
    }
  }

  private static void multiplyAddEight(float[] values, float[] x, float[] y) {
    for (int i = 0; i < values.length; i++) {
      float v = values[i];
      float a = x[i];
      float b = y[i];
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      v = Math.fma(v, a, b);
      values[i] = v;
    }
  }

  /** AES in counter mode, from which the mechanisms draw. */
  private double randomness() {
    int block = 1 << 12;
    byte[] zeros = new byte[block];
    byte[] out = new byte[block];
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(new byte[16], "AES"),
          new IvParameterSpec(new byte[16]));
      Part part =
          times -> {
            for (int i = 0; i < times; i++) {
              encrypt(cipher, zeros, out);
            }
          };
      return rate(List.of(part), Workers.sequential()) * block;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES is part of every Java platform", e);
    }
  }

  private static void encrypt(Cipher cipher, byte[] zeros, byte[] out) {
    try {
      cipher.update(zeros, 0, zeros.length, out, 0);
    } catch (ShortBufferException e) {
      throw new AssertionError("both arrays have the same length", e);
    }
  }
}
