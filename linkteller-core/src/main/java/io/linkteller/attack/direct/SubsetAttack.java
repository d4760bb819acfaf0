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
 * The V^(I) of each query is a subset S of the targets. The lone answer of a node is its answer
 * when it is queried alone. Its answer in a query of S equals the lone answer if and only if the
 * node has no neighbor in S, whatever the depth, aggregation, activation or attention of the model.
 * An unchanged answer excludes all pairs of the node with S. If the answer changes and all pairs
 * with S but one are excluded, the remaining pair is an edge. The first queries are random subsets,
 * which reveal the lone answers of most nodes: a lone answer recurs in subsets that have no other
 * node in common. The remaining nodes are queried alone. Then subsets are chosen such that each of
 * their nodes is expected to have about one undecided neighbor in the subset. On {@linkplain
 * InferenceNodes#directed directed} nodes, an answer shows the arcs to the node, but not those from
 * it, unless the model passes messages both ways ({@link LinkPrediction#predictsBothWays}). If
 * answers contradict each other, every node is queried alone, and lone answers are taken only from
 * these queries.
 *
 * <h2>What it needs</h2>
 *
 * <ul>
 *   <li>An API that answers for the subgraph that a query's nodes induce, with any subset of the
 *       targets as V^(I).
 *   <li>Logits or unrounded probabilities, with noise that is small compared with the effect of a
 *       neighbor.
 *   <li>A sparse graph. The number of queries grows as d² log₂(n / d) with the mean degree d among
 *       the n targets. If random subsets, of which there are at least 24, reveal the lone answers
 *       of fewer than a tenth of the targets, and more than 10n + 64 queries are expected, the
 *       attack gives up after about 50 queries.
 *   <li>No normalization over the nodes of a query.
 * </ul>
 *
 * An edge may be missed if attention or a mean cannot distinguish its two ends, because their
 * features are equal or zero. No features are changed, so no check of features stops the attack,
 * but queries of few nodes and many queries of overlapping subsets are conspicuous.
 *
 * <p>The loss of the finding is the share of changed answers that contradict the graph; 0 means
 * that the answers prove the graph. The finding has a loss only if every pair was decided and
 * answers have at least single precision and no noise.
 *
 * <p>A found edge scores 1, and every other decided pair scores 0. The attack sends up to 10n + 64
 * queries, one at a time. Pairs that remain undecided score at most 0.5, and the listener receives
 * a warning. Memory is O(n²).
 */
public final class SubsetAttack {

  private SubsetAttack() {}

  /**
   * Queries subsets until every pair is decided or queries no longer decide any pair.
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
