package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/** What is done to features before a model gets them. */
enum FeatureScaling {
  /** Each row is divided by its sum; rows that sum to 0 stay. */
  ROWS,
  /** Features stay as the files have them. */
  NONE,
  /** Columns are brought to mean 0 and deviation 1 over the nodes that are trained on. */
  STANDARDIZE;

  /** The names on the command line. */
  static final class Names extends EnumNames<FeatureScaling> {
    Names() {
      super(FeatureScaling.class);
    }
  }

  /** Returns the part of this that concerns each row by itself. */
  Function<FeatureMatrix, FeatureMatrix> ofRows() {
    return this == ROWS ? FeatureScaling::dividedBySums : features -> features;
  }

  private static FeatureMatrix dividedBySums(FeatureMatrix features) {
    if (features instanceof SparseFeatures sparse) {
      return sparse.normalizedByRow();
    }
    DMatrixRMaj dense = features.toDense();
    for (int row = 0; row < dense.numRows; row++) {
      double sum = 0;
      for (int i = row * dense.numCols; i < (row + 1) * dense.numCols; i++) {
        sum += dense.data[i];
      }
      for (int i = row * dense.numCols; sum != 0 && i < (row + 1) * dense.numCols; i++) {
        dense.data[i] /= sum;
      }
    }
    return FeatureMatrix.dense(dense);
  }

  @Override
  public String toString() {
    return EnumNames.of(this);
  }
}
