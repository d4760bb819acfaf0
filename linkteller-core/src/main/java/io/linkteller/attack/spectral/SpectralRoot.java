package io.linkteller.attack.spectral;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Recovers the graph among the targets, and the kind of model that answers, with |V^(C)| + 1
 * queries about the targets alone.
 *
 * <pre>{@code
 * SpectralRecovery found = SpectralRoot.builder().build().recover(api, nodes);
 * }</pre>
 *
 * <h2>How</h2>
 *
 * Each query has V^(I) = V^(C) and the same features x₀ for every node, and a probe scales one row.
 * With equal features, attention weights and relu activation patterns are equal as well, and the
 * influence of v on u is (Â^k)_uv times a constant, for all weights of the model:
 *
 * <ul>
 *   <li>The answers are equal for attention and random walks, whose rows sum to 1. A small step,
 *       chosen against the rounding of the answers, gives the derivative.
 *   <li>If the answers to the base query differ between nodes, Â is fixed and its rows have
 *       different sums. The probe then scales by {@code scale}, and biases and other nodes do not
 *       matter.
 * </ul>
 *
 * The influences are balanced to a symmetric matrix and decomposed once for each connected
 * component. Each model (a {@link Propagation}, a depth of 1 to 3) says how eigenvalues of Â^k
 * become those of A: divide by the leading one, take the root, take off the identity, multiply by
 * the leading eigenvector, which holds the degrees. The root of an even power without the identity
 * leaves the signs open. They are found by rounding to 0/1 and back; where that fails, from the
 * diagonal of A + I, which is linear in the signed eigenvalues. Of all models the one is kept whose
 * rounded graph, put through Â^k again, explains the influences best.
 *
 * <p>If none explains three quarters of the squared influences between different nodes, the
 * diagnosis says so, and pairs are ranked by the paper's score of the same influences.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce. Where answers come from
 *       the whole graph, the same queries see Â^k of it, of which this takes no root.
 *   <li>Features of the attacker's choice, the same for all targets: within ±1 where rows sum to 1,
 *       elsewhere one row larger by {@code scale}. A scale of 2 is enough on the twitch graphs.
 *   <li>Logits. Any number of them, single precision included. A large scale saturates
 *       probabilities.
 *   <li>One propagation matrix in all layers, relu-like activations or attention, no skip
 *       connections, no normalization over the nodes of the query.
 * </ul>
 *
 * All features are equal except for one row, which is conspicuous to anyone who inspects features.
 *
 * <p>Some graphs have the same Â^k: the three squares on four nodes under two augmented layers are
 * one. Time beyond the queries is O(c³) for each component of c targets and each model, memory
 * O(|V^(C)|²). Immutable.
 */
public final class SpectralRoot implements LinkAttack {

  /** The number of targets beyond which the decomposition, which takes cubic time, is too slow. */
  public static final int PRACTICAL_TARGETS = 1500;

  /** Added to the seed of x₀ for influences that are held back. */
  private static final int OTHER_VECTOR = 1000;

  private final double scale;
  private final long seed;
  private final AttackSettings settings;

  private SpectralRoot(Builder builder) {
    this.scale = builder.scale;
    this.seed = builder.seed;
    this.settings = builder.settings();
  }

  /**
   * Starts from one query at a time, no listener and no journal.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box. The features of {@code nodes} only say how many columns there are.
   *
   * @throws io.linkteller.attack.UnsuitableModelException if answers do not move with a target's
   *     own features
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "spectral root",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) ->
            read(ask(asked, nodes, everyTarget(nodes), seed, inner), nodes).finding());
  }

  /**
   * Recovers the graph among the targets and the model that answers come from.
   *
   * @param api the black box
   * @param nodes the targets, at least two; of the features only the number of columns matters
   * @return the recovered entries and the diagnosis
   * @throws IllegalArgumentException if there are fewer than two targets
   * @throws io.linkteller.attack.UnsuitableModelException if answers do not move with a target's
   *     own features
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public SpectralRecovery recover(InferenceApi api, InferenceNodes nodes) {
    if (nodes.targets().size() < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + nodes.targets().size());
    }
    return read(measure(api, nodes), nodes);
  }

  /** Measures the influences; this asks all queries. */
  Influences measure(InferenceApi api, InferenceNodes nodes) {
    return settings.recorded(
        api,
        nodes,
        toString(),
        recorder -> ask(recorder, nodes, everyTarget(nodes), seed, settings));
  }

  /**
   * Measures influences of some targets along another vector x₀, to hold them against a graph that
   * was read from those of {@link #recover}.
   *
   * @param api the black box
   * @param nodes the targets
   * @param probed the positions of the targets to be probed, at least one
   * @return the influences of these targets on all; the other targets are not measured
   * @throws io.linkteller.attack.UnsuitableModelException if answers do not move with a target's
   *     own features
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public InfluenceMatrix holdBack(InferenceApi api, InferenceNodes nodes, int... probed) {
    return ask(api, nodes, probed, seed + OTHER_VECTOR, settings).matrix(nodes, probed);
  }

  private Influences ask(
      InferenceApi api, InferenceNodes nodes, int[] probed, long vector, AttackSettings inner) {
    return new InfluenceReader(
            api, nodes, vector, scale, probed, Workers.of(inner.parallelism()), inner.listener())
        .measure();
  }

  private static int[] everyTarget(InferenceNodes nodes) {
    return IntStream.range(0, nodes.targets().size()).toArray();
  }

  /** Finds the model and the graph, without any query. */
  SpectralRecovery read(Influences influences, InferenceNodes nodes) {
    List<SpectralReading.Candidate> candidates =
        new SpectralReading(influences, workers()).candidates();
    SpectralReading.Candidate best = candidates.get(0);
    int n = influences.n();
    double rival =
        candidates.stream()
            .filter(candidate -> !candidate.hasGraphOf(best))
            .mapToDouble(SpectralReading.Candidate::misfit)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    SpectralDiagnosis diagnosis =
        new SpectralDiagnosis(
            best.propagation(),
            best.depth(),
            best.misfit(),
            candidates.get(1).misfit(),
            rival,
            influences.scatter(),
            best.density());
    // Unread, the paper's score of the same influences: that of the later target on the earlier.
    PairScores scores =
        diagnosis.isRead()
            ? PairScores.ofAll(n, (i, j) -> best.adjacency()[i * n + j])
            : PairScores.ofAll(n, (i, j) -> influences.sizes()[j * n + i]);
    return new SpectralRecovery(
        diagnosis, scores, influences.matrix(nodes, everyTarget(nodes)), influences.queries());
  }

  private Workers workers() {
    return Workers.of(settings.parallelism());
  }

  @Override
  public String toString() {
    return "SpectralRoot[scale = " + scale + ", seed = " + seed + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private double scale = 1e9;
    private long seed = 42;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the factor by which the probed row is larger than all others if answers for equal
     * features differ. With a larger factor, biases and rounding matter less; with a small one,
     * features remain in the range of ordinary ones.
     *
     * @param scale at least 2, finite; default 10⁹
     * @return this builder
     * @throws IllegalArgumentException if {@code scale} is not such a number
     */
    public Builder scale(double scale) {
      if (!(scale >= 2 && scale < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("scale = " + scale + " is outside [2, Infinity)");
      }
      this.scale = scale;
      return this;
    }

    /**
     * Sets the seed of x₀, whose entries are uniform in (-1, 1).
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be used many times
     */
    public SpectralRoot build() {
      return new SpectralRoot(this);
    }
  }
}
