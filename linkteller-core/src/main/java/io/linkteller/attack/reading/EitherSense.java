package io.linkteller.attack.reading;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.influence.InfluenceMatrix;
import java.util.stream.IntStream;

/**
 * The sense in which influences tell a graph. Where all nodes move each other and edges are taken
 * out of that, as where attention to neighbors is masked, neighbors move each other least. Scores
 * rank pairs by the most influence; the reverse of that ranking is taken if its graph explains
 * which rows move, and how far, significantly better ({@link GraphLoss}).
 */
public final class EitherSense {

  /** The advantage in standard errors that chance yields in one of a hundred comparisons. */
  private static final double SIGNIFICANT = 2.326;

  /** The number of probes that decide where none were held back. */
  private static final int PROBES = 64;

  private EitherSense() {}

  /**
   * Returns a prediction, or its reverse if probes speak for it.
   *
   * @param judge the loss on probes
   * @param found a prediction that names the pairs with the largest influences
   * @return the prediction, or one that names those with the least
   */
  public static LinkPrediction of(GraphLoss judge, LinkPrediction found) {
    if (2L * found.scores().storedCount() <= found.scores().pairCount()) {
      // Most pairs do not move each other at all, so that the least are not told apart.
      return found;
    }
    LinkPrediction reversed = found.with(Finding.of(found.scores().negated()));
    return judge.advantage(found, reversed) > SIGNIFICANT ? reversed : found;
  }

  /**
   * Returns a prediction, or its reverse if the influences from which it was read speak for it.
   *
   * @param influences the influences, all measured
   * @param found a prediction that names the pairs with the largest of them
   * @return the prediction, or one that names those with the least
   */
  public static LinkPrediction of(InfluenceMatrix influences, LinkPrediction found) {
    int n = influences.targetCount();
    int probes = Math.min(PROBES, n);
    int[] probed = IntStream.range(0, probes).map(i -> (int) ((long) i * n / probes)).toArray();
    return of(GraphLoss.of(influences, probed, probed, IntStream.range(0, n).toArray()), found);
  }
}
