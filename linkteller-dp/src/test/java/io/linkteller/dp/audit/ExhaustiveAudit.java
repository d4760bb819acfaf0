package io.linkteller.dp.audit;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.SmallGraphs.Kind;
import io.linkteller.graph.Graph;
import java.util.ArrayList;
import java.util.List;

/**
 * The exact ε of a mechanism on all graphs of a kind: the largest ln(Pr[M(G) = o]/Pr[M(G') = o])
 * over all outcomes o and all graphs G and G' that differ in one cell. Nothing is sampled; an
 * exception is an outcome like a graph.
 *
 * @param claimed the claimed ε
 * @param epsilon the exact ε, up to rounding; a lower bound on it if {@code missing} is not 0;
 *     infinite if an outcome is possible for one graph only
 * @param missing the largest probability that was given up for any graph
 */
public record ExhaustiveAudit(double claimed, double epsilon, double missing) {

  /** Far more than the rounding of sums of products of doubles. */
  private static final double ROUNDING = 1e-9;

  /** Computes the exact ε of a mechanism whose code always terminates. */
  public static ExhaustiveAudit of(GraphMechanism mechanism, Kind kind) {
    return of(mechanism, kind, 0);
  }

  /** Computes a lower bound: execution paths of a smaller probability than this are given up. */
  public static ExhaustiveAudit of(GraphMechanism mechanism, Kind kind, double negligible) {
    List<ExhaustiveChance.Law<Object>> laws = new ArrayList<>();
    double missing = 0;
    for (int mask = 0; mask < 1 << kind.cells(); mask++) {
      Graph graph = kind.graph(mask);
      laws.add(
          ExhaustiveChance.lawWithFailures(chance -> mechanism.perturb(graph, chance), negligible));
      missing = Math.max(missing, laws.get(mask).missing());
    }
    double worst = 0;
    for (int mask = 0; mask < laws.size(); mask++) {
      for (int bit = 1; bit < laws.size(); bit <<= 1) {
        ExhaustiveChance.Law<Object> law = laws.get(mask);
        ExhaustiveChance.Law<Object> other = laws.get(mask ^ bit);
        for (Object seen : law.probabilities().keySet()) {
          double ratio = law.of(seen) / (other.of(seen) + other.missing());
          worst = Math.max(worst, Math.log(ratio));
        }
      }
    }
    return new ExhaustiveAudit(mechanism.guarantee().epsilon(), worst, missing);
  }

  /** {@return whether the claim is refuted} */
  public boolean isViolation() {
    return epsilon > claimed + ROUNDING * Math.max(1, claimed);
  }

  /** {@return whether the claim is proved for all graphs of the kind: no path was given up} */
  public boolean isProof() {
    return missing == 0 && !isViolation();
  }
}
