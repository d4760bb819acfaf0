package io.linkteller.eval.metric;

import io.linkteller.models.audit.RocAucCounter;
import java.util.stream.IntStream;

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
    if (positive.length != scores.length) {
      throw new IllegalArgumentException(
          positive.length + " truths stand beside " + scores.length + " scores");
    }
    double[] positives =
        IntStream.range(0, scores.length)
            .filter(i -> positive[i])
            .mapToDouble(i -> scores[i])
            .toArray();
    return RocAucCounter.ofPositives(positives, 0).add(scores).value();
  }
}
