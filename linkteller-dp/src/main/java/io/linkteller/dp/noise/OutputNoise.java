package io.linkteller.dp.noise;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteGaussian;
import io.linkteller.privacy.PrivacyGuarantee;
import org.ejml.data.DMatrixRMaj;

/**
 * Gaussian noise on clipped logits, with which a session serves a model on a graph that was not
 * perturbed ({@link io.linkteller.dp.session.PrivateSession#answers PrivateSession.answers}).
 *
 * <p><b>Guarantee.</b> Each observed row of an answer is shortened to Euclidean norm C; a row that
 * is not finite is replaced by zeros first. So whatever the model, the graph and the features, an
 * edge moves an answer of r rows by at most 2 C sqrt(r), and noise of standard deviation σ on each
 * logit costs 2 C² r/σ² zCDP per query. Nothing better holds in general: with features of the
 * attacker's choice an edge can turn the rows of all nodes within the model's reach, and a graph
 * neural network of two layers reaches from an edge to all neighbors of its ends. For useful
 * numbers of rows and queries the noise is larger than the logits; see {@code docs/protect.md}. The
 * parameters of the model are not covered: train it on a public or protected graph.
 *
 * <p>The noise is an exact {@link DiscreteGaussian} on multiples of 2^-10.
 *
 * @param clip C, the norm to which each row of logits is shortened, in [2^-10, 2^19]
 * @param deviation σ, the standard deviation of the noise on each logit, in [2^-10, 2^19]
 * @param delta the δ for which ε is stated, in (0, 1)
 */
public record OutputNoise(double clip, double deviation, double delta) {

  /**
   * Creates the noise.
   *
   * @param clip C, in [2^-10, 2^19]
   * @param deviation σ, in [2^-10, 2^19]
   * @param delta δ, in (0, 1)
   * @throws IllegalArgumentException if a number is out of range
   */
  public OutputNoise {
    Aggregations.requireRange("clip", clip);
    Aggregations.requireRange("deviation", deviation);
    Aggregations.requireDelta(delta);
  }

  /** Returns σ² in units, rounded up. */
  private long variance() {
    double units = deviation * Aggregations.UNITS;
    return (long) Math.ceil(units * units);
  }

  /**
   * Returns the noise with which a budget covers a number of rows.
   *
   * @param epsilon ε of the budget, positive and finite
   * @param delta δ of the budget, in (0, 1)
   * @param clip C, positive
   * @param rows how many rows of answers are to be covered, at least 1
   * @return σ, which may be above 2^19
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double deviationFor(double epsilon, double delta, double clip, long rows) {
    if (!(clip > 0) || rows < 1) {
      throw new IllegalArgumentException("clip = " + clip + " or rows = " + rows + " is too small");
    }
    double rho = ConcentratedPrivacy.within(epsilon, delta).rho();
    // Wide enough for the roundings of the account.
    return 2 * clip * Math.sqrt(rows / (2 * rho)) * (1 + 1e-6);
  }

  /**
   * Returns the guarantee of a number of rows, in one answer or in several.
   *
   * @param rows the number of rows, at least 1
   * @return the guarantee for graphs that differ in one edge
   * @throws IllegalArgumentException if {@code rows} is below 1
   */
  public PrivacyGuarantee guarantee(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("rows = " + rows + " is below 1");
    }
    double rounded = Math.sqrt((double) variance()) / Aggregations.UNITS;
    // Grid rows have norm at most C, so that two of them are at most 2 C apart.
    return ConcentratedPrivacy.ofGaussian(
            Math.nextUp(2 * clip * Math.nextUp(Math.sqrt((double) rows))), Math.nextDown(rounded))
        .guarantee("output noise", delta);
  }

  /**
   * Returns rows with noise.
   *
   * @param exact one row per observed node; rows that are not finite count as zeros
   * @param chance random decisions, the only randomness in the result
   * @return a new matrix of the same shape
   */
  public DMatrixRMaj noisy(DMatrixRMaj exact, Chance chance) {
    DiscreteGaussian noise = DiscreteGaussian.ofVariance(variance());
    long[] grid = onGrid(exact);
    DMatrixRMaj noisy = new DMatrixRMaj(exact.numRows, exact.numCols);
    for (int i = 0; i < grid.length; i++) {
      noisy.data[i] = (double) (grid[i] + noise.sample(chance)) / Aggregations.UNITS;
    }
    return noisy;
  }

  /** Brings rows to norm C at most and to the grid: each by a function of itself alone. */
  long[] onGrid(DMatrixRMaj exact) {
    // Truncated by more than the roundings of the norm amount to, of which there is one per number.
    return Aggregations.onGrid(
        exact, clip, Aggregations.UNITS * (1 - 1e-12 - exact.numCols * 0x1p-52));
  }
}
