package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;

/**
 * How influences become the score of a pair of targets. Let u come before v in V^(C), and M_vu be
 * the influence of v on u. The paper's Algorithm 1 leaves open which of the two directions counts;
 * its authors' experiments take one.
 *
 * <p>{@code docs/scores.md} of the sources says what was measured of each.
 */
public enum PairScore {
  /** M_vu: the influence of the later target on the earlier, as in the paper's experiments. */
  PAPER(InfluenceExtent.AMONG_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return TwoDirections.score(
          influences, (laterOnEarlier, earlierOnLater, selves) -> laterOnEarlier);
    }
  },
  /** max(M_uv, M_vu). */
  MAX(InfluenceExtent.AMONG_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return TwoDirections.score(
          influences,
          (laterOnEarlier, earlierOnLater, selves) -> Math.max(laterOnEarlier, earlierOnLater));
    }
  },
  /** (M_uv + M_vu) / 2. */
  MEAN(InfluenceExtent.AMONG_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return TwoDirections.score(
          influences,
          (laterOnEarlier, earlierOnLater, selves) -> (laterOnEarlier + earlierOnLater) / 2);
    }
  },
  /** sqrt(M_uv M_vu). */
  GEOMETRIC(InfluenceExtent.AMONG_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return TwoDirections.score(
          influences,
          (laterOnEarlier, earlierOnLater, selves) ->
              Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater));
    }
  },
  /**
   * sqrt(M_uv M_vu / (M_uu M_vv)): what a node's features and the weights contribute to its row and
   * column cancels, what the graph contributes stays. 0 where a target does not influence itself.
   */
  SELF_NORMALIZED(InfluenceExtent.AMONG_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return TwoDirections.score(
          influences,
          (laterOnEarlier, earlierOnLater, selves) ->
              selves == 0
                  ? 0
                  : Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater) / Math.sqrt(selves));
    }
  },
  /**
   * B_uv (F_uv F_vu)^4: B is M made symmetric by a factor for each row ({@link
   * SymmetricInfluence}), F_uv the share of u's influence that goes to nodes which v reaches too
   * ({@link SharedReach}). A neighbour v of u reaches u's other neighbours in two hops, a node two
   * hops away does not. Asks no more queries than {@link #PAPER}: it looks at the logits of the
   * nodes that are not targets as well. 0 unless both influence each other.
   */
  REACH_WEIGHTED(InfluenceExtent.OF_TARGETS) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return reachWeighted(influences, workers).scores(influences.targetCount());
    }
  },
  /**
   * The square root of the matrix of {@link #REACH_WEIGHTED} over all inference nodes: what two
   * steps over the graph explain is taken out of it ({@link Deconvolution}). Asks |V^(I)| + 1
   * queries.
   */
  DECONVOLVED(InfluenceExtent.OF_ALL_NODES) {
    @Override
    public PairScores of(InfluenceMatrix influences, Workers workers) {
      return Deconvolution.of(reachWeighted(influences, workers), workers)
          .scores(influences.targetCount());
    }
  };

  private final InfluenceExtent extent;

  PairScore(InfluenceExtent extent) {
    this.extent = extent;
  }

  private static SymmetricInfluence reachWeighted(InfluenceMatrix influences, Workers workers) {
    return SharedReach.of(influences).weighting(SymmetricInfluence.of(influences), workers);
  }

  /**
   * Returns which influences this score is made from.
   *
   * @return the extent
   */
  public InfluenceExtent extent() {
    return extent;
  }

  /**
   * Returns how many queries an attack with this score asks.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of queries
   */
  public int queryCount(InferenceNodes nodes) {
    return extent.queryCount(nodes);
  }

  /**
   * Scores all pairs of targets.
   *
   * @param influences influences of at least this {@link #extent}, all measured
   * @return the scores, by position of the targets
   * @throws IllegalArgumentException if the influences are of a smaller extent
   * @throws IllegalStateException if a node has not been measured
   */
  public PairScores of(InfluenceMatrix influences) {
    if (!influences.covers(extent)) {
      throw new IllegalArgumentException(
          this + " needs influences " + extent + ", but got them " + influences.extent());
    }
    return of(influences, Workers.sequential());
  }

  /**
   * Returns this score for an attack whose answers are too coarse to show what is exactly zero.
   *
   * @throws IllegalArgumentException if it looks at influences beyond the targets
   */
  public PairScore requireAmongTargets() {
    if (extent != InfluenceExtent.AMONG_TARGETS) {
      throw new IllegalArgumentException(
          "score = " + this + " needs answers that are neither rounded nor noisy");
    }
    return this;
  }

  /**
   * Scores all pairs of targets. The result does not depend on the number of workers.
   *
   * @param influences influences of at least this {@link #extent}, all measured
   * @param workers who shares the work
   * @return the scores
   * @throws IllegalStateException if a node has not been measured
   */
  public abstract PairScores of(InfluenceMatrix influences, Workers workers);
}
