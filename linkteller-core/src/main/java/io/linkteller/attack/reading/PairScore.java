package io.linkteller.attack.reading;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A function from influences to scores of the pairs of targets. Let u come before v in V^(C), and
 * M_vu be the influence of v on u. The paper's Algorithm 1 leaves open which of the two directions
 * is used; its authors' experiments use M_vu. On {@linkplain InfluenceMatrix#isDirected directed}
 * nodes pairs are ordered, and the score of the arc from s to t depends on M_st, the influence of s
 * on t.
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
  PairScore PAPER = pairwise("paper", (laterOnEarlier, earlierOnLater, selves) -> laterOnEarlier);

  /** max(M_uv, M_vu). */
  PairScore MAX =
      pairwise(
          "max",
          (laterOnEarlier, earlierOnLater, selves) -> Math.max(laterOnEarlier, earlierOnLater));

  /**
   * sqrt(M_uv M_vu / (M_uu M_vv)): the contributions of a node's features and of the weights to its
   * row and column cancel, and the contribution of the graph remains. 0 if one of the targets does
   * not influence itself.
   */
  PairScore SELF_NORMALIZED =
      pairwise(
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
   * influence each other. Refuses directed nodes, since B and F are symmetric.
   */
  PairScore REACH_WEIGHTED =
      beyondTargets(
          "reach-weighted",
          InfluenceMatrix.Extent.OF_TARGETS,
          (reachWeighted, workers) -> reachWeighted);

  /**
   * One of {@link #SELF_NORMALIZED}, {@link #REACH_WEIGHTED} and sqrt(M_uv M_vu F_uv F_vu),
   * whichever suits the aggregation, depth and density that the influences show. Pairs of which one
   * target has no features to scale are scored by the influence of the other alone. Meant to rank
   * no worse than {@link #PAPER} and {@link #SELF_NORMALIZED} on any model; {@code docs/scores.md}
   * has the measurements. Needs no more queries than {@link #PAPER}, but observes the nodes that
   * are not targets as well. {@link #PAPER} on directed nodes.
   */
  PairScore ADAPTIVE = adaptive();

  /** {@return the name of this score: lower case, words joined by hyphens, unique} */
  String name();

  /** {@return the influences that this score needs; by default those among the targets} */
  default InfluenceMatrix.Extent extent() {
    return InfluenceMatrix.Extent.AMONG_TARGETS;
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

  /** Combines the influences of two targets on each other. */
  @FunctionalInterface
  interface Combination {

    /**
     * Returns the score of a pair.
     *
     * @param laterOnEarlier M_vu
     * @param earlierOnLater M_uv
     * @param selves M_uu M_vv
     * @return the score, at least 0, and 0 if both influences are
     */
    double score(double laterOnEarlier, double earlierOnLater, double selves);
  }

  /**
   * Returns a score that depends only on the influences of the two targets on each other. On
   * directed nodes both influences that are combined are M_st, so that the score of an arc does not
   * depend on whether its reverse exists.
   *
   * @param name the name of the score
   * @param combination combines the influences
   * @return the score
   */
  static PairScore pairwise(String name, Combination combination) {
    record Pairwise(String name, Combination combination) implements PairScore {

      @Override
      public PairScores score(InfluenceMatrix influences, int parallelism) {
        int n = influences.targetCount();
        double[] selves = new double[n];
        for (int i = 0; i < n; i++) {
          selves[i] = influences.influence(i, i);
        }
        PairScores.Builder scores = PairScores.builder(n, influences.isDirected());
        if (influences.isDirected()) {
          influences.forEachArc(
              (s, t, influence) ->
                  scores.add(s, t, combination.score(influence, influence, selves[s] * selves[t])));
          return scores.build();
        }
        influences.forEachPair(
            (u, v, laterOnEarlier, earlierOnLater) ->
                scores.add(
                    u,
                    v,
                    combination.score(laterOnEarlier, earlierOnLater, selves[u] * selves[v])));
        return scores.build();
      }

      @Override
      public String toString() {
        return name;
      }
    }
    return new Pairwise(name, combination);
  }

  /** Returns a score that depends on influences beyond those of the two targets on each other. */
  private static PairScore beyondTargets(
      String name,
      InfluenceMatrix.Extent extent,
      BiFunction<SymmetricInfluence, Workers, SymmetricInfluence> refinement) {
    record BeyondTargets(
        String name,
        InfluenceMatrix.Extent extent,
        BiFunction<SymmetricInfluence, Workers, SymmetricInfluence> refinement)
        implements PairScore {

      @Override
      public PairScores score(InfluenceMatrix influences, int parallelism) {
        if (influences.isDirected()) {
          throw new IllegalArgumentException(
              "the score "
                  + name
                  + " is defined for undirected graphs, but the nodes are directed");
        }
        Workers workers = Workers.of(parallelism);
        SymmetricInfluence reachWeighted =
            SharedReach.of(influences).weighting(SymmetricInfluence.of(influences), workers);
        return refinement.apply(reachWeighted, workers).scores(influences.targetCount());
      }

      @Override
      public String toString() {
        return name;
      }
    }
    return new BeyondTargets(name, extent, refinement);
  }

  /** Returns the score that chooses among others. */
  private static PairScore adaptive() {
    record Adaptive(String name, InfluenceMatrix.Extent extent) implements PairScore {

      @Override
      public PairScores score(InfluenceMatrix influences, int parallelism) {
        if (influences.isDirected()) {
          return PAPER.score(influences, parallelism);
        }
        InfluenceTraits.Choice choice = InfluenceTraits.of(influences).choice();
        PairScores scores =
            switch (choice) {
              case SELF_NORMALIZED -> SELF_NORMALIZED.score(influences, parallelism);
              case REACH_WEIGHTED -> REACH_WEIGHTED.score(influences, parallelism);
              case SHARED_REACH ->
                  SharedReach.of(influences)
                      .geometric(Workers.of(parallelism))
                      .scores(influences.targetCount());
            };
        return LoneInfluences.exist(influences)
            ? LoneInfluences.added(
                scores, influences, choice != InfluenceTraits.Choice.SHARED_REACH)
            : scores;
      }

      @Override
      public String toString() {
        return name;
      }
    }
    return new Adaptive("adaptive", InfluenceMatrix.Extent.OF_TARGETS);
  }
}
