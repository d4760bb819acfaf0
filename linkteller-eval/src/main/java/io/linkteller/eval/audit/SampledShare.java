package io.linkteller.eval.audit;

import io.linkteller.dp.audit.ClopperPearson;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A share that was measured on pairs of sampled nodes, with its accuracy as an estimate for all
 * nodes.
 *
 * @param value the share among the sampled nodes, in [0, 1]
 * @param draws the number of independent draws that would have the same sampling error, positive;
 *     infinity if all nodes are targets, so that there is no sampling error
 * @param freedom the degrees of freedom with which the sampling error was estimated, at least 1
 * @param least the number of draws that remain even if all edges of a node are hit or missed
 *     together, positive
 * @param unseen the share of all edges that are at nodes with more edges than any sampled one, in
 *     [0, 1]: nothing is known about them, so they count as hits at the upper end and as misses at
 *     the lower end
 */
public record SampledShare(
    double value, double draws, double freedom, double least, double unseen) {

  /**
   * Checks the numbers.
   *
   * @param value the share among the sampled nodes, in [0, 1]
   * @param draws the number of independent draws that have the same sampling error, positive
   * @param freedom the degrees of freedom with which the sampling error was estimated, at least 1
   * @param least the number of draws that remain even if all edges of a node are hit or missed
   *     together, positive
   * @param unseen the share of all edges about which nothing is known, in [0, 1]
   * @throws IllegalArgumentException if a number is out of range
   */
  public SampledShare {
    if (!(value >= 0 && value <= 1)
        || !(draws > 0)
        || !(freedom >= 1)
        || !(least > 0)
        || !(unseen >= 0 && unseen <= 1)) {
      throw new IllegalArgumentException(
          "value, draws, freedom, least and unseen are "
              + List.of(value, draws, freedom, least, unseen)
              + ", out of range");
    }
  }

  /**
   * Returns a share of independent draws, whose interval is that of Clopper and Pearson (Biometrika
   * 1934).
   *
   * @param value the share, in [0, 1]
   * @param draws the number of draws, at least 1
   * @return the share
   */
  public static SampledShare ofDraws(double value, long draws) {
    return new SampledShare(value, draws, Double.POSITIVE_INFINITY, draws, 0);
  }

  /** Returns a share of all pairs, which has no sampling error. */
  static SampledShare exactly(double value) {
    double infinity = Double.POSITIVE_INFINITY;
    return new SampledShare(value, infinity, infinity, infinity, 0);
  }

  /**
   * Returns the interval of Korn and Graubard (Survey Methodology 1998) for the share among all
   * nodes: the interval of Clopper and Pearson for the {@link #draws}, which are reduced if their
   * number was estimated with few degrees of freedom.
   *
   * @param confidence the probability that the share is in the interval, in (0, 1)
   * @param choices the number of shares from which this one was chosen, at least 1; each of their
   *     intervals may miss its share with probability (1 - confidence) / choices (Bonferroni)
   * @return the interval; a single point if there is no sampling error
   */
  public ConfidenceInterval interval(double confidence, int choices) {
    double tail = (1 - confidence) / 2 / choices;
    return new ConfidenceInterval(low(tail), high(tail), confidence);
  }

  /** Returns a lower end that exceeds the true share with at most the given probability. */
  double low(double tail) {
    return draws == Double.POSITIVE_INFINITY
        ? value
        : (1 - unseen) * ClopperPearson.lower(value * counted(tail), counted(tail), tail);
  }

  /** Returns an upper end that the true share exceeds with at most the given probability. */
  double high(double tail) {
    return draws == Double.POSITIVE_INFINITY
        ? value
        : unseen + (1 - unseen) * ClopperPearson.upper(value * counted(tail), counted(tail), tail);
  }

  /** Returns the draws, reduced by the squared ratio of the normal to the t quantile. */
  private double counted(double tail) {
    if (freedom == Double.POSITIVE_INFINITY) {
      return draws;
    }
    double normal = new NormalDistribution().inverseCumulativeProbability(tail);
    double student = new TDistribution(freedom).inverseCumulativeProbability(tail);
    double reduced = draws * (normal / student) * (normal / student);
    return Math.min(draws, Math.max(least, reduced));
  }
}
