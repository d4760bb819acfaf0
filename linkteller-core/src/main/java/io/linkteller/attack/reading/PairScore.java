package io.linkteller.attack.reading;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.Registry;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BiFunction;

/**
 * Computes the scores of the pairs of targets from influences. In the formulas, u comes before v in
 * V^(C), and M_vu is the influence of v on u. The paper's Algorithm 1 leaves open which of the two
 * directions is used; its authors' experiments use M_vu. On {@linkplain InfluenceMatrix#isDirected
 * directed} nodes, pairs are ordered, and the score of the arc from s to t depends on M_st, the
 * influence of s on t.
 *
 * <p>To add a score, implement {@link #name} and {@link #score}. A score that is registered as a
 * {@link java.util.ServiceLoader} provider of this interface is found by {@link #named}, and thus
 * by the command line. The file {@code docs/mathematics.md} of the sources describes the scores
 * below.
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
   * B_uv (F_uv F_vu)^4, where B is M with its rows scaled so that it is symmetric, and F_uv is the
   * share of u's influence that goes to nodes that v also influences. A neighbor v of u reaches u's
   * other neighbors in two hops; a node two hops away does not. Needs no more queries than {@link
   * #PAPER}, but also observes the nodes that are not targets. 0 unless both targets influence each
   * other. Rejects directed nodes, because the score is symmetric.
   */
  PairScore REACH_WEIGHTED =
      beyondTargets(
          "reach-weighted",
          InfluenceMatrix.Extent.OF_TARGETS,
          (reachWeighted, workers) -> reachWeighted);

  /**
   * One of {@link #SELF_NORMALIZED}, {@link #REACH_WEIGHTED} and sqrt(M_uv M_vu F_uv F_vu),
   * depending on the aggregation, depth and density that the influences indicate. Pairs in which
   * one target has no features to scale are scored by the influence of the other alone. Ranks pairs
   * no worse than {@link #PAPER} and {@link #SELF_NORMALIZED} on most models; see the measurements
   * in {@code docs/attack.md}. Needs no more queries than {@link #PAPER}, but also observes the
   * nodes that are not targets. On directed nodes, it is the same as {@link #PAPER}.
   */
  PairScore ADAPTIVE = adaptive();

  /** {@return the unique name of this score, in lower case, with words joined by hyphens} */
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
          name() + " needs influences " + extent() + ", but got influences " + influences.extent());
    }
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
    return score(influences, parallelism);
  }

  /**
   * Returns the number of queries that an attack with this score sends.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of queries
   */
  default int queryCount(InferenceNodes nodes) {
    return extent().queryCount(nodes);
  }

  /**
   * Returns the score with the given name.
   *
   * @param name the {@link #name}; case is ignored, and underscores count as hyphens
   * @return the score of this interface, or the registered one
   * @throws IllegalArgumentException if no score has that name; the message lists all names
   */
  static PairScore named(String name) {
    return registry().named(name);
  }

  /** {@return the scores of this interface, followed by the registered ones in order of name} */
  static List<PairScore> all() {
    return registry().all();
  }

  private static Registry<PairScore> registry() {
    return new Registry<>(
        "score",
        PairScore::name,
        List.of(PAPER, MAX, SELF_NORMALIZED, REACH_WEIGHTED, ADAPTIVE),
        ServiceLoader.load(PairScore.class));
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
     * @return the score, at least 0, and 0 if both influences are 0
     */
    double score(double laterOnEarlier, double earlierOnLater, double selves);
  }

  /**
   * Returns a score that depends only on the influences of the two targets on each other. On
   * directed nodes, both influences passed to the combination are M_st, so the score of an arc does
   * not depend on whether its reverse exists.
   *
   * @param name the name of the score
   * @param combination the function that combines the influences
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
          ofArcs(influences, selves, scores);
        } else {
          ofPairs(influences, selves, scores);
        }
        return scores.build();
      }

      private void ofArcs(InfluenceMatrix influences, double[] selves, PairScores.Builder scores) {
        for (int s = 0; s < selves.length; s++) {
          InfluenceMatrix.Row row = influences.row(s);
          // Targets come first; influences of a larger extent continue with other nodes.
          for (int e = 0; e < row.size() && row.position(e) < selves.length; e++) {
            int t = row.position(e);
            if (t != s) {
              double influence = row.value(e);
              scores.add(s, t, combination.score(influence, influence, selves[s] * selves[t]));
            }
          }
        }
      }

      /**
       * Scores pairs in which one target influences the other, in O(s + n) time for s influences.
       */
      private void ofPairs(InfluenceMatrix influences, double[] selves, PairScores.Builder scores) {
        int n = selves.length;
        // 1. Transpose the influences M_vu of later targets v on earlier targets u. The entries of
        // u start at begins[u], in ascending order of v.
        int[] begins = new int[n + 1];
        for (int v = 0; v < n; v++) {
          InfluenceMatrix.Row row = influences.row(v);
          for (int e = 0; e < row.size() && row.position(e) < v; e++) {
            begins[row.position(e) + 1]++;
          }
        }
        for (int u = 0; u < n; u++) {
          begins[u + 1] = Math.addExact(begins[u + 1], begins[u]);
        }
        int[] at = begins.clone();
        int[] sources = new int[begins[n]];
        double[] values = new double[begins[n]];
        for (int v = 0; v < n; v++) {
          InfluenceMatrix.Row row = influences.row(v);
          for (int e = 0; e < row.size() && row.position(e) < v; e++) {
            int slot = at[row.position(e)]++;
            sources[slot] = v;
            values[slot] = row.value(e);
          }
        }
        // 2. Merge them with the influences M_uv in the row of the earlier target.
        for (int u = 0; u < n; u++) {
          InfluenceMatrix.Row given = influences.row(u);
          int g = 0;
          while (g < given.size() && given.position(g) <= u) {
            g++;
          }
          int r = begins[u];
          while (true) {
            // Targets come first; influences of a larger extent continue with other nodes.
            int fromGiven = g < given.size() ? given.position(g) : n;
            int fromReceived = r < begins[u + 1] ? sources[r] : n;
            int v = Math.min(fromGiven, fromReceived);
            if (v >= n) {
              break;
            }
            double earlierOnLater = fromGiven == v ? given.value(g++) : 0;
            double laterOnEarlier = fromReceived == v ? values[r++] : 0;
            scores.add(
                u, v, combination.score(laterOnEarlier, earlierOnLater, selves[u] * selves[v]));
          }
        }
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

  /** Returns the score that chooses one of the others. */
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
