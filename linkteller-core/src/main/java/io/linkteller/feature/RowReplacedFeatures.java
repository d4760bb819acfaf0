package io.linkteller.feature;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * A view of features with one row replaced by another: the probe of whoever controls only some
 * columns of a node, or adds to features that are all zero. As {@link RowScaledFeatures} it holds
 * on to the features it was made from, so a black box that remembers those can answer from what
 * changed.
 */
public final class RowReplacedFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 64;

  private final FeatureMatrix base;
  private final int row;
  private final double[] values;

  /** What the row has more than that of the base. */
  private final double[] difference;

  private RowReplacedFeatures(FeatureMatrix base, int row, double[] values, double[] difference) {
    this.base = base;
    this.row = row;
    this.values = values;
    this.difference = difference;
  }

  static RowReplacedFeatures of(FeatureMatrix base, int row, double[] values) {
    Checks.row(base, row);
    if (values.length != base.cols()) {
      throw new IllegalArgumentException(
          "a row of " + values.length + " numbers does not fit " + base.cols() + " columns");
    }
    double[] difference = new double[values.length];
    base.copyRow(row, difference);
    for (int col = 0; col < values.length; col++) {
      Checks.finite(row, col, values[col]);
      difference[col] = values[col] - difference[col];
      Checks.finite(row, col, difference[col]);
    }
    return new RowReplacedFeatures(base, row, values.clone(), difference);
  }

  /**
   * Returns the features with their own row.
   *
   * @return the features this view was made from
   */
  public FeatureMatrix base() {
    return base;
  }

  /**
   * Returns the row that is replaced.
   *
   * @return in [0, n)
   */
  public int row() {
    return row;
  }

  /**
   * Returns what the row has more than that of {@link #base}.
   *
   * @return d finite numbers, a copy
   */
  public double[] difference() {
    return difference.clone();
  }

  @Override
  public int rows() {
    return base.rows();
  }

  @Override
  public int cols() {
    return base.cols();
  }

  @Override
  public double get(int row, int col) {
    double value = base.get(row, col);
    return row == this.row ? values[col] : value;
  }

  @Override
  public boolean isZeroRow(int row) {
    if (row != this.row) {
      return base.isZeroRow(row);
    }
    for (double value : values) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public FeatureMatrix selectRows(IntList rows) {
    FeatureMatrix selected = base.selectRows(rows);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.getInt(i) == row) {
        selected = selected.withRowReplaced(i, values);
      }
    }
    return selected;
  }

  @Override
  public DMatrixRMaj toDense() {
    DMatrixRMaj dense = base.toDense();
    System.arraycopy(values, 0, dense.data, row * cols(), cols());
    return dense;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    base.multiply(w, out, workers);
    int width = w.numCols;
    for (int col = 0; col < cols(); col++) {
      if (difference[col] != 0) {
        CsrKernels.add(difference[col], w.data, col * width, width, out.data, row * width);
      }
    }
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    base.multiplyTransposed(g, out, workers);
    int width = g.numCols;
    for (int col = 0; col < cols(); col++) {
      if (difference[col] != 0) {
        CsrKernels.add(difference[col], g.data, row * width, width, out.data, col * width);
      }
    }
  }

  @Override
  public long storedCount() {
    return base.storedCount() + cols();
  }

  @Override
  public void copyRow(int row, double[] out) {
    if (row == this.row) {
      System.arraycopy(values, 0, out, 0, values.length);
    } else {
      base.copyRow(row, out);
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    base.multiplyBy(left, out, workers);
    int width = cols();
    workers.forRows(
        left.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            double weight = left.get(u, row);
            if (weight != 0) {
              CsrKernels.add(weight, difference, 0, width, out.data, u * width);
            }
          }
        });
  }

  @Override
  public String toString() {
    return "RowReplacedFeatures[row = " + row + " of " + base + "]";
  }
}
