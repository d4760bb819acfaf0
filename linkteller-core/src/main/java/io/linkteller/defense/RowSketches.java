package io.linkteller.defense;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceQuery;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;
import javax.crypto.Mac;

/**
 * Computes the sketch of a row of features that a guard remembers: a keyed hash, which is equal
 * only for equal rows; the norm; and the projection onto {@value #DIMENSIONS} secret random
 * directions, which approximately preserves distances and angles (Johnson and Lindenstrauss). The
 * base features of queries are read once, and an edit takes time linear in the edited rows.
 *
 * <p>Every row is processed by the same operations in the same order, so the result does not depend
 * on whether a row comes from the base or from an edit.
 */
final class RowSketches {

  /** The number of directions onto which rows are projected. */
  static final int DIMENSIONS = 16;

  /** Magnitudes are clamped to this value so that squares do not overflow. */
  private static final double MAX_MAGNITUDE = 1e150;

  private static final byte ROW = 1;
  private static final byte COLUMN = 2;

  /**
   * The sketches of n rows.
   *
   * @param hashes the keyed hash of each row
   * @param norms the Euclidean norm of each row, not estimated from the projections
   * @param projections n x {@link #DIMENSIONS}, row-major
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  record Rows(long[] hashes, double[] norms, double[] projections) {

    int count() {
      return hashes.length;
    }

    private Rows copy() {
      return new Rows(hashes.clone(), norms.clone(), projections.clone());
    }
  }

  private final GuardKey key;
  private final Map<FeatureMatrix, Rows> ofBases = new WeakHashMap<>();

  /** {@link #DIMENSIONS} numbers per column of the widest features seen so far. */
  private volatile double[] directions = {};

  RowSketches(GuardKey key) {
    this.key = key;
  }

  /** Returns the sketches of a query's rows. The sketches of its base are computed only once. */
  Rows of(InferenceQuery query) {
    Rows base = of(query.base());
    FeatureEdit edit = query.edit();
    if (edit.isEmpty()) {
      return base;
    }
    Rows edited = base.copy();
    double[] values = new double[query.base().cols()];
    Mac mac = key.mac();
    for (int i = 0; i < edit.rows().size(); i++) {
      edit.copyRow(query.base(), i, values);
      sketch(values, mac, edited, edit.rows().getInt(i));
    }
    return edited;
  }

  Rows of(FeatureMatrix x) {
    synchronized (ofBases) {
      Rows known = ofBases.get(x);
      if (known != null) {
        return known;
      }
    }
    Rows rows =
        new Rows(new long[x.rows()], new double[x.rows()], new double[x.rows() * DIMENSIONS]);
    double[] values = new double[x.cols()];
    Mac mac = key.mac();
    for (int row = 0; row < x.rows(); row++) {
      x.copyRow(row, values);
      sketch(values, mac, rows, row);
    }
    synchronized (ofBases) {
      ofBases.put(x, rows);
    }
    return rows;
  }

  private void sketch(double[] values, Mac mac, Rows rows, int row) {
    double[] along = directions(values.length);
    double[] projections = rows.projections();
    int at = row * DIMENSIONS;
    Arrays.fill(projections, at, at + DIMENSIONS, 0);
    double squares = 0;
    ByteBuffer bytes = ByteBuffer.allocate(1 + 12 * values.length).put(ROW);
    for (int col = 0; col < values.length; col++) {
      if (values[col] != 0) {
        bytes.putInt(col).putDouble(values[col]);
        double value = Math.max(-MAX_MAGNITUDE, Math.min(MAX_MAGNITUDE, values[col]));
        squares += value * value;
        for (int k = 0; k < DIMENSIONS; k++) {
          projections[at + k] += value * along[col * DIMENSIONS + k];
        }
      }
    }
    rows.norms()[row] = Math.sqrt(squares);
    mac.update(bytes.array(), 0, bytes.position());
    rows.hashes()[row] = ByteBuffer.wrap(mac.doFinal()).getLong();
  }

  /**
   * Returns the directions for at least this many columns, {@link #DIMENSIONS} numbers per column.
   */
  private double[] directions(int columns) {
    double[] known = directions;
    if (known.length >= columns * DIMENSIONS) {
      return known;
    }
    double[] wider = Arrays.copyOf(known, columns * DIMENSIONS);
    Mac mac = key.mac();
    for (int col = known.length / DIMENSIONS; col < columns; col++) {
      mac.update(ByteBuffer.allocate(5).put(COLUMN).putInt(col).array());
      ByteBuffer bits = ByteBuffer.wrap(mac.doFinal());
      for (int k = 0; k < DIMENSIONS; k++) {
        // Each number has 16 random bits, uniform in (-1, 1), scaled to a variance of 1 /
        // DIMENSIONS.
        wider[col * DIMENSIONS + k] =
            (bits.getShort() + 0.5) * 0x1p-15 * Math.sqrt(3.0 / DIMENSIONS);
      }
    }
    directions = wider;
    return wider;
  }

  /** Returns the inner product of two rows of projections. */
  static double dot(double[] a, int rowOfA, double[] b, int rowOfB) {
    double sum = 0;
    for (int k = 0; k < DIMENSIONS; k++) {
      sum += a[rowOfA * DIMENSIONS + k] * b[rowOfB * DIMENSIONS + k];
    }
    return sum;
  }

  /** Returns the distance between two rows of projections. */
  static double distance(double[] a, int rowOfA, double[] b, int rowOfB) {
    return distanceFromMultiple(a, rowOfA, b, rowOfB, 1);
  }

  /** Returns the factor for which the multiple of row b is closest to row a. */
  static double factor(double[] a, int rowOfA, double[] b, int rowOfB) {
    return dot(a, rowOfA, b, rowOfB) / dot(b, rowOfB, b, rowOfB);
  }

  /** Returns the distance between a row of projections and a multiple of another row. */
  static double distanceFromMultiple(
      double[] a, int rowOfA, double[] b, int rowOfB, double factor) {
    double sum = 0;
    for (int k = 0; k < DIMENSIONS; k++) {
      double difference = a[rowOfA * DIMENSIONS + k] - factor * b[rowOfB * DIMENSIONS + k];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }
}
