package io.linkteller.inference.output;

import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Bob's side: what he knows of the numbers that a black box shows, how to get logits from them, and
 * how far rounding blurs those. Immutable.
 */
public final class OutputReading {

  /** How far apart floats are, relative to their size. */
  private static final double SINGLE_EPSILON = Math.ulp(1f);

  private final Optional<Posterior> posterior;

  /** The unit of the last decimal, 0 where numbers are not rounded to decimals. */
  private final double unit;

  /** The unit of the last binary digit relative to a number, 0 for doubles. */
  private final double relativeUnit;

  private OutputReading(Optional<Posterior> posterior, double unit, double relativeUnit) {
    this.posterior = posterior;
    this.unit = unit;
    this.relativeUnit = relativeUnit;
  }

  /**
   * Reads logits.
   *
   * @return the reading
   */
  public static OutputReading ofLogits() {
    return new OutputReading(Optional.empty(), 0, 0);
  }

  /**
   * Reads probabilities.
   *
   * @param posterior how they were made
   * @return the reading
   */
  public static OutputReading ofProbabilities(Posterior posterior) {
    return new OutputReading(Optional.of(posterior), 0, 0);
  }

  /**
   * Returns a reading of the same numbers rounded.
   *
   * @param decimals d: all numbers are multiples of 10^-d; in [0, 15], for probabilities from 1
   * @return the reading
   * @throws IllegalArgumentException if {@code decimals} is out of range
   */
  public OutputReading rounded(int decimals) {
    int fewest = posterior.isPresent() ? 1 : 0;
    if (decimals < fewest || decimals > 15) {
      throw new IllegalArgumentException(
          "decimals = " + decimals + " is outside [" + fewest + ", 15]");
    }
    return new OutputReading(posterior, Math.pow(10, -decimals), relativeUnit);
  }

  /**
   * Returns a reading of the same numbers computed in single precision, as most models are served.
   *
   * @return the reading
   */
  public OutputReading singlePrecision() {
    return new OutputReading(posterior, unit, SINGLE_EPSILON);
  }

  /**
   * Returns logits that give what was shown, as {@link Posterior#logits} does.
   *
   * @param shown n x c
   * @return a new n x c matrix
   * @throws IllegalArgumentException if probabilities are read and a number is outside [0, 1]
   */
  public DMatrixRMaj logits(DMatrixRMaj shown) {
    if (posterior.isPresent()) {
      requireProbabilities(shown);
    }
    return posterior.isPresent() ? posterior.get().logits(shown, floor()) : shown.copy();
  }

  private void requireProbabilities(DMatrixRMaj shown) {
    // A sum of rounded numbers may be a little above 1, and so may a sigmoid in single precision.
    double slack = Math.max(unit / 2, Math.max(relativeUnit, Math.ulp(1.0)));
    for (int i = 0; i < shown.getNumElements(); i++) {
      if (!(shown.data[i] >= -slack && shown.data[i] <= 1 + slack)) {
        throw new IllegalArgumentException(
            "row "
                + i / shown.numCols
                + ", column "
                + i % shown.numCols
                + " is "
                + shown.data[i]
                + ", which is no probability: read logits instead");
      }
    }
  }

  private double floor() {
    return unit == 0 ? Double.MIN_NORMAL : unit / 2;
  }

  /**
   * Returns how far rounding may have moved each row of logits, to first order: the Euclidean norm
   * of what half a unit of the last decimal, and a unit of the last digit of single precision, does
   * to each of its numbers.
   *
   * @param shown n x c
   * @return n numbers, 0 where nothing was rounded
   */
  public double[] blur(DMatrixRMaj shown) {
    double[] blur = new double[shown.numRows];
    if (unit == 0 && relativeUnit == 0) {
      return blur;
    }
    for (int row = 0; row < shown.numRows; row++) {
      double squares = 0;
      for (int i = row * shown.numCols; i < (row + 1) * shown.numCols; i++) {
        double slope = 1;
        if (posterior.isPresent()) {
          double least = Math.max(unit, Double.MIN_NORMAL);
          double p = Math.max(least, shown.data[i]);
          slope =
              posterior.get() == Posterior.SIGMOID
                  ? 1 / (p * Math.max(Math.max(unit, relativeUnit), 1 - p))
                  : 1 / p;
        }
        double half = unit / 2 + relativeUnit * Math.abs(shown.data[i]);
        squares += half * half * slope * slope;
      }
      blur[row] = Math.sqrt(squares);
    }
    return blur;
  }
}
