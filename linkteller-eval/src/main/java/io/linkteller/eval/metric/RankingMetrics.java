package io.linkteller.eval.metric;

import io.linkteller.models.audit.RocAucCounter;
import java.util.Arrays;

/**
 * Measures of how well scores rank positives above negatives, with the definitions of scikit-learn.
 * Scores may be infinite; NaN is refused.
 */
public final class RankingMetrics {

  private RankingMetrics() {}

  /**
   * Returns the area under the ROC curve: the probability that a positive drawn at random scores
   * above a negative drawn at random, a tie counting one half. Counted in integers, so exact up to
   * the last rounding. O(n log P) time for P positives.
   *
   * @param positive whether an item is positive
   * @param scores one score per item, higher meaning more likely positive
   * @return the area, in [0, 1]
   * @throws IllegalArgumentException if the lengths differ, a score is NaN (the message names its
   *     index), or there is no positive or no negative
   */
  public static double rocAuc(boolean[] positive, double[] scores) {
    return RocAucCounter.ofPositives(positivesOf(positive, scores), 0).add(scores).value();
  }

  /**
   * Returns the area under the ROC curve when most scores are zero and not stored, as they are for
   * the pairs of a large graph: no influence reaches beyond k hops (Theorem 1). Equals {@link
   * #rocAuc} of all items, in time O((P + s) log P) and memory O(P) for s stored scores and P
   * stored positives. {@link RocAucCounter} takes scores in portions.
   *
   * @param stored the stored scores of all items, positives included, in any order; neither copied
   *     nor changed
   * @param furtherZeros the number of further items, all with score 0, positives included
   * @param storedPositives the stored scores of the positives, in any order; each occurs among
   *     {@code stored}
   * @param furtherPositiveZeros the number of positives among the further items
   * @return the area, in [0, 1]
   * @throws IllegalArgumentException if a score is NaN (the message names its index), a count is
   *     negative, the positives are not among the items, or there is no positive or no negative
   */
  public static double sparseRocAuc(
      double[] stored, long furtherZeros, double[] storedPositives, long furtherPositiveZeros) {
    return RocAucCounter.ofPositives(storedPositives, furtherPositiveZeros)
        .add(stored)
        .addZeros(furtherZeros)
        .value();
  }

  private static double[] positivesOf(boolean[] positive, double[] scores) {
    if (positive.length != scores.length) {
      throw new IllegalArgumentException(
          positive.length + " truths stand beside " + scores.length + " scores");
    }
    double[] kept = new double[scores.length];
    int count = 0;
    for (int i = 0; i < scores.length; i++) {
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " is NaN, which has no rank");
      }
      if (positive[i]) {
        kept[count++] = scores[i];
      }
    }
    return Arrays.copyOf(kept, count);
  }
}
