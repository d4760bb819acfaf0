package io.linkteller.inference.output;

import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * The attacker's knowledge of the outputs of a black box: how to compute logits from them, and the
 * error that rounding causes in the logits. Immutable.
 */
public final class OutputReading {

  private final Optional<Posterior> posterior;
  private final double unit;

  private OutputReading(Optional<Posterior> posterior, double unit) {
    this.posterior = posterior;
    this.unit = unit;
  }

  /** {@return a reading of logits that are shown unchanged} */
  public static OutputReading ofLogits() {
    return new OutputReading(Optional.empty(), 0);
  }

  /**
   * Returns a reading of probabilities.
   *
   * @param posterior the function with which they were computed from logits
   * @return the reading
   */
  public static OutputReading ofProbabilities(Posterior posterior) {
    return new OutputReading(Optional.of(posterior), 0);
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
    return new OutputReading(posterior, Math.pow(10, -decimals));
  }

  /**
   * Returns logits that produce given outputs, as {@link Posterior#logits} does.
   *
   * @param shown n x c
   * @return a new n x c matrix
   */
  public DMatrixRMaj logits(DMatrixRMaj shown) {
    return posterior.isPresent() ? posterior.get().logits(shown, floor()) : shown.copy();
  }

  private double floor() {
    return unit == 0 ? Double.MIN_NORMAL : unit / 2;
  }

  /**
   * Returns a first-order bound on the error of each row of logits that is due to rounding: the
   * Euclidean norm of the changes that half a unit of the last decimal causes in each logit.
   *
   * @param shown n x c
   * @return n numbers, all 0 if outputs are not rounded
   */
  public double[] blur(DMatrixRMaj shown) {
    double[] blur = new double[shown.numRows];
    if (unit == 0) {
      return blur;
    }
    for (int row = 0; row < shown.numRows; row++) {
      double squares = 0;
      for (int i = row * shown.numCols; i < (row + 1) * shown.numCols; i++) {
        double slope = 1;
        if (posterior.isPresent()) {
          double p = Math.max(unit, shown.data[i]);
          slope = posterior.get() == Posterior.SIGMOID ? 1 / (p * Math.max(unit, 1 - p)) : 1 / p;
        }
        squares += slope * slope;
      }
      blur[row] = unit / 2 * Math.sqrt(squares);
    }
    return blur;
  }
}
