package io.linkteller.testkit.contract;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs.EdgesApart;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Computes the actual guarantee of a randomized function of a graph, by following every path that
 * its code can take on every graph of a few nodes. The function may return anything that defines
 * {@code equals}: a graph, a number, a list. An exception also counts as an outcome.
 *
 * <pre>{@code
 * PrivacyProof.of(
 *         new PrivacyGuarantee("noisy count", 1, NeighboringGraphs.ONE_EDGE),
 *         (graph, chance) -> graph.edgeCount() + noise(chance))
 *     .nodes(3)
 *     .require();
 * }</pre>
 *
 * <p>All randomness must come from the {@link Chance}. The proof covers graphs of these sizes and
 * the code itself, not a model of it. Immutable.
 */
public final class PrivacyProof {

  /** The tolerance for rounding, far more than the error of sums of products of doubles. */
  private static final double ROUNDING = 1e-9;

  private static final int MAX_NODES = 5;

  /** The maximum number of possible positions of edges, which allows 4,096 graphs of each size. */
  private static final int MAX_CELLS = 12;

  private static final int DEFAULT_NODES = 3;

  private final PrivacyGuarantee claimed;
  private final BiFunction<Graph, Chance, ?> mechanism;
  private final int nodes;
  private final double negligible;
  private final boolean directed;

  /** The number of relations, or 0 if graphs have none. */
  private final int relations;

  private PrivacyProof(
      PrivacyGuarantee claimed,
      BiFunction<Graph, Chance, ?> mechanism,
      int nodes,
      double negligible,
      boolean directed,
      int relations) {
    this.claimed = claimed;
    this.mechanism = mechanism;
    this.nodes = nodes;
    this.negligible = negligible;
    this.directed = directed;
    this.relations = relations;
  }

  /**
   * Returns the proof of a mechanism's guarantee on graphs of up to three nodes.
   *
   * @param mechanism the mechanism
   * @return the proof, not yet carried out
   */
  public static PrivacyProof of(GraphMechanism mechanism) {
    return of(mechanism.guarantee(), mechanism::perturb);
  }

  /**
   * Returns the proof of a guarantee of any randomized function on graphs of up to three nodes.
   *
   * @param claimed the guarantee: ε, δ and the neighboring graphs
   * @param mechanism the function; its result must override {@code equals}
   * @return the proof, not yet carried out
   */
  public static PrivacyProof of(PrivacyGuarantee claimed, BiFunction<Graph, Chance, ?> mechanism) {
    return new PrivacyProof(claimed, mechanism, DEFAULT_NODES, 0, false, 0);
  }

  /**
   * Returns the proof on graphs of up to n nodes. The function is run once for each path of its
   * code on each of the 2<sup>n(n-1)/2</sup> graphs of each size.
   *
   * @param count n, in [2, 5]
   * @return the proof
   * @throws IllegalArgumentException if n is out of range
   */
  public PrivacyProof nodes(int count) {
    if (count < 2 || count > MAX_NODES) {
      throw new IllegalArgumentException("nodes = " + count + " is outside [2, " + MAX_NODES + "]");
    }
    return new PrivacyProof(claimed, mechanism, count, negligible, directed, relations);
  }

  /**
   * Returns the proof on directed graphs, whose neighbors differ in an arc: 2<sup>n(n-1)</sup>
   * graphs of each size.
   *
   * @return the proof
   */
  public PrivacyProof directed() {
    return new PrivacyProof(claimed, mechanism, nodes, negligible, true, relations);
  }

