package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Node features X: one row per node, one column per feature, all values finite. Immutable and safe
 * for use by several threads.
 *
 * <p>Each implementation computes its own products with dense matrices, so callers need not know
 * which one they have. The default methods read the matrix row by row.
 */
public sealed interface FeatureMatrix extends LeftOperand
    permits DenseFeatures,
        SparseFeatures,
        MappedFeatures,
        StandardizedFeatures,
        LowRankFeatures,
        EditedFeatures {

  /**
   * Returns one feature of a node.
   *
   * @param row the node's row, in [0, n)
   * @param col the feature, in [0, d)
   * @return the value
   * @throws IllegalArgumentException if {@code row} or {@code col} is out of range
   */
  default double get(int row, int col) {
    Checks.cell(this, row, col);
    return row(row)[col];
  }

  /**
   * Returns the features of a node.
   *
   * @param row the node's row, in [0, n)
   * @return its d features, a copy
   * @throws IllegalArgumentException if {@code row} is out of range
   */
  default double[] row(int row) {
    Checks.row(this, row);
    double[] values = new double[cols()];
    copyRow(row, values);
    return values;
  }

  /**
   * Returns whether a node's features are all zero. Scaling a zero row changes nothing, so its node
   * cannot be probed with {@link FeatureEdit#scaling}.
   *
   * @param row the node's row, in [0, n)
   * @return true if the row is zero
   * @throws IllegalArgumentException if {@code row} is out of range
   */
  default boolean isZeroRow(int row) {
    return Arrays.stream(row(row)).allMatch(value -> value == 0);
  }

  /**
   * Returns the features of some nodes, in time linear in the size of the result. The result is
   * dense if this matrix is.
   *
   * @param rows the nodes' rows, each in [0, n), in the order of the result; repetitions are
   *     allowed
   * @return features whose row i is row {@code rows.getInt(i)} of this matrix
   * @throws IllegalArgumentException if a row is out of range
   */
  default FeatureMatrix selectRows(IntList rows) {
    DMatrixRMaj selected = new DMatrixRMaj(rows.size(), cols());
    double[] values = new double[cols()];
    for (int i = 0; i < rows.size(); i++) {
      Checks.row(this, rows.getInt(i));
      copyRow(rows.getInt(i), values);
      System.arraycopy(values, 0, selected.data, i * cols(), cols());
    }
    return DenseFeatures.owning(selected);
  }

  /** {@return the features as a new dense n x d matrix} */
  default DMatrixRMaj toDense() {
    DMatrixRMaj dense = new DMatrixRMaj(rows(), cols());
    double[] values = new double[cols()];
    for (int row = 0; row < rows(); row++) {
      copyRow(row, values);
      System.arraycopy(values, 0, dense.data, row * cols(), cols());
    }
    return dense;
  }

  /**
   * Adds every number to a digest that identifies these features.
   *
   * @param digest receives the numbers row by row, each as the eight bytes of a big-endian double
   */
  default void identify(MessageDigest digest) {
    double[] row = new double[cols()];
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Double.BYTES, row.length));
    for (int r = 0; r < rows(); r++) {
      copyRow(r, row);
      bytes.clear().asDoubleBuffer().put(row);
      digest.update(bytes);
    }
  }

  @Override
  default void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    DenseOperand.view(toDense()).multiplyTransposed(g, out, workers);
  }

  /**
   * Returns a view of these features with an edit applied, for code that does not support edits.
   * Takes O(1) time, or O(d) per replaced row.
   *
   * <p>A query with base features and an edit is answered by recomputing only the part that the
   * edit changes, whereas a query for this view is answered as if all its features were new.
   *
   * @param edit the edit
   * @return the view, or this matrix if nothing is edited
   * @throws IllegalArgumentException if the edit does not fit, as described in {@link
   *     FeatureEdit#requireFits}
   */
  default FeatureMatrix edited(FeatureEdit edit) {
    return edit.applyTo(this);
  }

  /**
   * Returns features that are all zero.
   *
   * @param rows n, at least 0
   * @param cols d, at least 0
   * @return the features, sparse and without any entries
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
