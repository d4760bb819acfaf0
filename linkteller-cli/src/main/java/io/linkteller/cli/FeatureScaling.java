package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/** The scaling of features before they are passed to a model. */
enum FeatureScaling {
  /** Divides each row by its sum; rows with sum 0 are unchanged. */
  ROWS,
  /** Leaves the features as they are in the files. */
  NONE,
  /** Standardizes each column to mean 0 and standard deviation 1 over the training nodes. */
  STANDARDIZE;

  /** The names of the scalings on the command line. */
  static final class Names extends EnumNames<FeatureScaling> {
    Names() {
      super(FeatureScaling.class);
    }
  }

  /** Returns the part of this scaling that applies to each row independently. */
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
