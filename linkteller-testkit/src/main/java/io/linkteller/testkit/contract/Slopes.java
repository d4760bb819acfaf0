package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.ejml.data.DMatrixRMaj;

/** Compares gradients of a loss with central differences. */
final class Slopes {

  /** The number of entries of a large matrix that are compared. */
  private static final int SAMPLE = 8;

  private final DoubleSupplier loss;
  private final double tolerance;
  private final SplittableRandom random;
  private int compared;
  private int skipped;

  Slopes(DoubleSupplier loss, double tolerance, SplittableRandom random) {
    this.loss = loss;
    this.tolerance = tolerance;
    this.random = random;
  }

  /** Compares the gradient with respect to some entries of a matrix on which the loss depends. */
  void compare(String what, DMatrixRMaj values, DMatrixRMaj gradient) {
    assertEquals(
        values.numRows + " x " + values.numCols,
        gradient.numRows + " x " + gradient.numCols,
        () -> what + ": shape");
    int size = values.getNumElements();
    for (int sample = 0; sample < Math.min(SAMPLE, size); sample++) {
      int i = size <= SAMPLE ? sample : random.nextInt(size);
      double whole = difference(values.data, i, OperatorContract.STEP);
      double half = difference(values.data, i, OperatorContract.STEP / 2);
      double allowed = tolerance * Math.max(1, Math.abs(half));
      if (Math.abs(whole - half) > allowed / 4) {
        skipped++;
        continue;
      }
      compared++;
      double written = gradient.data[i];
      assertTrue(
          Math.abs(half - written) <= allowed,
          () ->
              what
                  + ": row "
                  + i / values.numCols
                  + ", column "
                  + i % values.numCols
                  + " is "
                  + written
                  + " but central differences are "
                  + half);
    }
  }

  /** Returns whether at most one in three entries was at a kink. */
  boolean mostCompared() {
    return compared >= 2 * skipped;
  }

  private double difference(double[] values, int i, double step) {
    double before = values[i];
    values[i] = before + step;
    double more = loss.getAsDouble();
    values[i] = before - step;
    double less = loss.getAsDouble();
    values[i] = before;
    return (more - less) / (2 * step);
  }
}
