package io.linkteller.models.program;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.feature.StandardizedFeatures;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.matrix.ReweightedCsr;
import io.linkteller.models.operator.Dropout;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * Input features with a different dropout mask in each pass. Sparse features remain sparse because
 * dropout maps zeros to zeros.
 */
final class DroppedInput {

  private final FeatureMatrix of;

  /** The features: all numbers of a dense matrix, or the stored entries of a sparse one. */
  private final double[] kept;

  /** The features after applying the mask of the current pass; the operand reads this array. */
  private final double[] current;

  private final LeftOperand operand;

  private DroppedInput(FeatureMatrix of, double[] kept, double[] current, LeftOperand operand) {
    this.of = of;
    this.kept = kept;
    this.current = current;
    this.operand = operand;
  }

  static DroppedInput of(FeatureMatrix x) {
    if (x instanceof StandardizedFeatures) {
      throw new IllegalArgumentException(
          "dropout of input features needs a sparse or dense feature matrix, but this one is"
              + " standardized; convert it to a dense one with"
              + " FeatureMatrix.dense(features.toDense())");
    }
    if (x instanceof SparseFeatures sparse) {
      ReweightedCsr entries = ReweightedCsr.of(sparse.matrix());
      return new DroppedInput(x, sparse.matrix().copyValues(), entries.values(), entries);
    }
    DMatrixRMaj masked = x.toDense();
    return new DroppedInput(x, masked.data.clone(), masked.data, DenseOperand.view(masked));
  }

  FeatureMatrix of() {
    return of;
  }

  /** Returns the features with a mask applied; valid until the next call. */
  LeftOperand under(double rate, long key, Workers workers) {
    System.arraycopy(kept, 0, current, 0, kept.length);
    Dropout.apply(current, current.length, rate, key, workers);
    return operand;
  }
}
