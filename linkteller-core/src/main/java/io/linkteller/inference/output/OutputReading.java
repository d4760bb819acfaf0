package io.linkteller.inference.output;

import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Bob's side: what he knows of the numbers that a black box shows, how to get logits from them, and
 * how far rounding blurs those. Immutable.
 */
public final class OutputReading {

  private final Optional<Posterior> posterior;
  private final double unit;

  private OutputReading(Optional<Posterior> posterior, double unit) {
    this.posterior = posterior;
    this.unit = unit;
  }

  /**
   * Reads logits.
   *
   * @return the reading
   */
  public static OutputReading ofLogits() {
    return new OutputReading(Optional.empty(), 0);
  }

  /**
   * Reads probabilities.
   *
   * @param posterior how they were made
   * @return the reading
   */
  public static OutputReading ofProbabilities(Posterior posterior) {
    return new OutputReading(Optional.of(posterior), 0);
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
    return new OutputReading(posterior, Math.pow(10, -decimals));
  }

  /**
   * Returns logits that give what was shown, as {@link Posterior#logits} does.
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
   * Returns how far rounding may have moved each row of logits, to first order: the Euclidean norm
   * of what half a unit of the last decimal does to each of its numbers.
   *
   * @param shown n x c
   * @return n numbers, 0 where nothing was rounded
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
