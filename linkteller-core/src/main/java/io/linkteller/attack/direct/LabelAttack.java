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
 * small step of one node across it changes the labels of the nodes within k hops. If all features
 * are equal, the boundary is common to all nodes, and about a hundred queries find it by bisection.
 * The V^(I) of each query is a subset of the targets. If the subset contains no path of two or more
 * edges from the moved node, exactly the neighbors of this node change their labels, so the depth,
 * the weights and the normalization need not be known. The targets are added one after another:
 * each query includes one new target, and otherwise only targets among which the graph is already
 * known; see {@code NeighborSearch}.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce, with any subset of the
 *       targets as V^(I). For an API that always answers for its whole graph, use {@link
 *       io.linkteller.attack.influence.RandomDesign random designs}.
 *   <li>Features of the attacker's choice. For attention and propagation matrices whose rows sum to
 *       1, these features lie between those of two targets with different labels if there are such
 *       targets, and otherwise within ±1. For other models, they lie within ±1e12, so that biases
 *       vanish.
 *   <li>Deterministic labels, with at least two classes that nodes with equal features can have.
 *   <li>Influences that do not cancel: relu-like activations, non-negative propagation, and no
 *       normalization over the nodes of a query.
 * </ul>
 *
 * The features of a query have at most two different rows, which is conspicuous to anyone who
 * inspects them.
 *
 * <p>A found edge scores 1, and every other pair scores 0. The number of queries depends on the
 * graph. For n targets, there are about 120 + 2 log₂ n queries to find the boundary and the
 * isolated targets, one query for each of the other targets, a quarter as many to order these, and,
 * for each target, one per color in a coloring of the nodes within its reach. Memory is O(n²) bits.
 * The result does not depend on the number of threads.
 */
public final class LabelAttack {

  /**
   * The scale of features if nodes with equal features of scale 1 have different labels: so large
   * that biases do not matter, but far from overflow in single precision.
   */
  static final double SCALE = 1e12;

  private LabelAttack() {}

  /**
   * Finds a decision boundary and then the neighbors of each target.
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
