package io.linkteller.attack.direct;

import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;

/**
 * Recovers the graph among the targets by querying subsets of them with their own, unchanged
 * features.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.named("subsets").run(api, nodes, kHat);
 * }</pre>
 *
 * <h2>How</h2>
 *
 * V^(I) of a query is a subset S of the targets. The answer for a node is the same as for the node
 * alone if and only if it has no neighbor in S, whatever the layers compute: depth, aggregation,
 * activation and attention do not matter. An unchanged answer excludes all pairs of the node with
 * S; if an answer changes and all other pairs are excluded, the remaining one is an edge. The first
 * queries are random subsets, which show the answer that most nodes give alone: it recurs in
 * subsets that have no other node in common. The remaining nodes are queried alone. Then subsets
 * are chosen such that a node is expected to have about one undecided neighbor in its subset. On
 * {@linkplain InferenceNodes#directed directed} nodes the same holds for the arcs to the node. This
 * distinguishes them from the arcs that leave it, unless the model passes messages both ways
 * ({@link LinkPrediction#predictsBothWays}). If answers contradict each other, each node is queried
 * alone, and only that query counts as its answer alone.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce, with any subset of the
 *       targets as V^(I).
 *   <li>Logits or unrounded probabilities. Their noise must be small compared with the effect of a
 *       neighbor.
 *   <li>A sparse graph. The number of queries grows as d² log₂(n / d) with the mean degree d among
 *       the n targets. If fewer than a tenth of the targets are without a neighbor in 24 random
 *       subsets and more than 10n + 64 queries are expected, the attack gives up after about 50.
 *   <li>No normalization over the nodes of a query.
 * </ul>
 *
 * Two neighbors that attention or a mean cannot distinguish, because their features are equal or
 * zero, may be missed. No feature is changed, so no check of features stops the attack; queries of
 * few nodes, and many queries of overlapping sets, are conspicuous.
 *
 * <p>The loss of the finding is the share of changed answers that contradict the graph, provided
 * that answers have all their digits and each pair was decided; 0 means that the answers prove the
 * graph.
 *
 * <p>A found edge scores 1, every other pair 0. The attack sends up to 10n + 64 queries, one at a
 * time; pairs that are then undecided score at most 0.5, and the listener receives a warning.
 * Memory is O(n²). Immutable.
 */
public final class SubsetAttack {

  private SubsetAttack() {}

  /**
   * Queries subsets until each pair is decided or queries decide nothing.
   *
   * @param session the nodes and the black box
   * @param seed the seed of the random subsets
   * @return the graph
   * @throws io.linkteller.attack.UnsuitableModelException if answers do not depend on neighbors
   *     alone, or the graph is so dense that the attack would need more queries than it may send
   * @throws io.linkteller.inference.InferenceException if more than 256 queries in a row fail
   */
  public static Finding find(QuerySession session, long seed) {
    session.expect(session.targetCount());
    SubsetOracle oracle = new SubsetOracle(session);
    SubsetSearch search = new SubsetSearch(oracle, seed);
    PairScores scores = search.find();
    if (search.undecided() == 0) {
      Finding decided = Finding.of(scores).withOwnDensity();
      return oracle.showsAll() ? decided.withLoss(search.loss()) : decided;
    }
    session.warn(
        AttackWarning.Kind.PAIRS_UNDECIDED,
        search.undecided()
            + " pairs are undecided after "
            + session.asked()
            + " queries: answers do not show them, the graph among the targets is too dense, or"
            + " queries failed; they rank below the edges that were found");
    long edges = Arrays.stream(scores.storedScores()).filter(score -> score == 1).count();
    Finding found = Finding.of(scores);
    return search.undecided() < edges
        ? found.withDensity(edges / (double) scores.pairCount())
        : found;
  }
}
