package io.linkteller.attack.reading;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;

/**
 * The sense in which influences reveal a graph. If all nodes move each other except along edges, as
 * when attention to neighbors is masked, neighbors move each other least. Scores rank pairs with
 * the largest influence first; the reverse ranking is taken for either of two reasons.
 *
 * <ol>
 *   <li>Its graph explains which rows move, and how far, significantly better ({@link GraphLoss}).
 *   <li>One direction selects pairs and the other, which was held out, confirms the smallest
 *       influences much better than the largest: an edge holds in both directions, whereas the
 *       effect of features on attention depends on the attending node. For the m pairs with the
 *       largest M_vu, u before v, the share of influences in row and column that are larger than
 *       M_uv is measured, and for the m pairs with the smallest, the share that are smaller. The
 *       latter must be less than half of the former. This finds a few very small influences among
 *       large ones that vary, which squares do not.
 * </ol>
 *
 * <p>With n targets, the second takes O(n² log n) time and 16 n² bytes.
 */
public final class EitherSense {

  /** The advantage in standard errors that chance yields in one of a hundred comparisons. */
  private static final double SIGNIFICANT = 2.326;

  /** The factor by which the smallest must be confirmed better than the largest. */
  private static final double CLEARLY = 2;

  private EitherSense() {}

  /**
   * Returns a prediction, or its reverse if probes or the influences favor it.
   *
   * @param judge the loss on probes
   * @param influences the influences from which the prediction was read, all measured
   * @param found a prediction of the pairs with the largest of them
   * @return the prediction, or one of the pairs with the smallest
   */
  public static LinkPrediction of(
      GraphLoss judge, InfluenceMatrix influences, LinkPrediction found) {
    if (2L * found.scores().storedCount() <= found.scores().pairCount()) {
      // Most pairs do not move each other at all, so the smallest cannot be ranked.
      return found;
    }
    LinkPrediction reversed = found.with(Finding.of(found.scores().negated()));
    boolean isReversed =
        judge.advantage(found, reversed) > SIGNIFICANT || confirmsTheLeast(influences, found.m());
    return isReversed ? reversed : found;
  }

  /** Directed edges need not hold in both directions. */
  private static boolean confirmsTheLeast(InfluenceMatrix influences, int m) {
    if (influences.isDirected()) {
      return false;
    }
    int n = influences.targetCount();
    double[][] rows = new double[n][n - 1];
    double[][] columns = new double[n][n - 1];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        if (u != v) {
          double influence = influences.influence(v, u);
          rows[v][u < v ? u : u - 1] = influence;
          columns[u][v < u ? v : v - 1] = influence;
        }
      }
    }
    for (int v = 0; v < n; v++) {
      Arrays.sort(rows[v]);
      Arrays.sort(columns[v]);
    }
    PairScores ofLater = PairScore.PAPER.of(influences);
    double most = 0;
    for (long pair : ofLater.best(m)) {
      most += 2 - below(influences, rows, columns, pair);
    }
    double least = 0;
    for (long pair : ofLater.negated().best(m)) {
      least += below(influences, rows, columns, pair);
    }
    return CLEARLY * least < most;
  }

  /** The share of the influences in row and in column that are below that of u on v, in [0, 2]. */
  private static double below(
      InfluenceMatrix influences, double[][] rows, double[][] columns, long pair) {
    int u = NodePairs.first(pair);
    int v = NodePairs.second(pair);
    double influence = influences.influence(u, v);
    return below(rows[u], influence) + below(columns[v], influence);
  }

  /** Equal values count half. */
  private static double below(double[] ascending, double value) {
    int smaller = firstAtLeast(ascending, value);
    int upTo = firstAtLeast(ascending, Math.nextUp(value));
    return (smaller + upTo) / 2.0 / ascending.length;
  }

  private static int firstAtLeast(double[] ascending, double value) {
    int from = 0;
    int to = ascending.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (ascending[middle] < value) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
