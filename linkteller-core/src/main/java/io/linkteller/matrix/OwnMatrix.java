package io.linkteller.matrix;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Copies of matrices that others made. */
public final class OwnMatrix {

  private OwnMatrix() {}

  /**
   * Copies a matrix, of whose methods none is called: a subclass could answer anything.
   *
   * @param given any matrix
   * @return its numbers, in a matrix that nobody else has
   */
  public static DMatrixRMaj of(DMatrixRMaj given) {
    int rows = given.numRows;
    int cols = given.numCols;
    double[] numbers = Arrays.copyOf(given.data, Math.multiplyExact(rows, cols));
    return new DMatrixRMaj(rows, cols, true, numbers);
  }
}
