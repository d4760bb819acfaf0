package io.linkteller.matrix;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Copies matrices that come from untrusted code. */
public final class OwnMatrix {

  private OwnMatrix() {}

  /**
   * Copies a matrix without calling its methods, which a subclass could override to return
   * anything.
   *
   * @param given any matrix
   * @return its numbers, in a matrix to which nobody else has a reference
   */
  public static DMatrixRMaj of(DMatrixRMaj given) {
    int rows = given.numRows;
    int cols = given.numCols;
    double[] numbers = Arrays.copyOf(given.data, Math.multiplyExact(rows, cols));
    return new DMatrixRMaj(rows, cols, true, numbers);
  }
}
