package io.linkteller.privacy;

import io.linkteller.privacy.NeighboringGraphs.EdgesApart;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The guarantee of a mechanism M: (ε, δ)-differential privacy, where δ = 0 for the mechanisms of
 * the paper (Definition 1). For all neighboring graphs G and G' and every set S of outputs, Pr[M(G)
 * in S] &lt;= e^ε Pr[M(G') in S] + δ. A failure to return a graph also counts as an output.
 *
 * <p>This is a claim about one mechanism. The session of a graph knows the total of all releases;
 * see {@link ChargedGuarantee}.
 *
 * @param mechanism the display name of the mechanism
 * @param epsilon ε, positive and finite
 * @param delta δ, in [0, 1)
 * @param neighbors the relation of neighboring graphs
 * @param noise the source of random bits; the guarantee does not hold against anyone who knows the
 *     seed
 */
public record PrivacyGuarantee(
    String mechanism,
    double epsilon,
    double delta,
    NeighboringGraphs neighbors,
    NoiseSource noise) {

  /** The source of the random bits of a mechanism. */
  public enum NoiseSource {
    /** A cryptographic generator with a key that is used only once. */
    SECURE,
    /** A seeded generator, for reproducible experiments. It protects no edges. */
    SEEDED
  }

  private static final String SEEDED_SUFFIX = " (seeded: for experiments only)";

  /**
   * Checks ε and δ.
   *
   * @param mechanism the display name of the mechanism
   * @param epsilon ε, positive and finite
   * @param delta δ, in [0, 1)
   * @param neighbors the relation of neighboring graphs
   * @param noise the source of random bits
   * @throws IllegalArgumentException if ε or δ is out of range
   */
  public PrivacyGuarantee {
    checkedEpsilon(epsilon);
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta = " + delta + " is outside [0, 1)");
    }
  }

  /**
   * Creates a guarantee of pure ε-differential privacy with random bits from a secure source.
   *
   * @param mechanism the display name of the mechanism
   * @param epsilon ε, positive and finite
   * @param neighbors the relation of neighboring graphs
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public PrivacyGuarantee(String mechanism, double epsilon, NeighboringGraphs neighbors) {
    this(mechanism, epsilon, 0, neighbors, NoiseSource.SECURE);
  }

  /**
   * Checks a privacy budget.
   *
   * @param epsilon ε
   * @return ε
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static double checkedEpsilon(double epsilon) {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is outside (0, Infinity)");
    }
    return epsilon;
  }

  /** {@return whether the random bits come from a seed} */
  public boolean isSeeded() {
    return noise == NoiseSource.SEEDED;
  }

  /** {@return this guarantee marked as seeded, including in the name of the mechanism} */
  public PrivacyGuarantee seeded() {
    return isSeeded()
        ? this
        : new PrivacyGuarantee(
            mechanism + SEEDED_SUFFIX, epsilon, delta, neighbors, NoiseSource.SEEDED);
  }

  /**
   * Returns the guarantee of several results about the same graph, each of which may depend on
   * earlier ones (sequential composition): ε and δ are added exactly and rounded up. The relation
   * is the first of their relations that all guarantees include; if there is none, it is one edge.
   *
   * @param guarantees the guarantees, at least one
   * @return the guarantee of all results together
   * @throws IllegalArgumentException if there are none, or the combined guarantee is vacuous: ε is
   *     not finite or δ is not below 1
   */
  public static PrivacyGuarantee composed(Collection<PrivacyGuarantee> guarantees) {
    double epsilon = sum(guarantees.stream().map(g -> new BigDecimal(g.epsilon)));
    double delta = sum(guarantees.stream().map(g -> new BigDecimal(g.delta)));
    return together(guarantees, commonRelation(guarantees), epsilon, delta);
  }

  /**
   * Returns the guarantee of results about graphs without common edges, for a change of one edge
   * (parallel composition, Lemma 1). Such a change affects only one of the results. A single
   * guarantee keeps its relation.
   */
  static PrivacyGuarantee inParallel(Collection<PrivacyGuarantee> guarantees) {
    double epsilon = guarantees.stream().mapToDouble(PrivacyGuarantee::epsilon).max().orElse(0);
    double delta = guarantees.stream().mapToDouble(PrivacyGuarantee::delta).max().orElse(0);
    // Two changed edges may be in two of the graphs, so the relation is one edge.
    NeighboringGraphs relation =
        guarantees.size() == 1 ? commonRelation(guarantees) : NeighboringGraphs.ONE_EDGE;
    return together(guarantees, relation, epsilon, delta);
  }

  private static PrivacyGuarantee together(
      Collection<PrivacyGuarantee> guarantees,
      NeighboringGraphs relation,
      double epsilon,
      double delta) {
    String mechanisms =
        guarantees.stream()
            .map(PrivacyGuarantee::mechanism)
            .distinct()
            .collect(Collectors.joining(", then "));
    NoiseSource noise =
        guarantees.stream().anyMatch(PrivacyGuarantee::isSeeded)
            ? NoiseSource.SEEDED
            : NoiseSource.SECURE;
    return new PrivacyGuarantee(mechanisms, epsilon, delta, relation, noise);
  }

  private static NeighboringGraphs commonRelation(Collection<PrivacyGuarantee> guarantees) {
    return guarantees.stream()
        .map(PrivacyGuarantee::neighbors)
        .filter(weakest -> guarantees.stream().allMatch(g -> g.neighbors.includes(weakest)))
        .findFirst()
        .orElse(NeighboringGraphs.ONE_EDGE);
  }

  /** Returns the smallest double that is not below the sum. */
  private static double sum(Stream<BigDecimal> numbers) {
    BigDecimal exact = numbers.reduce(BigDecimal.ZERO, BigDecimal::add);
    double sum = exact.doubleValue();
    return sum < Double.POSITIVE_INFINITY && new BigDecimal(sum).compareTo(exact) < 0
        ? Math.nextUp(sum)
        : sum;
  }

  /**
   * Returns the guarantee that this one implies for graphs that differ in d times as many edges
   * (group privacy): ε' = d ε and δ' = δ (e^(d ε) - 1)/(e^ε - 1), both rounded up.
   *
   * @param d the factor, at least 1
   * @return the guarantee for the group
   * @throws IllegalArgumentException if d is below 1, or the result is vacuous: ε' is not finite or
   *     δ' is not below 1
   * @throws IllegalStateException if neighboring graphs of this guarantee differ in all edges of a
   *     node
   */
  public PrivacyGuarantee forGroup(int d) {
    if (d < 1) {
      throw new IllegalArgumentException("d = " + d + " is below 1");
    }
    if (!(neighbors instanceof EdgesApart apart)) {
      throw new IllegalStateException(
          "a guarantee for " + neighbors.description() + " implies none for groups of edges");
    }
    return group(d, NeighboringGraphs.edges(Math.multiplyExact(apart.count(), d)));
  }

  /**
   * Returns the guarantee that this one implies, by group privacy for n - 1 edges, for graphs on n
   * nodes that differ in the edges of one node. This applies to undirected graphs without
   * relations. With R relations, a node has R (n - 1) edges, or twice as many arcs in a directed
   * graph; use {@link #forGroup} with that number. A mechanism designed for node privacy gives a
   * stronger guarantee.
   *
   * @param nodeCount n, at least 2
   * @return the guarantee for {@link NeighboringGraphs#ONE_NODE}
   * @throws IllegalArgumentException if n is below 2, or the result is vacuous
   */
  public PrivacyGuarantee forNode(int nodeCount) {
    if (nodeCount < 2) {
      throw new IllegalArgumentException("nodeCount = " + nodeCount + " is below 2");
    }
    return neighbors instanceof EdgesApart apart
        ? group((nodeCount - 2 + apart.count()) / apart.count(), NeighboringGraphs.ONE_NODE)
        : this;
  }

  private PrivacyGuarantee group(int d, NeighboringGraphs relation) {
    double groupEpsilon = epsilon * d;
    if (groupEpsilon < Double.POSITIVE_INFINITY
        && new BigDecimal(groupEpsilon)
                .compareTo(new BigDecimal(epsilon).multiply(BigDecimal.valueOf(d)))
            < 0) {
      groupEpsilon = Math.nextUp(groupEpsilon);
    }
    double groupDelta = delta;
    if (delta > 0 && d > 1) {
      // The rounding errors, half an ulp per operation and one ulp per Math.expm1, stay below
      // 1e-14, and below an ulp where the product is subnormal.
      groupDelta =
          Math.nextUp(delta * (Math.expm1(groupEpsilon) / Math.expm1(epsilon)) * (1 + 1e-14));
    }
    return new PrivacyGuarantee(mechanism, groupEpsilon, groupDelta, relation, noise);
  }
}
