package io.linkteller.eval.metric;

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
   * the last rounding. O(n log n) time.
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
    double[] high = sorted(true, positive, scores);
    double[] low = sorted(false, positive, scores);
    int below = 0;
    int atMost = 0;
    long twice = 0;
    for (double score : high) {
      while (below < low.length && low[below] < score) {
        below++;
      }
      while (atMost < low.length && low[atMost] <= score) {
        atMost++;
      }
      twice += below + (long) atMost;
    }
    return twice / (2.0 * high.length * low.length);
  }

  private static double[] sorted(boolean kind, boolean[] positive, double[] scores) {
    double[] found =
        IntStream.range(0, scores.length)
            .filter(i -> positive[i] == kind)
            .mapToDouble(i -> ranked(i, scores[i]))
            .sorted()
            .toArray();
    if (found.length == 0) {
      throw new IllegalArgumentException(
          "there is no " + (kind ? "positive" : "negative") + " item to rank");
    }
    return found;
  }

  private static double ranked(int item, double score) {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("score " + item + " is NaN and cannot be ranked");
    }
    return score;
  }
}
