package io.linkteller.attack.reading;

import io.linkteller.parallel.Workers;
import java.util.Arrays;

/**
 * Deconvolution of B: the matrix X with (I + X)² = I + B off the diagonal, so that two-step paths
 * are removed.
 *
 * <p>X is found by the damped fixed-point iteration X <- (X + (B - X²)/2)/2 from X = B/2, bounded
 * below by a small fraction of B. X² is computed from the largest entries of X only, which include
 * the edges. It therefore costs as much as two steps over a sparse graph, and no dense matrix is
 * formed. A few iterations suffice: two-hop terms are smaller than one-hop terms, and X is only
 * used to rank pairs.
 *
 * <p>For k layers B is about (I + N)^k, and X about (I + N)^(k/2) - I, whose leading term is N for
 * every k.
 */
final class Deconvolution {

  private static final int STEPS = 4;

  /** The fraction of the entries from which X² is computed. */
  private static final double KEPT = 0.05;

  /** The least number of entries per node from which X² is computed. */
  private static final int KEPT_PER_NODE = 32;

  /**
   * An entry that two-step paths explain fully keeps this fraction of its value, and so its rank.
   */
  private static final double FLOOR = 1e-3;

  /** The number of low bits of a positive double to drop for a relative resolution of 1/256. */
  private static final int PLACE_SHIFT = 44;

  private final int[] begins;
  private final int[] columns;
  private final double[] values;

  private Deconvolution(int[] begins, int[] columns, double[] values) {
    this.begins = begins;
    this.columns = columns;
    this.values = values;
  }

  static SymmetricInfluence of(SymmetricInfluence b, Workers workers) {
    double[] x = new double[b.entryCount()];
    for (int e = 0; e < x.length; e++) {
      x[e] = b.value(e) / 2;
    }
    for (int step = 0; step < STEPS; step++) {
      largest(b, x).takeStep(b, x, workers);
    }
    return b.withValues(x);
  }

  /** Returns the largest entries of x, in rows. */
  private static Deconvolution largest(SymmetricInfluence b, double[] x) {
    double least =
        leastOfLargest(x, (long) Math.max(KEPT * x.length, (double) KEPT_PER_NODE * b.size()));
    int[] begins = new int[b.size() + 1];
    for (int v = 0; v < b.size(); v++) {
      int kept = 0;
      for (int e = b.begin(v); e < b.begin(v + 1); e++) {
        kept += x[e] >= least ? 1 : 0;
      }
      begins[v + 1] = begins[v] + kept;
    }
    int[] columns = new int[begins[b.size()]];
    double[] values = new double[begins[b.size()]];
    int at = 0;
    for (int e = 0; e < x.length; e++) {
      if (x[e] >= least) {
        columns[at] = b.column(e);
        values[at++] = x[e];
      }
    }
    return new Deconvolution(begins, columns, values);
  }

  /** Returns a threshold, at least 0, that about {@code count} positive numbers reach. */
  private static double leastOfLargest(double[] x, long count) {
    int[] places =
        new int[(int) (Double.doubleToRawLongBits(Double.MAX_VALUE) >>> PLACE_SHIFT) + 1];
    for (double value : x) {
      places[(int) (Double.doubleToRawLongBits(value) >>> PLACE_SHIFT)]++;
    }
    long above = 0;
    for (int place = places.length - 1; place > 0; place--) {
      above += places[place];
      if (above >= count) {
        return Double.longBitsToDouble((long) place << PLACE_SHIFT);
      }
    }
    return Double.MIN_VALUE;
  }

  private void takeStep(SymmetricInfluence b, double[] x, Workers workers) {
    workers.forRows(
        b.size(),
        64,
        (from, to) -> {
          double[] twice = new double[b.size()];
          for (int v = from; v < to; v++) {
            Arrays.fill(twice, 0);
            for (int e = begins[v]; e < begins[v + 1]; e++) {
              addMultiple(values[e], columns[e], twice);
            }
            for (int e = b.begin(v); e < b.begin(v + 1); e++) {
              double explained = (b.value(e) - twice[b.column(e)]) / 2;
              x[e] = (x[e] + Math.max(explained, FLOOR * b.value(e))) / 2;
            }
          }
        });
  }

  private void addMultiple(double factor, int row, double[] sum) {
    for (int e = begins[row]; e < begins[row + 1]; e++) {
      sum[columns[e]] += factor * values[e];
    }
  }
}
