package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.IntUnaryOperator;
import org.ejml.data.DMatrixRMaj;

/** Comparisons of matrices whose failures state where the matrices differ. */
final class Close {

  private Close() {}

  /** Returns the largest magnitude of the elements of the matrices. */
  static double largest(DMatrixRMaj... matrices) {
    double largest = 0;
    for (DMatrixRMaj matrix : matrices) {
      for (int i = 0; i < matrix.getNumElements(); i++) {
        largest = Math.max(largest, Math.abs(matrix.data[i]));
      }
    }
    return largest;
  }

  /** Asserts that no element differs by more than {@code error}; 0 requires equal elements. */
  static void assertClose(String what, DMatrixRMaj expected, DMatrixRMaj actual, double error) {
    assertEquals(
        expected.numRows + " x " + expected.numCols,
        actual.numRows + " x " + actual.numCols,
        () -> what + ": shape");
    assertRows(what, expected, row -> row, actual, row -> row, expected.numRows, error);
  }

  /**
   * Asserts that rows of two matrices of equal width agree.
   *
   * @param count the number of rows to compare; {@code expectedRow} and {@code actualRow} map 0 to
   *     count - 1 to rows
   */
  static void assertRows(
      String what,
      DMatrixRMaj expected,
      IntUnaryOperator expectedRow,
      DMatrixRMaj actual,
      IntUnaryOperator actualRow,
      int count,
      double error) {
    assertEquals(expected.numCols, actual.numCols, () -> what + ": number of columns");
    for (int i = 0; i < count; i++) {
      for (int col = 0; col < expected.numCols; col++) {
        double wanted = expected.get(expectedRow.applyAsInt(i), col);
        double found = actual.get(actualRow.applyAsInt(i), col);
        boolean equal = error == 0 ? wanted == found : Math.abs(wanted - found) <= error;
        if (!equal) {
          fail(
              what
                  + ": row "
                  + expectedRow.applyAsInt(i)
                  + ", column "
                  + col
                  + " is "
                  + found
                  + " instead of "
                  + wanted
                  + (error == 0 ? ", not the same bits" : ", allowed error " + error));
        }
      }
    }
  }

  /** Asserts that all numbers are finite. */
  static void assertFinite(String what, DMatrixRMaj matrix) {
    for (int i = 0; i < matrix.getNumElements(); i++) {
      int at = i;
      assertTrue(
          Double.isFinite(matrix.data[i]),
          () ->
              what
                  + ": row "
                  + at / matrix.numCols
                  + ", column "
                  + at % matrix.numCols
                  + " is "
                  + matrix.data[at]);
    }
  }
}
