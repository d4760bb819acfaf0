package io.linkteller.attack.direct;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;

/**
 * Recovers the graph among the targets from labels alone.
 *
 * <pre>{@code
 * LinkPrediction found = LabelAttack.builder().build().run(api, nodes, kHat);
 * }</pre>
 *
 * <h2>How</h2>
 *
 * All nodes of a query have the same features x₀, which lie so close to a decision boundary that a
 * small step of one node across it changes the labels of the nodes within its reach of k hops. The
 * boundary is common to all nodes if their features are equal; about a hundred queries find it by
 * bisection. V^(I) of a query is a part of the targets. If it contains no path of two or more edges
 * from the moved node, exactly its neighbors change their labels, so no depth, weights or
 * normalization need be known. The targets are placed one after the other, and each query is about
 * nodes among which the graph is known already; see {@code NeighborSearch}.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce, with any part of the
 *       targets as V^(I). An API that always answers for its whole graph takes {@link
 *       io.linkteller.attack.influence.RandomDesign random factors}.
 *   <li>Features of the attacker's choice. For attention and propagation matrices whose rows sum to
 *       1, they lie between those of two targets if these have different labels, else within ±1.
 *       For other models they are {@code scale} times as large, so that biases vanish.
 *   <li>Deterministic labels of at least two classes, from which all-equal features can choose.
 *   <li>Influence without cancellation: relu-like activations, non-negative propagation, no
 *       normalization over the nodes of a query.
 * </ul>
 *
 * All rows of features but one are equal, which is conspicuous to anyone who inspects features.
 *
 * <p>A found edge scores 1, every other pair 0. The number of queries depends on the graph: with n
 * targets, about 120 + 2 log₂ n for the boundary and the isolated targets, one for each other
 * target, a quarter more to order them, and one for each color of the nodes within reach. Memory is
 * O(n²) bits. Immutable; the result does not depend on the number of threads.
 */
public final class LabelAttack implements LinkAttack {

  private final double scale;
  private final long seed;
  private final AttackSettings settings;

  private LabelAttack(Builder builder) {
    this.scale = builder.scale;
    this.seed = builder.seed;
    this.settings = builder.settings();
  }

  /** {@return a builder with one query at a time, no listener and no journal} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box.
   *
   * @throws io.linkteller.attack.UnsuitableModelException if no decision boundary is common to all
   *     nodes
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "labels",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          LabelOracle oracle =
              new LabelOracle(asked, nodes, inner.listener(), 3 * nodes.targets().size());
          DecisionBoundary boundary = DecisionBoundary.find(oracle, seed, scale);
          Workers workers = Workers.of(inner.parallelism());
          return Finding.of(
                  PairScores.ofNeighbors(
                      new NeighborSearch(oracle, boundary, workers, seed).find()))
              .withOwnDensity();
        });
  }

  @Override
  public String toString() {
    return "LabelAttack[scale = " + scale + ", seed = " + seed + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private double scale = 1e12;
    private long seed = 42;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the size of features if nodes with equal features of size 1 have different labels. The
     * larger it is, the less biases matter.
     *
     * @param scale at least 1, finite; default 10¹²
     * @return this builder
     * @throws IllegalArgumentException if {@code scale} is not such a number
     */
    public Builder scale(double scale) {
      if (!(scale >= 1 && scale < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("scale = " + scale + " is outside [1, Infinity)");
      }
      this.scale = scale;
      return this;
    }

    /**
     * Sets the seed of the random features, which are uniform, and of the random subsets.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public LabelAttack build() {
      return new LabelAttack(this);
    }
  }
}
