package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.LeftOperand;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * Node features X: one row a node, one column a feature, every number finite. Immutable and safe to
 * share between threads.
 *
 * <p>The kinds know their own products, so whoever multiplies by X need not ask which kind it is.
 */
public sealed interface FeatureMatrix extends LeftOperand
    permits DenseFeatures, SparseFeatures, StandardizedFeatures, RankOneFeatures, EditedFeatures {

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
   * with zero features cannot be probed by {@link FeatureEdit#scaling}.
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
   * Returns a view of these features with an edit applied, for those who know nothing of edits.
   * O(1), or O(d) for each row that is replaced.
   *
   * <p>A query that carries the edit beside its features is answered from what changes; to a query
   * for this view it is as if all features were new.
   *
   * @param edit which rows change, and how
   * @return the view, or this matrix if nothing is edited
   * @throws IllegalArgumentException if the edit does not fit, as {@link FeatureEdit#requireFits}
   *     says
   */
  default FeatureMatrix edited(FeatureEdit edit) {
    edit.requireFits(this);
    return edit.isEmpty() ? this : new EditedFeatures(this, edit);
  }

  /**
   * Returns features that are all zero.
   *
   * @param rows n, at least 0
   * @param cols d, at least 0
   * @return the features, without stored numbers
   */
  static FeatureMatrix zero(int rows, int cols) {
    return SparseFeatures.of(CsrMatrix.of(cols, new int[rows + 1], new int[0], new double[0]));
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
   * @param values n rows of d numbers, n at least 1; copied
   * @return the features
   * @throws IllegalArgumentException if there is no row, rows differ in length, or a number is NaN
   *     or infinite; the message names row and column
   */
  static DenseFeatures dense(double[][] values) {
    return DenseFeatures.of(values);
  }
}
