package io.linkteller.feature;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** A view of features with some rows scaled or replaced. */
final class EditedFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 64;

  private final FeatureMatrix base;
  private final FeatureEdit edit;
  private final int[] edited;

  /** Creates a view for an edit that fits the base and changes at least one row. */
  EditedFeatures(FeatureMatrix base, FeatureEdit edit) {
    this.base = base;
    this.edit = edit;
    this.edited = edit.rows().toIntArray();
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
  public FeatureMatrix selectRows(IntList rows) {
    FeatureMatrix selected = base.selectRows(rows);
    IntArrayList at = new IntArrayList();
    IntArrayList indices = new IntArrayList();
    for (int i = 0; i < rows.size(); i++) {
      int index = Arrays.binarySearch(edited, rows.getInt(i));
      if (index >= 0) {
        at.add(i);
        indices.add(index);
      }
    }
    return selected.edited(
        edit instanceof FeatureEdit.RowsReplaced replaced
            ? FeatureEdit.replacing(at, replaced.values().selectRows(indices))
            : FeatureEdit.scaling(at, factor()));
  }

  @Override
  public DMatrixRMaj toDense() {
    DMatrixRMaj dense = base.toDense();
    if (edit instanceof FeatureEdit.RowsReplaced replaced) {
      overwrite(dense, replaced.values().toDense());
    } else {
      scaleRows(dense, factor());
    }
    return dense;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    base.multiply(w, out, workers);
    if (edit instanceof FeatureEdit.RowsReplaced replaced) {
      DMatrixRMaj product = new DMatrixRMaj(0, 0);
      replaced.values().multiply(w, product, workers);
      overwrite(out, product);
    } else {
      scaleRows(out, factor());
    }
  }

  @Override
  public long storedCount() {
    return base.storedCount()
        + (edit instanceof FeatureEdit.RowsReplaced replaced ? replaced.values().storedCount() : 0);
  }

  @Override
  public void copyRow(int row, double[] out) {
    int index = Arrays.binarySearch(edited, row);
    if (index >= 0) {
      edit.copyRow(base, index, out);
    } else {
      base.copyRow(row, out);
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    double[] factors = new double[left.cols()];
    Arrays.fill(factors, 1.0);
    for (int row : edited) {
      if (row < factors.length) {
        factors[row] = factor();
      }
    }
    base.multiplyBy(left.withColumnsScaled(factors), out, workers);
    if (edit instanceof FeatureEdit.RowsReplaced replaced) {
      addReplaced(left, replaced.values().toDense(), out, workers);
    }
  }

  /**
   * Adds S' V, where S' consists of the columns of S at the edited rows and V of their new values.
   */
  private void addReplaced(CsrMatrix left, DMatrixRMaj values, DMatrixRMaj out, Workers workers) {
    int width = cols();
    workers.forRows(
        left.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            for (int index = 0; index < edited.length; index++) {
              double weight = left.get(u, edited[index]);
              if (weight != 0) {
                CsrKernels.add(weight, values.data, index * width, width, out.data, u * width);
              }
            }
          }
        });
  }

  /** Returns the factor of the edited rows of the base: 0 if they are replaced. */
  private double factor() {
    return edit instanceof FeatureEdit.RowsScaled scaled ? scaled.factor() : 0;
  }

  private void scaleRows(DMatrixRMaj matrix, double factor) {
    for (int row : edited) {
      for (int i = row * matrix.numCols; i < (row + 1) * matrix.numCols; i++) {
        matrix.data[i] *= factor;
      }
    }
  }

  private void overwrite(DMatrixRMaj matrix, DMatrixRMaj rows) {
    int width = matrix.numCols;
    for (int index = 0; index < edited.length; index++) {
      System.arraycopy(rows.data, index * width, matrix.data, edited[index] * width, width);
    }
  }

  @Override
  public String toString() {
    return base + ", " + edit;
  }
}
