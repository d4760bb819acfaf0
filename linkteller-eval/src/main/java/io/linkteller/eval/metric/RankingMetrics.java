package io.linkteller.eval.metric;

import java.util.stream.IntStream;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/**
 * Measures of how well scores rank positives above negatives, with the definitions of scikit-learn.
 * Scores may be infinite; NaN is refused.
 */
public final class RankingMetrics {

  private RankingMetrics() {}

  /**
   * Returns the area under the ROC curve: the probability that a positive drawn at random scores
   * above a negative drawn at random, where a tie counts as one half. The count is exact, so only
   * the final division rounds. Takes O(n log n) time.
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
          "there are " + positive.length + " labels for " + scores.length + " scores");
    }
    double[] ranked = new double[scores.length];
    for (int i = 0; i < scores.length; i++) {
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " is NaN and cannot be ranked");
      }
      // Adding zero turns -0.0 into 0.0, with which it ties.
      ranked[i] = scores[i] + 0.0;
    }
    long positives = IntStream.range(0, scores.length).filter(i -> positive[i]).count();
    long negatives = scores.length - positives;
    if (positives == 0 || negatives == 0) {
      throw new IllegalArgumentException(
          "there is no " + (positives == 0 ? "positive" : "negative") + " item to rank");
    }
    double[] ranks = new NaturalRanking().rank(ranked);
    double sum =
        IntStream.range(0, ranks.length).filter(i -> positive[i]).mapToDouble(i -> ranks[i]).sum();
    // Ranks are multiples of one half, so only the division rounds.
    return (sum - positives * (positives + 1) / 2.0) / ((double) positives * negatives);
  }
}
