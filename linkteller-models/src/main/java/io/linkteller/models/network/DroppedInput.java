package io.linkteller.models.network;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.feature.StandardizedFeatures;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.matrix.ReweightedCsr;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * Input features of which each pass drops others. Sparse features stay sparse: a zero stays one,
 * dropped or not.
 */
final class DroppedInput {

  private final FeatureMatrix of;

  /** All numbers of the features, or those of the entries of sparse ones. */
  private final double[] kept;

  /** The numbers under the mask of the current pass, live in the operand. */
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
          "dropout of input features needs features that are sparse or written out; these are"
              + " standardized, have no zeros to keep, and can be written out with"
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

  /** Returns the features under a mask; valid until the next call. */
  LeftOperand under(DropoutMask mask, Workers workers) {
    System.arraycopy(kept, 0, current, 0, kept.length);
    mask.apply(current, workers);
    return operand;
  }
}
