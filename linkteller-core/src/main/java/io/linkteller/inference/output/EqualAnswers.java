package io.linkteller.inference.output;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * The tolerance within which answers count as equal despite rounding and noise, measured by sending
 * one query twice. Immutable.
 */
public final class EqualAnswers {

  /**
   * The tolerated error, in rounding errors of a number: sums over thousands of features differ by
   * about a hundred if the order of the terms changes.
   */
  private static final double ROUNDING = 256;

  /**
   * The relative precision of a float, to which every operation rounds, whereas decimals are
   * rounded only once.
   */
  private static final double SINGLE = 0x1p-24;

  /** The number of standard deviations of noise within which answers are equal. */
  private static final double DEVIATIONS = 8;

  /** Answers count as equal only if they are identical. */
  public static final EqualAnswers EXACT = new EqualAnswers(0, true);

  private final double tolerance;
  private final boolean full;

  private EqualAnswers(double tolerance, boolean full) {
    this.tolerance = tolerance;
    this.full = full;
  }

  /**
   * Measures the tolerance from two answers to one query.
   *
   * @param first n x c
   * @param again n x c
   * @return the tolerance
   */
  public static EqualAnswers of(DMatrixRMaj first, DMatrixRMaj again) {
    double size = 0;
    for (double x : first.getData()) {
      size = Math.max(size, Math.abs(x));
    }
    double precision = AnswerPrecision.ofDigits(first);
    double once = 4 * Math.sqrt(first.numCols) * precision;
    double rounding = size == 0 ? 0 : size * Math.max(once, ROUNDING * Math.min(precision, SINGLE));
    double noise = AnswerPrecision.noise(List.of(first, again));
    return new EqualAnswers(
        Math.max(rounding, DEVIATIONS * noise), noise == 0 && precision <= 2 * SINGLE);
  }

  /** {@return whether answers have at least single precision and no noise} */
  public boolean areFull() {
    return full;
  }

  /**
   * Returns whether two answers for a node are equal up to rounding and noise.
   *
   * @param one c numbers
   * @param other c numbers
   * @return whether their distance is within the tolerance
   */
  public boolean isSame(double[] one, double[] other) {
    double squares = 0;
    for (int i = 0; i < one.length; i++) {
      squares += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return squares <= tolerance * tolerance;
  }

  /**
   * Returns whether two answers may belong to the same query.
   *
   * @param one n x c
   * @param other n x c
   * @return whether the root mean square difference of their rows is within the tolerance
   */
  public boolean isSame(DMatrixRMaj one, DMatrixRMaj other) {
    return AnswerPrecision.noise(List.of(one, other)) <= tolerance;
  }
}
