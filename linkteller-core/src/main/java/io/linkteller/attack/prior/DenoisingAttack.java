package io.linkteller.attack.prior;

import io.linkteller.attack.AttackOption;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.privacy.ResponseRates;
import java.util.Map;

/**
 * Attacks the true graph behind a model that is served on a perturbed graph. Another attack
 * recovers the perturbed graph among the targets; {@link GraphDenoiser} then estimates the true
 * graph.
 *
 * <pre>{@code
 * AttackRequest request =
 *     AttackRequest.builder().with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(2)).build();
 * LinkPrediction found =
 *     LinkAttackProvider.named("denoising").create(request).run(api, nodes, kHat);
 * }</pre>
 *
 * <p>The attacker is assumed to know the mechanism and its ε. The other attack determines the
 * queries, the features that the attacker must be allowed to send, and how conspicuous the queries
 * are. The more accurately it recovers the perturbed graph, the better the result, because its
 * errors are not modeled. If degrees differ, no ε that keeps the graph useful stops this attack.
 * This does not contradict the privacy guarantee: ε bounds the additional information about one
 * edge, given all others.
 */
public final class DenoisingAttack {

  /** The option that sets the rates of the mechanism. */
  public static final AttackOption<ResponseRates> RATES =
      AttackOption.of(
          "edge-rand",
          "epsilon of EdgeRand, if it perturbed the graph",
          text -> ResponseRates.ofEdgeRand(Double.parseDouble(text)));

  /** The option that sets the attack that recovers the perturbed graph. */
  public static final AttackOption<LinkAttackProvider> READER =
      AttackOption.of(
          "denoise-from",
          "the attack that recovers the perturbed graph",
          LinkAttackProvider::named);

  /** The largest factor by which the true density may differ from k̂. */
  private static final double BELIEF_RANGE = 4;

  /** The number of standard deviations by which noise may change a plausible number of edges. */
  private static final double STANDARD_DEVIATIONS = 6;

  private DenoisingAttack() {}

  /**
   * Recovers the perturbed graph and estimates the true one.
   *
   * @param session the nodes, k̂ of the <em>true</em> graph, and the black box that serves the
   *     perturbed graph
   * @param rates the probabilities that a cell of the perturbed graph contains an edge
   * @param reader the attack that recovers the perturbed graph
   * @param seed the seed of the start vector of the Lanczos method
   * @return the probability of each pair
   * @throws UnsuitableModelException if the nodes are directed, because the method assumes an
   *     undirected graph
   */
  public static Finding find(
      QuerySession session, ResponseRates rates, LinkAttack reader, long seed) {
    if (session.nodes().isDirected()) {
      throw new UnsuitableModelException(
          "denoising uses degrees and groups of an undirected graph, but the nodes are directed;"
              + " auto, subsets and linkteller predict arcs");
    }
    Finding read = reader.find(session.believing(rates.shownDensity(session.kHat())));
    Graph shown = shown(read, rates, session.kHat());
    return Finding.of(GraphDenoiser.posterior(shown, rates, seed, session.workers()))
        .withNotes(Map.of("perturbed graph read by", read.attack().orElse(reader.name())));
  }

  /**
   * Returns the perturbed graph, whose nodes are the positions of the targets. If the other attack
   * estimated the density itself, or if the number of pairs with evidence is a plausible number of
   * edges, the edges are the pairs with evidence. Otherwise, they are the pairs with the highest
   * scores, up to the expected number of edges.
   */
  private static Graph shown(Finding read, ResponseRates rates, double kHat) {
    PairScores scores = read.scores();
    double limit = read.evidenceAbove();
    long[] evident = {0};
    scores.forEachStored((i, j, score) -> evident[0] += score > limit ? 1 : 0);
    Graph.Builder shown = Graph.builder(scores.targetCount());
    if (read.density().isPresent() || isPlausible(evident[0], scores.pairCount(), rates, kHat)) {
      scores.forEachStored(
          (i, j, score) -> {
            if (score > limit) {
              shown.addEdge(i, j);
            }
          });
    } else {
      long expected = LinkPrediction.predictedCount(rates.shownDensity(kHat), scores.pairCount());
      for (long pair : scores.best(expected)) {
        shown.addEdge(NodePairs.first(pair), NodePairs.second(pair));
      }
    }
    return shown.build();
  }

  /**
   * Returns whether a true density within the range of the belief explains this number of edges.
   */
  private static boolean isPlausible(long edges, long pairs, ResponseRates rates, double kHat) {
    double least = rates.shownDensity(kHat / BELIEF_RANGE);
    double most = rates.shownDensity(Math.min(1, kHat * BELIEF_RANGE));
    return edges >= pairs * least - noise(pairs, least)
        && edges <= pairs * most + noise(pairs, most);
  }

  private static double noise(long pairs, double density) {
    return STANDARD_DEVIATIONS * Math.sqrt(pairs * density * (1 - density));
  }
}
