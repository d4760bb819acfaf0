package io.linkteller.defense;

import io.linkteller.defense.RowSketches.Rows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Measures how many rows of a query are multiples of one vector, up to noise. Attacks that choose
 * all features send rows of this kind to make the answers depend on the graph alone.
 *
 * <p>If the served features are known, directions are measured from their mean, and rows that are
 * much closer to the mean than the served rows also count as aligned.
 */
final class RowAlignment {

  /**
   * The largest sine of the angle between two aligned rows. It tolerates noise of a few hundredths
   * in each row: the noise of two rows adds up, and projections may stretch distances by a factor
   * of about 1.5.
   */
  private static final double SINE = 0.1;

  /** Fewer aligned rows than this count as none. */
  private static final int AT_LEAST = 8;

  /**
   * The number of uniformly drawn rows that are tried as the common direction. The same number of
   * rows is drawn in proportion to their squared norms.
   */
  private static final int TRIED = 8;

  /** The projected mean of the served features; 0 if they are unknown. */
  private final double[] center;

  /** The median distance of the served rows from the center; 0 if they are unknown. */
  private final double radius;

  /** The largest share of aligned rows that counts as usual. */
  private final double usual;

  private RowAlignment(double[] center, double radius, double usual) {
    this.center = center;
    this.radius = radius;
    this.usual = usual;
  }

  /** Returns a measure for unknown served features: more than half of the rows are too many. */
  static RowAlignment ofUnknown() {
    return new RowAlignment(new double[RowSketches.DIMENSIONS], 0, 0.5);
  }

  /**
   * Returns a measure for known served features. If more than half of these are aligned themselves,
   * a query is unusual only if more than half of the remaining share is aligned, too.
   */
  static RowAlignment of(Rows served) {
    double[] center = new double[RowSketches.DIMENSIONS];
    for (int row = 0; row < served.count(); row++) {
      for (int k = 0; k < center.length; k++) {
        center[k] += served.projections()[row * center.length + k] / served.count();
      }
    }
    double[] distances = new double[served.count()];
    for (int row = 0; row < served.count(); row++) {
      distances[row] = RowSketches.distance(served.projections(), row, center, 0);
    }
    Arrays.sort(distances);
    double radius = served.count() == 0 ? 0 : distances[served.count() / 2];
    double share = new RowAlignment(center, radius, 0.5).share(served);
    return new RowAlignment(center, radius, share > 0.5 ? (1 + share) / 2 : 0.5);
  }

  /** Returns whether more rows are aligned than is usual. */
  boolean isUnusual(Rows rows) {
    return share(rows) > usual;
  }

  /**
   * Returns the largest share of aligned rows, by number or by sum of squares; 0 if fewer than
   * {@value #AT_LEAST} rows are aligned.
   */
  double share(Rows rows) {
    int n = rows.count();
    double[] centered = new double[n * RowSketches.DIMENSIONS];
    double[] squares = new double[n];
    boolean[] collapsed = new boolean[n];
    double all = 0;
    long bits = 0;
    int present = 0;
    for (int row = 0; row < n; row++) {
      for (int k = 0; k < center.length; k++) {
        int at = row * center.length + k;
        centered[at] = rows.projections()[at] - center[k];
      }
      squares[row] = RowSketches.dot(centered, row, centered, row);
      collapsed[row] = radius > 0 && Math.sqrt(squares[row]) <= SINE * radius;
      present += squares[row] > 0 || collapsed[row] ? 1 : 0;
      all += squares[row];
      bits ^= rows.hashes()[row];
    }
    if (present < AT_LEAST) {
      return 0;
    }
    // The hashes are secret, so a client cannot predict which rows are tried.
    SplittableRandom random = new SplittableRandom(bits);
    double[] upTo = squares.clone();
    for (int row = 1; row < n; row++) {
      upTo[row] += upTo[row - 1];
    }
    double largest = 0;
    for (int trial = 0; trial < 2 * TRIED; trial++) {
      int row =
          trial < TRIED
              ? random.nextInt(n)
              : Math.min(n - 1, lowerBound(upTo, random.nextDouble() * all));
      largest = Math.max(largest, share(centered, squares, collapsed, row, present, all));
    }
    return largest;
  }

  private static double share(
      double[] centered, double[] squares, boolean[] collapsed, int like, int present, double all) {
    int count = 0;
    double size = 0;
    for (int row = 0; row < squares.length; row++) {
      double product = RowSketches.dot(centered, row, centered, like);
      boolean isAligned =
          squares[row] > 0
              && squares[like] > 0
              && product * product >= (1 - SINE * SINE) * squares[row] * squares[like];
      if (isAligned || collapsed[row]) {
        count++;
        size += squares[row];
      }
    }
    return count < AT_LEAST ? 0 : Math.max((double) count / present, all > 0 ? size / all : 0);
  }

  private static int lowerBound(double[] ascending, double value) {
    int found = Arrays.binarySearch(ascending, value);
    return found >= 0 ? found : -found - 1;
  }
}
