package io.linkteller.eval.audit;

import io.linkteller.attack.PairScores;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How much of an attack's findings is revealed by features alone, without queries and without
 * training on edges. The attack is compared with the similarity of features ({@code lsa2-attr}) at
 * the same number of guesses.
 *
 * <p>Neighbors often have similar features, so answers reveal edges even if a model uses no edges.
 * An attack above the limit is excused if
 *
 * <ol>
 *   <li>it finds no more edges than this comparison of features, so those who have the features do
 *       not need the model; and
 *   <li>the edges that only the attack finds are within the limit. Sets are compared, because equal
 *       counts may refer to different edges: features may reveal one half of the edges, and the
 *       model the other half.
 * </ol>
 *
 * <p>The same model, served on another graph, is not used for this comparison: a model that has
 * memorized its edges gives the same answers on any graph. Nor is a predictor that was trained on
 * edges, because it knows what an attacker is supposed to find.
 *
 * @param attack the name of the attack
 * @param found its findings with as many guesses as there are edges
 * @param recall the interval of its recall
 * @param byFeatures the number of edges that the comparison of features finds
 * @param beyond the number of edges that the attack finds and the comparison does not
 * @param beyondShare the interval of {@code beyond} as a share of all edges
 */
public record RevealedByFeatures(
    String attack,
    EdgeMetrics found,
    ConfidenceInterval recall,
    long byFeatures,
    long beyond,
    ConfidenceInterval beyondShare) {

  /**
   * Returns whether the attack passes.
   *
   * @param limit the largest acceptable share of the edges, in [0, 1]
   * @return whether it is within the limit, or excused
   */
  public boolean isWithin(double limit) {
    return recall.high() <= limit
        || (found.truePositives() <= byFeatures && beyondShare.high() <= limit);
  }

  /** Returns whether the attack would pass if there were no sampling error. */
  boolean isWithinAsMeasured(double limit) {
    return found.recall() <= limit || (found.truePositives() <= byFeatures && share() <= limit);
  }

  /** {@return {@code beyond} as a share of all edges among the targets} */
  public double share() {
    return (double) beyond / found.actual();
  }

  /**
   * Returns the edges that the comparison of features finds. Pairs that tie with the first pair
   * that is not guessed are left out, because only node numbers decide among them.
   *
   * @param likeness the scores of the features
   * @param edges the true edges
   * @param guesses the number of guesses
   * @param bothWays whether each predicted pair counts as the true arc
   */
  static LongOpenHashSet edgesRevealed(
      PairScores likeness, Graph edges, int guesses, boolean bothWays) {
    long count = Math.min(bothWays ? 2L * guesses : guesses, likeness.pairCount());
    long[] best = likeness.best(Math.min(count + 1, likeness.pairCount()));
    double cut =
        count < best.length ? score(likeness, best[(int) count]) : Double.NEGATIVE_INFINITY;
    long[] guessed = Arrays.stream(best).filter(pair -> score(likeness, pair) > cut).toArray();
    LongStream predicted =
        LongStream.of(bothWays ? PredictedArcs.directed(guessed, edges, guesses) : guessed);
    return new LongOpenHashSet(
        predicted.filter(pair -> PredictedArcs.isEdge(edges, pair)).toArray());
  }

  private static double score(PairScores scores, long pair) {
    return scores.score(NodePairs.first(pair), NodePairs.second(pair));
  }
}
