package io.linkteller.privacy;

import io.linkteller.privacy.NeighboringGraphs.EdgesApart;
import java.math.BigDecimal;

/**
 * The promise of a mechanism: (ε, δ)-differential privacy, δ = 0 for the mechanisms of the paper
 * (Definition 1). For every two neighbouring graphs and every set S of outputs, Pr[M(G) in S] &lt;=
 * e^ε Pr[M(G') in S] + δ. A refusal to return a graph is an output, too.
 *
 * @param mechanism the mechanism's name, for people
 * @param epsilon ε, positive and finite
 * @param delta δ, in [0, 1)
 * @param neighbors which graphs count as neighbouring
 * @param noise where the random bits come from; the promise is void for whoever knows a seed
 */
public record PrivacyGuarantee(
    String mechanism,
    double epsilon,
    double delta,
    NeighboringGraphs neighbors,
    NoiseSource noise) {

  /** Where the random bits of a mechanism come from. */
  public enum NoiseSource {
    /** A cryptographic generator under a key that is used once. */
    SECURE,
    /** A seed, which repeats an experiment and protects nobody. */
    SEEDED
  }

  private static final String SEEDED_SUFFIX = " (seeded: for experiments only)";

  /**
   * Checks ε and δ.
   *
   * @param mechanism the mechanism's name, for people
   * @param epsilon ε, positive and finite
   * @param delta δ, in [0, 1)
   * @param neighbors which graphs count as neighbouring
   * @param noise where the random bits come from
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
   * @param mechanism the mechanism's name, for people
   * @param epsilon ε, positive and finite
   * @param neighbors which graphs count as neighbouring
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

  /** Returns whether the random bits come from a seed. */
  public boolean isSeeded() {
    return noise == NoiseSource.SEEDED;
  }

  /**
   * Returns this guarantee for random bits from a seed. The mechanism's name says so.
   *
   * @return the guarantee; this one if it is seeded already
   */
  public PrivacyGuarantee seeded() {
    return isSeeded()
        ? this
        : new PrivacyGuarantee(
            mechanism + SEEDED_SUFFIX, epsilon, delta, neighbors, NoiseSource.SEEDED);
  }

  /**
   * Returns what this guarantee implies for graphs that differ in d times as many edges (group
   * privacy): ε' = d ε and δ' = δ (e^(d ε) - 1)/(e^ε - 1), both rounded up.
   *
   * @param d at least 1
   * @return the guarantee of the group
   * @throws IllegalArgumentException if d is below 1, or nothing is left of the guarantee: ε' is
   *     not finite or δ' not below 1
   * @throws IllegalStateException if neighbours of this guarantee differ in all edges of a node
   */
  public PrivacyGuarantee forGroup(int d) {
    if (d < 1) {
      throw new IllegalArgumentException("d = " + d + " is below 1");
    }
    if (!(neighbors instanceof EdgesApart apart)) {
      throw new IllegalStateException(
          "a guarantee for " + neighbors.description() + " says nothing about groups of edges");
    }
    return group(d, NeighboringGraphs.edges(Math.multiplyExact(apart.count(), d)));
  }

  /**
   * Returns what this guarantee implies for graphs on n nodes that differ in the edges of one node:
   * that of a group of n - 1 edges. A mechanism that was made for this relation promises more.
   *
   * @param nodeCount n, at least 2
   * @return the guarantee for {@link NeighboringGraphs#ONE_NODE}
   * @throws IllegalArgumentException if n is below 2, or nothing is left of the guarantee
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
      // A few roundings of half an ulp each, and Math.expm1 within one: 1e-14 covers them.
      groupDelta = delta * Math.expm1(groupEpsilon) / Math.expm1(epsilon) * (1 + 1e-14);
    }
    return new PrivacyGuarantee(mechanism, groupEpsilon, groupDelta, relation, noise);
  }
}
