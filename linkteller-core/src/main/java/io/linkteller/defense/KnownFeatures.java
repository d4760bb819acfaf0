package io.linkteller.defense;

import io.linkteller.defense.RowSketches.Rows;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;

/**
 * The features of one earlier query, or the served features, with which later queries are compared.
 *
 * <p>The change of a row is measured in two ways: by the distance from its earlier value, and by
 * the difference of the norms. Noise in all directions barely changes norms, whereas re-weighting
 * does. Both measures are divided by the smaller of the two norms, but by no less than a quarter of
 * the median norm. Otherwise, a client could change rows that are nearly zero by large factors, at
 * no cost, to hide the change of another row.
 *
 * <p>Rows may also have been re-weighted: multiplied by a factor that differs from that of most
 * rows. Features that change for other reasons rarely keep their direction, so re-weighting is
 * visible no matter how many rows it affects.
 */
final class KnownFeatures {

  /** The largest changes stand out if they exceed the next one by this factor. */
  private static final double STANDS_OUT = 3;

  /**
   * The factor if the next change exceeds {@link #LARGE_CHANGE}, because the changes of entirely
   * replaced rows differ by larger factors.
   */
  private static final double STANDS_OUT_OF_LARGE = 10;

  /** The relative change above which a row may have been replaced. */
  private static final double LARGE_CHANGE = 0.1;

  /**
   * Nodes that a query leaves out count as changed if it still contains at least this many known
   * nodes.
   */
  private static final int LARGE = 100;

  /** The smallest relative change of a row whose hash has changed. */
  private static final double MIN_MAGNITUDE = 0x1p-60;

  /**
   * A re-weighted row deviates from a multiple of its earlier value by less than this share of its
   * change along that value.
   */
  private static final double SIDEWAYS = 0.25;

  /** The largest tangent of the angle between two values of a row with the same direction. */
  private static final double SAME_DIRECTION = 0.1;

  /** Factors that differ by less than this are equal up to rounding in single precision. */
  private static final double MIN_FACTOR = 1e-6;

  private static final int ABSENT = -1;

  private final IntList nodes;
  private final Rows rows;
  private final Int2IntOpenHashMap rowOf;

  /** A quarter of the median norm. */
  private final double floor;

  private final boolean isQuery;

  /**
   * Indexes the features.
   *
   * @param nodes the nodes of the rows
   * @param rows their features
   * @param isQuery whether a client queried exactly these nodes, so leaving out a few of them in a
   *     later query is significant
   */
  KnownFeatures(IntList nodes, Rows rows, boolean isQuery) {
    this.nodes = nodes;
    this.rows = rows;
    this.isQuery = isQuery;
    this.rowOf = new Int2IntOpenHashMap(nodes.size());
    rowOf.defaultReturnValue(ABSENT);
    for (int row = 0; row < nodes.size(); row++) {
      rowOf.put(nodes.getInt(row), row);
    }
    double[] norms = rows.norms().clone();
    Arrays.sort(norms);
    this.floor = norms.length == 0 ? 0 : norms[norms.length / 2] / 4;
  }

  /**
   * The changes of a query.
   *
   * @param isSame whether all its nodes have their known features, and none is missing
   * @param standingOut the nodes whose changes stand out. If there are none, or too many, the
   *     re-weighted nodes, provided that re-weighting dominates the changes; otherwise empty
   */
  record Comparison(boolean isSame, IntList standingOut) {}

  /**
   * Compares the features of a later query with these.
   *
   * @param asked its nodes
   * @param now their features
   * @param most the maximum number of rows that stand out; if 0, a hundredth of the compared rows,
   *     and at least 1
   */
  Comparison compare(IntList asked, Rows now, int most) {
    int[] changed = new int[asked.size() + nodes.size()];
    double[] distances = new double[changed.length];
    double[] growths = new double[changed.length];
    int compared = 0;
    int count = 0;
    for (int row = 0; row < asked.size(); row++) {
      int before = rowOf.get(asked.getInt(row));
      if (before != ABSENT) {
        compared++;
        if (now.hashes()[row] != rows.hashes()[before]) {
          changed[count] = asked.getInt(row);
          double by = Math.max(floor, Math.min(now.norms()[row], rows.norms()[before]));
          distances[count] =
              relative(
                  RowSketches.distance(now.projections(), row, rows.projections(), before), by);
          growths[count++] = relative(Math.abs(now.norms()[row] - rows.norms()[before]), by);
        }
      }
    }
    boolean isSame = count == 0 && compared == asked.size() && compared == nodes.size();
    int missing = nodes.size() - compared;
    if (isQuery && compared >= LARGE && missing > 0 && missing <= rowsOf(most, compared)) {
      compared += missing;
      count = addMissing(asked, changed, distances, growths, count);
    }
    if (compared < 2 || count == 0) {
      return new Comparison(isSame, IntList.of());
    }
    int rowsOut = Math.min(rowsOf(most, compared), compared - 1);
    IntList out = standingOut(changed, distances, count, rowsOut);
    if (out.isEmpty()) {
      out = standingOut(changed, growths, count, rowsOut);
    }
    return new Comparison(isSame, out.isEmpty() ? reweighted(asked, now) : out);
  }

