package io.linkteller.inference.output;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Estimates the precision of answers from the answers themselves. */
public final class AnswerPrecision {

  private static final int MAX_DECIMALS = 9;

  private AnswerPrecision() {}

  /**
   * Estimates the relative precision of an answer from its digits: that of a fixed number of
   * decimals or of a float, if all numbers can be represented in this way, and otherwise that of a
   * double.
   *
   * @param answer n x c
   * @return the largest rounding error of a number, relative to the largest number
   */
  public static double ofDigits(DMatrixRMaj answer) {
    boolean single = true;
    double largest = Double.MIN_NORMAL;
    for (int i = 0; i < answer.getNumElements(); i++) {
      single &= (float) answer.data[i] == answer.data[i];
      largest = Math.max(largest, Math.abs(answer.data[i]));
    }
    double precision = single ? 0x1p-24 : 0x1p-52;
    for (int decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
      if (isDecimal(answer, Math.pow(10, decimals))) {
        return Math.max(precision, 0.5 / Math.pow(10, decimals) / largest);
      }
    }
    return precision;
  }

  private static boolean isDecimal(DMatrixRMaj answer, double scale) {
    for (int i = 0; i < answer.getNumElements(); i++) {
      double x = answer.data[i];
      if (Math.rint(x * scale) / scale != x) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns how far a row of an answer moves when the same query is sent again.
   *
   * @param answers answers to one query, at least two, of the same shape
   * @return the root mean square of the Euclidean distances of rows from those of the first answer;
   *     0 if all answers are equal
   */
  public static double noise(List<DMatrixRMaj> answers) {
    DMatrixRMaj first = answers.get(0);
    double squares = 0;
    for (DMatrixRMaj again : answers.subList(1, answers.size())) {
      for (int i = 0; i < first.getNumElements(); i++) {
        squares += Math.pow(again.data[i] - first.data[i], 2);
      }
    }
    return Math.sqrt(squares / (answers.size() - 1) / Math.max(1, first.numRows));
  }
}
