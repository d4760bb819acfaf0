package io.linkteller.eval.metric;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measures of how many edges an attack is sure of, however low its overall recall is: the true
 * positive rate at low false positive rates (Carlini et al.: "Membership Inference Attacks From
 * First Principles", IEEE S&amp;P 2022, doi:10.1109/SP46214.2022.9833649), and the edges at the top
 * of the ranking. Ties count against the attack: among pairs with equal scores, those without an
 * edge come first.
 *
 * @param rates points of the ROC curve, the largest false positive rate first
 * @param preciseEdges the number of edges in the longest prefix of the ranking with a precision of
 *     at least {@link #PRECISION}
 */
public record TailRisk(List<Rate> rates, long preciseEdges) {

  /** The precision at which nearly every predicted edge is a true edge. */
  public static final double PRECISION = 0.99;

  private static final double[] RATES = {1e-2, 1e-3, 1e-4, 1e-5};

  /**
   * The minimum number of false positives that a rate must allow to be measured. With ten, the
   * standard error of the rate is about a third of it; with fewer, it is larger.
   */
  private static final int MIN_FALSE_POSITIVES = 10;

  /**
   * Copies the list.
   *
   * @param rates points of the ROC curve, the largest false positive rate first
   * @param preciseEdges the number of edges in the longest precise prefix
   */
  public TailRisk {
    rates = List.copyOf(rates);
  }

  /**
   * A point of the ROC curve.
   *
   * @param falsePositives the largest share of the pairs without an edge that may be predicted
   * @param truePositives the share of the edges found at that rate; empty if there are too few
   *     pairs without an edge to measure it
   */
  public record Rate(double falsePositives, OptionalDouble truePositives) {}

  /**
   * Measures a ranking, in O(s log s) time for s stored scores.
   *
   * @param scores the scores of all pairs
   * @param truth the edges on the positions of the targets, directed if the pairs are ordered
   * @return the measures
   * @throws IllegalArgumentException if no pair is an edge
   */
  public static TailRisk of(PairScores scores, Graph truth) {
    // 1. Sort the scores of the edges, and those of all pairs with a stored score. Adding zero
    // turns -0.0 into 0.0, with which pairs that are not stored tie.
    DoubleArrayList ofEdges = new DoubleArrayList(truth.edgeCount());
    truth.forEachEdge((i, j) -> ofEdges.add(scores.score(i, j)));
    double[] edges = ofEdges.toDoubleArray();
    if (edges.length == 0) {
      throw new IllegalArgumentException("there is no positive item, so nothing can be ranked");
    }
    Arrays.sort(edges);
    double[] stored = scores.storedScores();
    Arrays.setAll(stored, s -> stored[s] + 0.0);
    Arrays.parallelSort(stored);
    long zeros = scores.pairCount() - stored.length;
    long negatives = scores.pairCount() - edges.length;
    // 2. For the score of each edge, from the highest down, predict all pairs with at least this
    // score.
    long[] found = new long[RATES.length];
    long precise = 0;
    for (int end = edges.length; end > 0; end = countBelow(edges, edges[end - 1])) {
      double threshold = edges[end - 1];
      int hits = edges.length - countBelow(edges, threshold);
      long predicted = stored.length - countBelow(stored, threshold) + (threshold <= 0 ? zeros : 0);
      for (int r = 0; r < RATES.length; r++) {
        found[r] = predicted - hits <= RATES[r] * negatives ? hits : found[r];
      }
      precise = hits >= PRECISION * predicted ? hits : precise;
    }
    // 3. Leave a true positive rate empty if there are too few pairs without an edge to measure it.
    List<Rate> rates = new ArrayList<>();
    for (int r = 0; r < RATES.length; r++) {
      rates.add(
          new Rate(
              RATES[r],
              RATES[r] * negatives >= MIN_FALSE_POSITIVES
                  ? OptionalDouble.of((double) found[r] / edges.length)
                  : OptionalDouble.empty()));
    }
    return new TailRisk(rates, precise);
  }

  private static int countBelow(double[] sorted, double score) {
    int at = Arrays.binarySearch(sorted, score);
    while (at > 0 && sorted[at - 1] == score) {
      at--;
    }
    return at < 0 ? -at - 1 : at;
  }
}
