package io.linkteller.dp.audit;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.SmallGraphs;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The exact ε of a mechanism on all graphs of a few nodes: the largest ln(Pr[M(G) = o]/Pr[M(G') =
 * o]) over all outcomes o and all graphs G and G' that differ in one cell. Nothing is sampled; an
 * exception is an outcome like a graph.
 *
 * @param claimed the claimed guarantee
 * @param nodeCount n
 * @param epsilon the exact ε, up to rounding; a lower bound on it if {@code missing} is not 0;
 *     infinite if an outcome is possible for one graph only
 * @param missing the largest probability that was given up for any graph
 * @param likelier the graph under which the worst outcome is likelier
 * @param other its neighbor
 * @param outcome a description of the worst outcome
 */
public record ExhaustiveAudit(
    PrivacyGuarantee claimed,
    int nodeCount,
    double epsilon,
    double missing,
    Graph likelier,
    Graph other,
    String outcome) {

  /** Far more than the rounding of sums of products of doubles. */
  private static final double ROUNDING = 1e-9;

  /** 1,024 graphs. */
  private static final int MOST_NODES = 5;

  /**
   * Computes the exact ε of a mechanism whose code always terminates.
   *
   * @param mechanism the mechanism
   * @param nodeCount n, in [2, 5]; the cost is the number of execution paths for each of the 2^(n
   *     (n - 1)/2) graphs
   * @return the result
   * @throws IllegalArgumentException if n is out of range
   */
  public static ExhaustiveAudit of(GraphMechanism mechanism, int nodeCount) {
    return of(mechanism, nodeCount, 0);
  }

  /**
   * Computes a lower bound on the ε of a mechanism whose code may not terminate, such as one that
   * draws by rejection.
   *
   * @param mechanism the mechanism
   * @param nodeCount n, in [2, 5]
   * @param negligible execution paths of smaller probability are given up, in [0, 1)
   * @return the result
   * @throws IllegalArgumentException if n is out of range
   */
  public static ExhaustiveAudit of(GraphMechanism mechanism, int nodeCount, double negligible) {
    return of(mechanism, new SmallGraphs.Kind(nodeCount, false, 0), negligible);
  }

  /** Computes the same for graphs of a kind. */
  public static ExhaustiveAudit of(
      GraphMechanism mechanism, SmallGraphs.Kind kind, double negligible) {
    int nodeCount = kind.n();
    if (nodeCount < 2 || nodeCount > MOST_NODES) {
      throw new IllegalArgumentException(
          "nodeCount = " + nodeCount + " is outside [2, " + MOST_NODES + "]");
    }
    List<Graph> graphs = new ArrayList<>();
    List<ExhaustiveChance.Law<Object>> laws = new ArrayList<>();
    double missing = 0;
    for (int mask = 0; mask < 1 << kind.cells(); mask++) {
      Graph graph = kind.graph(mask);
      ExhaustiveChance.Law<Object> law =
          ExhaustiveChance.lawWithFailures(chance -> mechanism.perturb(graph, chance), negligible);
      graphs.add(graph);
      laws.add(law);
      missing = Math.max(missing, law.missing());
    }
    ExhaustiveAudit worst =
        new ExhaustiveAudit(
            mechanism.guarantee(), nodeCount, 0, missing, graphs.get(0), graphs.get(1), "none");
    for (int mask = 0; mask < graphs.size(); mask++) {
      for (int bit = 1; bit < graphs.size(); bit <<= 1) {
        worst = worst.orWorse(graphs, laws, mask, mask ^ bit);
      }
    }
    return worst;
  }

  private ExhaustiveAudit orWorse(
      List<Graph> graphs, List<ExhaustiveChance.Law<Object>> laws, int here, int there) {
    ExhaustiveChance.Law<Object> law = laws.get(here);
    ExhaustiveChance.Law<Object> otherLaw = laws.get(there);
    Set<Object> outcomes = new HashSet<>(law.probabilities().keySet());
    ExhaustiveAudit worst = this;
    for (Object seen : outcomes) {
      double ratio = Math.log(law.of(seen) / (otherLaw.of(seen) + otherLaw.missing()));
      if (ratio > worst.epsilon) {
        worst =
            new ExhaustiveAudit(
                claimed,
                nodeCount,
                ratio,
                missing,
                graphs.get(here),
                graphs.get(there),
                String.valueOf(View.OUTPUT.of(seen, Statistic.NONE, anyPair())));
      }
    }
    return worst;
  }

  /** {@return whether the claim is refuted} */
  public boolean isViolation() {
    return epsilon > claimed.epsilon() + ROUNDING * Math.max(1, claimed.epsilon());
  }

  /**
   * {@return whether the claim is proved for all graphs of this size: no execution path was given
   * up}
   */
  public boolean isProof() {
    return missing == 0 && !isViolation();
  }

  /** {@return the result in one line} */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%s: claimed ε = %s, on %d nodes %s %.6f (%s): %s",
        claimed.mechanism(),
        claimed.epsilon(),
        nodeCount,
        missing == 0 ? "exactly" : "at least",
        epsilon,
        outcome,
        isViolation()
            ? "the claim is refuted"
            : isProof() ? "proved" : "consistent with the claim");
  }

  private NeighboringPair anyPair() {
    return NeighboringPair.of(
        Graph.empty(nodeCount), Graph.builder(nodeCount).addEdge(0, 1).build());
  }
}
