package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;
import org.ejml.data.DMatrixRMaj;

/**
 * Alice's side: what a black box that computes logits lets Bob see of them. Decorators, to be put
 * around a served model:
 *
 * <pre>{@code
 * InferenceApi seen = ShownOutputs.rounded(ShownOutputs.probabilities(served, SOFTMAX), 4);
 * }</pre>
 */
public final class ShownOutputs {

  /** 10 to this power is the largest that a double can count units of the last decimal with. */
  private static final int MOST_DECIMALS = 15;

  private ShownOutputs() {}

  /**
   * Shows probabilities.
   *
   * @param logits a black box that answers with logits
   * @param posterior how they become probabilities
   * @return a black box that answers with n x c numbers in [0, 1]
   */
  public static InferenceApi probabilities(InferenceApi logits, Posterior posterior) {
    return new ConvertedApi(logits, posterior::probabilities);
  }

  /**
   * Shows decisions only.
   *
   * @param logits a black box that answers with logits
   * @param posterior what they mean: the largest of a row wins, or each that is positive counts
   * @return a black box that answers with n x c zeros and ones
   */
  public static InferenceApi labels(InferenceApi logits, Posterior posterior) {
    return new ConvertedApi(logits, posterior::labels);
  }

  /**
   * Rounds what another black box answers, halves up.
   *
   * @param exact the black box
   * @param decimals d, how many digits to keep after the point, in [0, 15]
   * @return a black box that answers with multiples of 10^-d
   * @throws IllegalArgumentException if {@code decimals} is out of range
   */
  public static InferenceApi rounded(InferenceApi exact, int decimals) {
    if (decimals < 0 || decimals > MOST_DECIMALS) {
      throw new IllegalArgumentException(
          "decimals = " + decimals + " is outside [0, " + MOST_DECIMALS + "]");
    }
    double units = Math.pow(10, decimals);
    return new ConvertedApi(exact, answer -> rounded(answer, units));
  }

  private static DMatrixRMaj rounded(DMatrixRMaj exact, double units) {
    DMatrixRMaj rounded = exact.copy();
    for (int i = 0; i < rounded.getNumElements(); i++) {
      rounded.data[i] = Math.floor(rounded.data[i] * units + 0.5) / units;
    }
    return rounded;
  }
}
