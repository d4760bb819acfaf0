package io.linkteller.inference.output;

import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * The attacker's knowledge of the outputs of a black box: how to compute logits from them, and the
 * error that rounding causes in the logits. Immutable.
 */
public final class OutputReading {

  /** The relative precision of a float. */
  private static final double SINGLE_EPSILON = Math.ulp(1f);

  private final Optional<Posterior> posterior;

  /** The unit of the last decimal, 0 if outputs are not rounded to decimals. */
  private final double unit;

  /** The relative precision of the outputs, 0 for doubles. */
  private final double relativeUnit;

  private OutputReading(Optional<Posterior> posterior, double unit, double relativeUnit) {
    this.posterior = posterior;
    this.unit = unit;
    this.relativeUnit = relativeUnit;
  }

  /** {@return a reading of logits that are shown unchanged} */
  public static OutputReading ofLogits() {
    return new OutputReading(Optional.empty(), 0, 0);
  }

  /**
   * Returns a reading of probabilities.
   *
   * @param posterior the function with which they were computed from logits
   * @return the reading
   */
  public static OutputReading ofProbabilities(Posterior posterior) {
    return new OutputReading(Optional.of(posterior), 0, 0);
  }

  /**
   * Returns a reading of the same outputs after rounding.
   *
   * @param decimals d, where all outputs are multiples of 10^-d; in [0, 15], for probabilities in
   *     [1, 15]
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
   * {@return a reading of the same outputs, computed in single precision} Most models are served in
   * single precision.
   */
  public OutputReading singlePrecision() {
    return new OutputReading(posterior, unit, SINGLE_EPSILON);
  }

  /**
   * Returns logits that produce given outputs, as {@link Posterior#logits} does.
   *
   * @param shown n x c
   * @return a new n x c matrix
   * @throws IllegalArgumentException if this reads probabilities and a number is outside [0, 1]
   */
  public DMatrixRMaj logits(DMatrixRMaj shown) {
    if (posterior.isPresent()) {
      requireProbabilities(shown);
    }
    return posterior.isPresent() ? posterior.get().logits(shown, floor()) : shown.copy();
  }

  private void requireProbabilities(DMatrixRMaj shown) {
    // Rounding may move a probability slightly outside [0, 1], as in a sigmoid in single precision.
    double slack = Math.max(unit / 2, Math.max(relativeUnit, Math.ulp(1.0)));
    for (int i = 0; i < shown.getNumElements(); i++) {
      if (!(shown.data[i] >= -slack && shown.data[i] <= 1 + slack)) {
        throw new NotProbabilitiesException(
            "row "
                + i / shown.numCols
                + " has a number that is not a probability; read the outputs as logits");
      }
    }
  }

  private double floor() {
    return unit == 0 ? Double.MIN_NORMAL : unit / 2;
  }

  /**
   * Returns a first-order bound on the error of each row of logits that is due to rounding: the
   * Euclidean norm of the changes that half a unit of the last decimal, and a unit of the last
   * digit of single precision, cause in each logit.
   *
   * @param shown n x c
   * @return n numbers, all 0 if outputs are not rounded
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