  /**
   * Returns the nodes whose rows are multiples of their earlier values by factors that differ from
   * the median factor of all rows that kept their direction. The result is empty unless these nodes
   * account for more than half of the sum of squares of all changes along the earlier values.
   */
  private IntList reweighted(IntList asked, Rows now) {
    double[] factors = new double[asked.size()];
    double[] sideways = new double[asked.size()];
    double[] keptDirection = new double[asked.size()];
    int kept = 0;
    for (int row = 0; row < asked.size(); row++) {
      int before = rowOf.get(asked.getInt(row));
      // An absent row is treated like one without features: it has no factor.
      double norm = before == ABSENT ? 0 : rows.norms()[before];
      factors[row] = Double.NaN;
      if (norm > 0) {
        factors[row] = RowSketches.factor(now.projections(), row, rows.projections(), before);
        sideways[row] =
            RowSketches.distanceFromMultiple(
                    now.projections(), row, rows.projections(), before, factors[row])
                / norm;
        if (sideways[row] < SAME_DIRECTION * Math.abs(factors[row])) {
          keptDirection[kept++] = factors[row];
        }
      }
    }
    Arrays.sort(keptDirection, 0, kept);
    double common = kept == 0 ? 1 : keptDirection[kept / 2];
    double all = 0;
    double along = 0;
    IntArrayList out = new IntArrayList();
    for (int row = 0; row < asked.size(); row++) {
      if (!Double.isNaN(factors[row])) {
        double change = Math.abs(factors[row] - common);
        double norm = rows.norms()[rowOf.get(asked.getInt(row))];
        double size = Math.min(1, change / Math.abs(common) * norm / Math.max(floor, norm));
        all += size * size;
        if (size > MIN_FACTOR && sideways[row] < SIDEWAYS * change) {
          along += size * size;
          out.add(asked.getInt(row));
        }
      }
    }
    return along > all / 2 ? out : IntList.of();
  }

  /**
   * Returns the nodes whose changes far exceed the one that follows the {@code rowsOut} largest.
   */
  private static IntList standingOut(int[] changed, double[] changes, int count, int rowsOut) {
    double[] ascending = Arrays.copyOf(changes, count);
    Arrays.sort(ascending);
    double next = count > rowsOut ? ascending[count - 1 - rowsOut] : 0;
    double most = next * (next > LARGE_CHANGE ? STANDS_OUT_OF_LARGE : STANDS_OUT);
    IntArrayList out = new IntArrayList();
    for (int i = 0; i < count; i++) {
      if (changes[i] > most) {
        out.add(changed[i]);
      }
    }
    return out;
  }

  private static int rowsOf(int most, int compared) {
    return most > 0 ? most : Math.max(1, compared / 100);
  }

  private static double relative(double change, double by) {
    if (by > 0) {
      return Math.max(change / by, MIN_MAGNITUDE);
    }
    return change > 0 ? 1 : MIN_MAGNITUDE;
  }

  /**
   * Adds the nodes that a query leaves out, and returns the new count. Leaving out a node changes
   * the answers for other nodes about as much as removing its features.
   */
  private int addMissing(
      IntList asked, int[] changed, double[] distances, double[] growths, int count) {
    Int2IntOpenHashMap present = new Int2IntOpenHashMap(asked.size());
    for (int row = 0; row < asked.size(); row++) {
      present.put(asked.getInt(row), 1);
    }
    int to = count;
    for (int row = 0; row < nodes.size(); row++) {
      if (!present.containsKey(nodes.getInt(row))) {
        changed[to] = nodes.getInt(row);
        growths[to] = 1;
        distances[to++] = 1;
      }
    }
    return to;
  }
}
