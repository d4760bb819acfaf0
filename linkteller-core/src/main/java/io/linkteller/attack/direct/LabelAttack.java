package io.linkteller.attack.direct;

import io.linkteller.attack.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;

/**
 * Recovers the graph among the targets from labels alone.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.named("labels").run(api, nodes, kHat);
 * }</pre>
 *
 * <h2>How</h2>
 *
 * All nodes of a query have the same features x₀, which lie so close to a decision boundary that a
 * small step of one node across it changes the labels of the nodes within its reach of k hops. The
 * boundary is common to all nodes if their features are equal; about a hundred queries find it by
 * bisection. V^(I) of a query is a subset of the targets. If it contains no path of two or more
 * edges from the moved node, exactly its neighbors change their labels, so neither depth, weights
 * nor normalization need be known. The targets are placed one after the other, and each query
 * includes only nodes among which the graph is already known; see {@code NeighborSearch}.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce, with any subset of the
 *       targets as V^(I). For an API that always answers for its whole graph, use {@link
 *       io.linkteller.attack.influence.RandomDesign random factors}.
 *   <li>Features of the attacker's choice. For attention and propagation matrices whose rows sum to
 *       1, they lie between those of two targets if these have different labels, else within ±1.
 *       For other models they are {@code scale} times as large, so that biases vanish.
 *   <li>Deterministic labels of at least two classes, both of which equal features can produce.
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
public final class LabelAttack {

  /**
   * The size of features if nodes with equal features of size 1 have different labels: so large
   * that biases do not matter, and far from overflow in single precision.
   */
  static final double SCALE = 1e12;

  private LabelAttack() {}

  /**
   * Finds a decision boundary and places the targets one after the other.
   *
   * @param session the nodes and the black box
   * @param seed the seed of the random features, which are uniform, and of the random subsets
   * @return the graph
   * @throws io.linkteller.attack.UnsuitableModelException if no decision boundary is common to all
   *     nodes
   */
  public static Finding find(QuerySession session, long seed) {
    return find(session, seed, SCALE);
  }

  static Finding find(QuerySession session, long seed, double scale) {
    session.expect(3 * session.targetCount());
    LabelOracle oracle = new LabelOracle(session);
    DecisionBoundary boundary = DecisionBoundary.find(oracle, seed, scale);
    NeighborSearch search = new NeighborSearch(oracle, boundary, session.workers(), seed);
    return Finding.of(PairScores.ofNeighbors(search.find())).withOwnDensity();
  }
}
