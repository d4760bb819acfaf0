package io.linkteller.feature;

import io.linkteller.matrix.LeftOperand;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * Node features X: one row a node, one column a feature, every number finite. Immutable and safe to
 * share between threads.
 *
 * <p>The kinds know their own products, so whoever multiplies by X need not ask which kind it is. A
 * black box that keeps what it computed for X recognizes a {@link RowScaledFeatures} or a {@link
 * RowReplacedFeatures} of the same X and recomputes only what can change.
 */
public sealed interface FeatureMatrix extends LeftOperand
    permits DenseFeatures,
        SparseFeatures,
        StandardizedFeatures,
        RankOneFeatures,
        RowScaledFeatures,
        RowReplacedFeatures {

  /**
   * Returns the feature of a node.
   *
   * @param row the node's row, in [0, n)
   * @param col the feature, in [0, d)
   * @return the number
   * @throws IllegalArgumentException if {@code row} or {@code col} is out of range
   */
  double get(int row, int col);

  /**
   * Tells whether a node's features are all zero. Scaling such a row changes nothing, so a node
   * with zero features cannot be probed by {@link #withRowScaled}.
   *
   * @param row the node's row, in [0, n)
   * @return true if the row is zero
   * @throws IllegalArgumentException if {@code row} is out of range
   */
  boolean isZeroRow(int row);

  /**
   * Returns the features of some nodes, in as compact a kind as these. O(their size).
   *
   * @param rows the nodes' rows, each in [0, n), in the order of the result; one may recur
   * @return row i is {@code rows.getInt(i)} of these features
   * @throws IllegalArgumentException if a row is out of range
   */
  FeatureMatrix selectRows(IntList rows);

  /**
   * Writes the features out.
   *
   * @return a new n x d matrix
   */
  DMatrixRMaj toDense();

  /**
   * Returns a view of these features with one row multiplied by a factor: the probe of Algorithm 1,
   * line 3, where the factor is 1 + Δ. O(1).
   *
   * @param row the row, in [0, n)
   * @param factor the factor, finite
   * @return the view
   * @throws IllegalArgumentException if {@code row} is out of range or {@code factor} is not finite
   */
  default RowScaledFeatures withRowScaled(int row, double factor) {
    return RowScaledFeatures.of(this, row, factor);
  }

  /**
   * Returns a view of these features with some columns of one row multiplied by a factor: the probe
   * of an attacker who controls no others (appendix D.3 of the paper). O(d).
   *
   * @param row the row, in [0, n)
   * @param factor the factor, finite
   * @param columns the columns, each in [0, d)
   * @return the view
   * @throws IllegalArgumentException if {@code row} or a column is out of range, or a number
   *     becomes infinite
   */
  default RowReplacedFeatures withRowScaled(int row, double factor, IntList columns) {
    Checks.row(this, row);
    double[] values = new double[cols()];
    copyRow(row, values);
    for (int i = 0; i < columns.size(); i++) {
      int col = columns.getInt(i);
      // Of the row as it is: a column named twice is scaled once.
      double scaled = factor * get(row, col);
      values[col] = scaled;
    }
    return RowReplacedFeatures.of(this, row, values);
  }

  /**
   * Returns a view of these features with one row replaced. O(d).
   *
   * @param row the row, in [0, n)
   * @param values d finite numbers; copied
   * @return the view
   * @throws IllegalArgumentException if {@code row} is out of range, or {@code values} are not d
   *     finite numbers, or further from the row than a double can say
   */
  default RowReplacedFeatures withRowReplaced(int row, double[] values) {
    return RowReplacedFeatures.of(this, row, values);
  }

  /**
   * Returns dense features.
   *
   * @param values n x d; copied
   * @return the features
   * @throws IllegalArgumentException if a number is NaN or infinite; the message names row and
   *     column
   */
  static DenseFeatures dense(DMatrixRMaj values) {
    return DenseFeatures.of(values);
  }

  /**
   * Returns dense features.
   *
   * @param values n rows of d numbers; copied
   * @return the features
   * @throws IllegalArgumentException if rows differ in length, or a number is NaN or infinite; the
   *     message names row and column
   */
  static DenseFeatures dense(double[][] values) {
    return DenseFeatures.of(values);
  }
}
