package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import java.util.List;

/**
 * A function from influences to scores of the pairs of targets. Let u come before v in V^(C), and
 * M_vu be the influence of v on u. The paper's Algorithm 1 leaves open which of the two directions
 * is used; its authors' experiments use M_vu.
 *
 * <p>To add a score, implement {@link #name} and {@link #score}. If registered as a {@link
 * java.util.ServiceLoader} provider of this interface, it is found by {@link #named}, and so by the
 * command line. Measurements of the scores below are in {@code docs/pair-scores.md} of the sources.
 *
 * <pre>{@code
 * public final class MinScore implements PairScore {
 *   public String name() {
 *     return "min";
 *   }
 *
 *   public PairScores score(InfluenceMatrix influences, int parallelism) {
 *     return PairScores.ofAll(
 *         influences.targetCount(),
 *         (i, j) -> Math.min(influences.influence(i, j), influences.influence(j, i)));
 *   }
 * }
 * }</pre>
 */
public interface PairScore {

  /** M_vu: the influence of the later target on the earlier one, as in the paper's experiments. */
  PairScore PAPER =
      BuiltInScores.pairwise("paper", (laterOnEarlier, earlierOnLater, selves) -> laterOnEarlier);

  /** max(M_uv, M_vu). */
  PairScore MAX =
      BuiltInScores.pairwise(
          "max",
          (laterOnEarlier, earlierOnLater, selves) -> Math.max(laterOnEarlier, earlierOnLater));

  /** (M_uv + M_vu) / 2. */
  PairScore MEAN =
      BuiltInScores.pairwise(
          "mean",
          (laterOnEarlier, earlierOnLater, selves) -> (laterOnEarlier + earlierOnLater) / 2);

  /** sqrt(M_uv M_vu). */
  PairScore GEOMETRIC =
      BuiltInScores.pairwise(
          "geometric",
          (laterOnEarlier, earlierOnLater, selves) ->
              Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater));

  /**
   * sqrt(M_uv M_vu / (M_uu M_vv)): the contributions of a node's features and of the weights to its
   * row and column cancel, and the contribution of the graph remains. 0 if one of the targets does
   * not influence itself.
   */
  PairScore SELF_NORMALIZED =
      BuiltInScores.pairwise(
          "self-normalized",
          (laterOnEarlier, earlierOnLater, selves) ->
              selves == 0
                  ? 0
                  : Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater) / Math.sqrt(selves));

  /**
   * B_uv (F_uv F_vu)^4, where B is M scaled by a factor per row to be symmetric, and F_uv is the
   * share of u's influence that goes to nodes which v influences as well. A neighbor v of u reaches
   * u's other neighbors in two hops; a node two hops away does not. Needs no more queries than
   * {@link #PAPER}, but observes the nodes that are not targets as well. 0 unless both targets
   * influence each other.
   */
  PairScore REACH_WEIGHTED =
      BuiltInScores.beyondTargets(
          "reach-weighted", InfluenceExtent.OF_TARGETS, (reachWeighted, workers) -> reachWeighted);

  /**
   * The deconvolved matrix of {@link #REACH_WEIGHTED} over all inference nodes, from which the
   * influence along two-step paths is removed. Needs |V^(I)| + 1 queries.
   */
  PairScore DECONVOLVED =
      BuiltInScores.beyondTargets("deconvolved", InfluenceExtent.OF_ALL_NODES, Deconvolution::of);

  /**
   * One of {@link #SELF_NORMALIZED}, {@link #REACH_WEIGHTED} and sqrt(M_uv M_vu F_uv F_vu),
   * whichever suits the aggregation, depth and density that the influences show. Pairs of which one
   * target has no features to scale are scored by the influence of the other alone. Meant to rank
   * no worse than {@link #PAPER} and {@link #SELF_NORMALIZED} on any model; {@code docs/scores.md}
   * has the measurements. Needs no more queries than {@link #PAPER}, but observes the nodes that
   * are not targets as well.
   */
  PairScore ADAPTIVE = BuiltInScores.adaptive();

  /** {@return the name of this score: lower case, words joined by hyphens, unique} */
  String name();

  /** {@return the influences that this score needs; by default those among the targets} */
  default InfluenceExtent extent() {
    return InfluenceExtent.AMONG_TARGETS;
  }

  /**
   * Scores all pairs of targets. The result must not depend on {@code parallelism}. Called by
   * {@link #of}, which checks the arguments.
   *
   * @param influences influences of at least this {@link #extent}, all measured
   * @param parallelism the number of threads that may be used, at least 1
   * @return the scores, by position of the targets
   * @throws IllegalStateException if a node has not been measured
   */
  PairScores score(InfluenceMatrix influences, int parallelism);

  /**
   * Scores all pairs of targets in the calling thread.
   *
   * @param influences influences of at least this {@link #extent}, all measured
   * @return the scores, by position of the targets
   * @throws IllegalArgumentException if the influences are of a smaller extent
   * @throws IllegalStateException if a node has not been measured
   */
  default PairScores of(InfluenceMatrix influences) {
    return of(influences, 1);
  }

  /**
   * Scores all pairs of targets.
   *
   * @param influences influences of at least this {@link #extent}, all measured
   * @param parallelism the number of threads that may be used, at least 1; the result does not
   *     depend on it
   * @return the scores, by position of the targets
   * @throws IllegalArgumentException if the influences are of a smaller extent, or {@code
   *     parallelism} is below 1
   * @throws IllegalStateException if a node has not been measured
   */
  default PairScores of(InfluenceMatrix influences, int parallelism) {
    if (!influences.covers(extent())) {
      throw new IllegalArgumentException(
          this + " needs influences " + extent() + ", but got them " + influences.extent());
    }
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
    return score(influences, parallelism);
  }

  /**
   * Returns the number of queries that an attack with this score asks.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of queries
   */
  default int queryCount(InferenceNodes nodes) {
    return extent().queryCount(nodes);
  }

  /**
   * Returns the score with a name.
   *
   * @param name a {@link #name}, in any case, words joined by hyphens or underscores
   * @return a score of this interface, or a registered one
   * @throws IllegalArgumentException if no score has that name; the message lists all names
   */
  static PairScore named(String name) {
    return ScoreCatalogue.named(name);
  }

  /** {@return the scores of this interface, followed by the registered ones in order of name} */
  static List<PairScore> all() {
    return ScoreCatalogue.all();
  }
}