  /**
   * Returns the proof on graphs with R relations, whose neighbors differ in an edge of one
   * relation. There are as many graphs of each size as there are lists of R graphs of that size
   * without relations.
   *
   * @param count R, at least 1
   * @return the proof
   * @throws IllegalArgumentException if R is below 1
   */
  public PrivacyProof relations(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("relations = " + count + " is below 1");
    }
    return new PrivacyProof(claimed, mechanism, nodes, negligible, directed, count);
  }

  /**
   * Returns the proof for code that may not terminate, such as rejection sampling. Paths that
   * become less likely than a bound are abandoned, so the proof can refute a claim but not confirm
   * it.
   *
   * @param probability the bound, in [0, 1)
   * @return the proof
   * @throws IllegalArgumentException if {@code probability} is out of range
   */
  public PrivacyProof negligible(double probability) {
    if (!(probability >= 0 && probability < 1)) {
      throw new IllegalArgumentException("negligible = " + probability + " is outside [0, 1)");
    }
    return new PrivacyProof(claimed, mechanism, nodes, probability, directed, relations);
  }

  /**
   * Carries out the proof.
   *
   * @return the worst outcome found
   * @throws IllegalStateException if there are more than 2<sup>12</sup> graphs of a size
   */
  public Finding find() {
    if (cells(nodes).size() > MAX_CELLS) {
      throw new IllegalStateException(
          "there are 2^%s graphs of %s nodes, more than 2^%s; use fewer nodes or relations"
              .formatted(cells(nodes).size(), nodes, MAX_CELLS));
    }
    Finding worst = new Finding(claimed, nodes, 0, 0, 0, graph(2, 0), graph(2, 0), "none");
    double missing = 0;
    for (int n = 2; n <= nodes; n++) {
      int graphs = 1 << cells(n).size();
      List<ExhaustiveChance.Law<Object>> laws = new ArrayList<>();
      for (int mask = 0; mask < graphs; mask++) {
        Graph graph = graph(n, mask);
        ExhaustiveChance.Law<Object> law =
            ExhaustiveChance.lawWithFailures(chance -> mechanism.apply(graph, chance), negligible);
        laws.add(law);
        missing = Math.max(missing, law.missing());
      }
      for (int here = 0; here < graphs; here++) {
        for (int there = 0; there < graphs; there++) {
          if (here != there && areNeighbors(n, here ^ there)) {
            worst = worst.orWorse(compare(n, here, laws.get(here), there, laws.get(there)));
          }
        }
      }
    }
    return worst.missing(missing);
  }

  private Finding compare(
      int n,
      int here,
      ExhaustiveChance.Law<Object> law,
      int there,
      ExhaustiveChance.Law<Object> other) {
    double epsilon = 0;
    double delta = 0;
    String outcome = "none";
    for (Map.Entry<Object, Double> seen : law.probabilities().entrySet()) {
      // The abandoned paths of the other law may have this very outcome.
      double most = other.of(seen.getKey()) + other.missing();
      double ratio = Math.log(seen.getValue() / most);
      delta += Math.max(0, seen.getValue() - Math.exp(claimed.epsilon()) * most * (1 + ROUNDING));
      if (ratio > epsilon) {
        epsilon = ratio;
        outcome = describe(seen.getKey());
      }
    }
    return new Finding(claimed, nodes, epsilon, delta, 0, graph(n, here), graph(n, there), outcome);
  }

  private static String describe(Object outcome) {
    return outcome instanceof Graph graph ? Finding.edges(graph) : String.valueOf(outcome);
  }

  private boolean areNeighbors(int n, int differing) {
    if (claimed.neighbors() instanceof EdgesApart apart) {
      return Integer.bitCount(differing) <= apart.count();
    }
    for (int node = 0; node < n; node++) {
      if ((differing & ~cellsOf(n, node)) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the mask of the cells that contain a node. */
  private int cellsOf(int n, int node) {
    List<Cell> cells = cells(n);
    return IntStream.range(0, cells.size())
        .filter(i -> cells.get(i).u == node || cells.get(i).v == node)
        .reduce(0, (mask, i) -> mask | 1 << i);
  }

  /** A possible position of an edge. */
  private record Cell(int relation, int u, int v) {}

  /** Returns all cells, in the order of the bits of a mask. */
  private List<Cell> cells(int n) {
    List<Cell> cells = new ArrayList<>();
    for (int relation = 0; relation < Math.max(1, relations); relation++) {
      for (int u = 0; u < n; u++) {
        for (int v = directed ? 0 : u + 1; v < n; v++) {
          if (u != v) {
            cells.add(new Cell(relation, u, v));
          }
        }
      }
    }
    return cells;
  }

  private Graph graph(int n, int mask) {
    List<Graph.Builder> each =
        Stream.generate(() -> directed ? Graph.builder(n).directed() : Graph.builder(n))
            .limit(Math.max(1, relations))
            .toList();
    List<Cell> cells = cells(n);
    for (int i = 0; i < cells.size(); i++) {
      if ((mask >>> i & 1) == 1) {
        each.get(cells.get(i).relation).addEdge(cells.get(i).u, cells.get(i).v);
      }
    }
    List<Graph> graphs = each.stream().map(Graph.Builder::build).toList();
    return relations == 0 ? graphs.get(0) : Graph.ofRelations(graphs);
  }

  /**
   * Carries out the proof and fails if the claim is refuted.
   *
   * @return the worst outcome found
   * @throws AssertionError if an outcome is more likely than the guarantee allows; the message
   *     names the two graphs and the outcome
   */
  public Finding require() {
    Finding finding = find();
    if (finding.isViolation()) {
      throw new AssertionError(finding.summary());
    }
    return finding;
  }

  /**
   * The worst outcome found on any pair of neighboring graphs.
   *
   * @param claimed the claim
   * @param nodes n: graphs of 2 to n nodes were enumerated
   * @param epsilon the exact ε for δ = 0, up to rounding; a lower bound if {@code missing} is not
   *     0; infinite if an outcome is possible for only one graph
   * @param delta the exact δ for the claimed ε; a lower bound if {@code missing} is not 0
   * @param missing the largest total probability of the abandoned paths on any graph
   * @param likelier the graph under which the worst outcome is more likely
   * @param other its neighbor
   * @param outcome the worst outcome
   */
  public record Finding(
      PrivacyGuarantee claimed,
      int nodes,
      double epsilon,
      double delta,
      double missing,
      Graph likelier,
      Graph other,
      String outcome) {

    private Finding orWorse(Finding found) {
      double worstDelta = Math.max(delta, found.delta);
      boolean worse = claimed.delta() > 0 ? found.delta > delta : found.epsilon > epsilon;
      return worse
          ? new Finding(
              claimed,
              nodes,
              Math.max(epsilon, found.epsilon),
              worstDelta,
              0,
              found.likelier,
              found.other,
              found.outcome)
          : new Finding(
              claimed,
              nodes,
              Math.max(epsilon, found.epsilon),
              worstDelta,
              0,
              likelier,
              other,
              outcome);
    }

    private Finding missing(double probability) {
      return new Finding(claimed, nodes, epsilon, delta, probability, likelier, other, outcome);
    }

    /** {@return whether the claim is refuted} */
    public boolean isViolation() {
      return claimed.delta() > 0
          ? delta > claimed.delta() + ROUNDING
          : epsilon > claimed.epsilon() + ROUNDING * Math.max(1, claimed.epsilon());
    }

    /** {@return whether the claim is proved for graphs of these sizes} */
    public boolean isProof() {
      return missing == 0 && !isViolation();
    }

    /** {@return the finding in one sentence} */
    public String summary() {
      String measured =
          claimed.delta() > 0
              ? String.format(Locale.ROOT, "δ is %s %.6g", bound(), delta)
              : String.format(Locale.ROOT, "ε is %s %.6f", bound(), epsilon);
      return String.format(
          Locale.ROOT,
          "%s claims ε = %s%s for graphs that differ in %s; on up to %d nodes %s: %s",
          claimed.mechanism(),
          claimed.epsilon(),
          claimed.delta() > 0 ? ", δ = " + claimed.delta() : "",
          claimed.neighbors().description(likelier),
          nodes,
          measured,
          isViolation()
              ? "refuted by the outcome "
                  + outcome
                  + ", which is more likely for "
                  + edges(likelier)
                  + " than for "
                  + edges(other)
              : isProof() ? "proved" : "consistent with the claim");
    }

    private String bound() {
      return missing == 0 ? "exactly" : "at least";
    }

    private static String edges(Graph graph) {
      StringBuilder text = new StringBuilder(graph.nodeCount() + " nodes with edges");
      for (Graph relation : graph.relations().isEmpty() ? List.of(graph) : graph.relations()) {
        text.append(" {");
        relation.forEachEdge(
            (u, v) -> text.append('(').append(u).append(", ").append(v).append(')'));
        text.append('}');
      }
      return text.toString();
    }
  }
}
