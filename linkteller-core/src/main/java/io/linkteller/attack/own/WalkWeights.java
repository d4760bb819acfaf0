package io.linkteller.attack.own;

import io.linkteller.inference.output.AnswerPrecision;
import org.ejml.data.DMatrixRMaj;

/**
 * The weights of walks, measured with one query in which the ends of all chains move equally.
 *
 * <p>In a model that normalizes by degrees, the weight of a walk is divided by δ for each inner
 * node, where δ is the degree of the node plus a constant. It does not matter whether both ends of
 * a step divide by the square root of δ or the receiving end divides by δ. Without normalization, δ
 * = 1. The answer at leaf i is then a constant vector divided by δ_i, and references, whose degrees
 * are known, show this vector. Because δ_i is an integer, one query determines it exactly, and the
 * deviation of the measured value from an integer is the error of an answer.
 *
 * @param direction the direction of the vector, of length c
 * @param divisors δ_i by row
 * @param dividesByDegree whether walks are divided by degrees
 * @param relativeError the relative error of an answer: the largest deviation of a divisor from an
 *     integer
 * @param areKnown whether weights are products over nodes: all divisors are integers
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record WalkWeights(
    double[] direction,
    double[] divisors,
    boolean dividesByDegree,
    double relativeError,
    boolean areKnown) {

  /** The minimum number of rounding errors that are assumed to add up in an answer. */
  private static final int ROUNDINGS = 8;

  static WalkWeights of(TargetChains chains, DMatrixRMaj answer) {
    double[] direction = direction(answer);
    int rows = answer.numRows;
    double[] inverse = new double[rows];
    for (int i = 0; i < rows; i++) {
      inverse[i] = 1 / projected(answer, i, direction);
    }
    // 1. References of degrees 2 and 9 determine the line 1/y = (degree + added) / scale.
    int low = chains.reference(0);
    int high = chains.reference(TargetChains.loneReferences() - 1);
    int span =
        chains.referenceDegree(TargetChains.loneReferences() - 1) - chains.referenceDegree(0);
    double slope = (inverse[high] - inverse[low]) / span;
    // 2. Unless the other references fit this line better than a constant, all weights are equal.
    double offLine = 0;
    double offEqual = 0;
    for (int r = 0; r < TargetChains.REFERENCES; r++) {
      double seen = inverse[chains.reference(r)];
      double line = inverse[low] + slope * (chains.referenceDegree(r) - chains.referenceDegree(0));
      offLine = Math.max(offLine, Math.abs(seen / line - 1));
      offEqual = Math.max(offEqual, Math.abs(seen / inverse[low] - 1));
    }
    boolean byDegree = offLine < offEqual / span;
    double unit = byDegree ? slope : inverse[low];
    // 3. Divisors are integers, within their errors.
    double error = ROUNDINGS * AnswerPrecision.ofDigits(answer);
    double[] divisor = new double[rows];
    boolean integers = true;
    for (int i = 0; i < rows; i++) {
      double measured = inverse[i] / unit;
      divisor[i] = Math.rint(measured);
      integers &= Math.abs(measured - divisor[i]) < 0.125 && divisor[i] >= 1;
      error = Math.max(error, Math.abs(measured / divisor[i] - 1));
    }
    return new WalkWeights(direction, divisor, byDegree, error, integers);
  }

  /** Returns the common direction of the rows, by three steps of power iteration. */
  private static double[] direction(DMatrixRMaj answer) {
    int width = answer.numCols;
    double[] direction = new double[width];
    double largest = 0;
    for (int row = 0; row < answer.numRows; row++) {
      double squares = 0;
      for (int c = 0; c < width; c++) {
        squares += answer.get(row, c) * answer.get(row, c);
      }
      if (squares > largest) {
        largest = squares;
        for (int c = 0; c < width; c++) {
          direction[c] = answer.get(row, c) / Math.sqrt(squares);
        }
      }
    }
    for (int step = 0; step < 3; step++) {
      double[] next = new double[width];
      for (int row = 0; row < answer.numRows; row++) {
        double along = projected(answer, row, direction) / Math.sqrt(largest);
        for (int c = 0; c < width; c++) {
          next[c] += along * (answer.get(row, c) / Math.sqrt(largest));
        }
      }
      double squares = 0;
      for (double x : next) {
        squares += x * x;
      }
      for (int c = 0; c < width; c++) {
        direction[c] = next[c] / Math.sqrt(squares);
      }
    }
    return direction;
  }

  private static double projected(DMatrixRMaj answer, int row, double[] direction) {
    double along = 0;
    for (int c = 0; c < direction.length; c++) {
      along += answer.data[row * direction.length + c] * direction[c];
    }
    return along;
  }

  double along(DMatrixRMaj answer, int row) {
    return projected(answer, row, direction);
  }

  double divisor(int row) {
    return divisors[row];
  }
}
