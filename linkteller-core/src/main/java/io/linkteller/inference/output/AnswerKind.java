package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;
import java.util.OptionalInt;

/**
 * The kind of numbers in the answers of a black box. Immutable.
 *
 * @param form logits, probabilities or labels
 * @param posterior the function that maps logits to probabilities or labels: softmax if a node has
 *     one class, sigmoid if it may have several labels
 * @param decimals the number of decimals, if answers are rounded
 */
public record AnswerKind(Form form, Posterior posterior, OptionalInt decimals) {

  /** The forms of an answer. */
  public enum Form {
    /** The numbers before the softmax or sigmoid. */
    LOGITS,
    /** Numbers in [0, 1]. */
    PROBABILITIES,
    /** Zeros and ones. */
    LABELS
  }

  /** Unrounded logits of a model that assigns one class to each node. */
  public static final AnswerKind LOGITS =
      new AnswerKind(Form.LOGITS, Posterior.SOFTMAX, OptionalInt.empty());

  /**
   * Checks the number of decimals.
   *
   * @param form logits, probabilities or labels
   * @param posterior the function that maps logits to probabilities or labels: softmax if a node
   *     has one class, sigmoid if it may have several labels
   * @param decimals the number of decimals, if answers are rounded
   * @throws IllegalArgumentException if {@code decimals} is outside [0, 15], or below 1 for
   *     probabilities
   */
  public AnswerKind {
    if (decimals.isPresent()) {
      int fewest = form == Form.PROBABILITIES ? 1 : 0;
      int given = decimals.getAsInt();
      if (given < fewest || given > 15) {
        throw new IllegalArgumentException(
            "decimals = " + given + " is outside [" + fewest + ", 15]");
      }
    }
  }

  /** {@return whether answers are logits or probabilities with all their digits} */
  public boolean isUnrounded() {
    return form != Form.LABELS && decimals.isEmpty();
  }

  /**
   * Returns a black box for attacks that expect logits: probabilities are converted to logits
   * ({@link Posterior#logits}), and other answers are passed on unchanged. A probability of 0 is
   * replaced by half a unit of the last decimal, or by the smallest normal double, and a
   * probability of 1 is reduced by the same amount.
   *
   * @param shown a black box that answers with this kind of numbers
   * @return a black box for an attack on logits
   */
  public InferenceApi asLogits(InferenceApi shown) {
    if (form != Form.PROBABILITIES) {
      return shown;
    }
    double floor =
        decimals.isPresent() ? 0.5 * Math.pow(10, -decimals.getAsInt()) : Double.MIN_NORMAL;
    return new ConvertedApi(shown, answer -> posterior.logits(answer, floor));
  }

  /** Returns the kind in words, such as {@code probabilities with 3 decimals}. */
  @Override
  public String toString() {
    String name =
        switch (form) {
          case LOGITS -> "logits";
          case PROBABILITIES -> "probabilities";
          case LABELS -> "labels";
        };
    return decimals.isPresent() ? name + " with " + decimals.getAsInt() + " decimals" : name;
  }
}
