package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;
import org.ejml.data.DMatrixRMaj;

/**
 * Decorators with which the graph owner limits the outputs of a served model:
 *
 * <pre>{@code
 * InferenceApi seen = ShownOutputs.rounded(ShownOutputs.probabilities(served, SOFTMAX), 4);
 * }</pre>
 */
public final class ShownOutputs {

  /** The largest d for which every multiple of 10^-d in [0, 1] is a distinct double. */
  private static final int MAX_DECIMALS = 15;

  private ShownOutputs() {}

  /**
   * Returns probabilities instead of logits.
   *
   * @param logits a black box that returns logits
   * @param posterior the function that maps logits to probabilities
   * @return a black box that returns n x c numbers in [0, 1]
   */
  public static InferenceApi probabilities(InferenceApi logits, Posterior posterior) {
    return new ConvertedApi(logits, posterior::probabilities);
  }

  /**
   * Returns predicted labels instead of logits.
   *
   * @param logits a black box that returns logits
   * @param posterior determines whether the largest logit of a row or every positive logit is a
   *     label
   * @return a black box that returns n x c zeros and ones
   */
  public static InferenceApi labels(InferenceApi logits, Posterior posterior) {
    return new ConvertedApi(logits, posterior::labels);
  }

  /**
   * Rounds the answers of a black box to a number of decimals, with halves rounded up.
   *
   * @param exact the black box
   * @param decimals d, the number of decimals to keep, in [0, 15]
   * @return a black box that returns multiples of 10^-d
   * @throws IllegalArgumentException if {@code decimals} is out of range
   */
  public static InferenceApi rounded(InferenceApi exact, int decimals) {
    if (decimals < 0 || decimals > MAX_DECIMALS) {
      throw new IllegalArgumentException(
          "decimals = " + decimals + " is outside [0, " + MAX_DECIMALS + "]");
    }
    double units = Math.pow(10, decimals);
    return new ConvertedApi(exact, answer -> rounded(answer, units));
  }

  /**
   * Rounds the answers of a black box to single precision.
   *
   * @param exact the black box
   * @return a black box that returns single-precision numbers, which are infinite if the exact
   *     numbers are out of range
   */
  public static InferenceApi singlePrecision(InferenceApi exact) {
    return new ConvertedApi(exact, ShownOutputs::singlePrecision);
  }

  private static DMatrixRMaj singlePrecision(DMatrixRMaj exact) {
    DMatrixRMaj rounded = exact.copy();
    for (int i = 0; i < rounded.getNumElements(); i++) {
      rounded.data[i] = (float) rounded.data[i];
    }
    return rounded;
  }

  private static DMatrixRMaj rounded(DMatrixRMaj exact, double units) {
    DMatrixRMaj rounded = exact.copy();
    for (int i = 0; i < rounded.getNumElements(); i++) {
      rounded.data[i] = Math.floor(rounded.data[i] * units + 0.5) / units;
    }
    return rounded;
  }
}
