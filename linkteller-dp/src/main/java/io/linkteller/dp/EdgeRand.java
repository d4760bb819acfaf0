package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * EdgeRand, Algorithm 3 of the paper: each of the n (n - 1)/2 cells of the upper triangle, or of
 * the n (n - 1) ordered pairs of a directed graph, is kept with probability 1 - s and otherwise
 * replaced by a fair bit, so it flips with probability s/2. Relations are perturbed one by one
 * ({@link GraphMechanism}).
 *
 * <p><b>Guarantee</b> (Theorem 4): ε-edge differential privacy with s = 2/(e^ε + 1). Cells are
 * perturbed independently, so for two graphs that differ in one cell, the probabilities of any
 * output differ by a factor of (1 - s/2)/(s/2) = e^ε or its inverse. The bound is tight.
 *
 * <p><b>Expected density</b>: (1 - s) k + s/2 for a graph of density k. For a sparse graph and a
 * moderate ε, this is many times k. A result that does not fit into memory is refused. It is
 * refused before it is drawn if the number of edges expected for an edgeless graph, which is
 * public, is too large; otherwise, the refusal depends only on the size of the result and is
 * post-processing. Either refusal is as private as a result.
 *
 * <p><b>Sampling</b>: O(n + |E| + flips log(1/s)) time, and memory for the result. Flips are found
 * by geometric skips whose binary digits are drawn exactly; the distribution is that of one coin
 * per cell. The probability of a flip is {@link #flipProbability}, a double whose exact value is
 * used. It is rounded up from s/2, so (1 - s/2)/(s/2) &lt;= e^ε holds exactly.
 */
public final class EdgeRand implements GraphMechanism {

  private static final String NAME = "EdgeRand";

  /** An upper bound on the accumulated rounding error of the flip probability, in ulps. */
  private static final int ULPS = 16;

  private final PrivacyGuarantee guarantee;
  private final double flipProbability;

  private EdgeRand(double epsilon, double flipProbability) {
    this.guarantee = new PrivacyGuarantee(NAME, epsilon, NeighboringGraphs.ONE_EDGE);
    this.flipProbability = flipProbability;
  }

  /**
   * Returns EdgeRand for a privacy budget.
   *
   * @param epsilon ε, positive and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static EdgeRand withEpsilon(double epsilon) {
    PrivacyGuarantee.checkedEpsilon(epsilon);
    double exp = StrictMath.exp(-epsilon);
    double flip = Math.min(0.5, ConcentratedPrivacy.above(exp / (1 + exp), ULPS));
    return new EdgeRand(epsilon, flip);
  }

  /** {@return s/2, in (0, 1/2], the exact probability that a cell flips} */
  public double flipProbability() {
    return flipProbability;
  }

  @Override
  public PrivacyGuarantee guarantee() {
    return guarantee;
  }

  /**
   * Returns the expected number of edges of the result: (1 - s)|E| + (s/2) n (n - 1)/2, with n (n -
   * 1) instead of n (n - 1)/2 for a directed graph, summed over the relations. This number itself
   * is not protected by the guarantee.
   *
   * @param graph A
   * @return the expected number of edges
   */
  public double expectedEdges(Graph graph) {
    if (!graph.relations().isEmpty()) {
      return graph.relations().stream().mapToDouble(this::expectedEdges).sum();
    }
    long present = graph.edgeCount();
    return response().expectedEdges(present, CellSelection.cells(graph) - present);
  }

  @Override
  public Graph perturb(Graph graph, Chance chance) {
    return perturb(graph, chance, OutputSize.limit(graph, 0));
  }

  Graph perturb(Graph graph, Chance chance, OutputSize limit) {
    return limit.building(
        this,
        graph,
        (relation, left) -> {
          // The expected number of edges for the graph without edges: a public minimum.
          double least = response().expectedEdges(0, CellSelection.cells(relation));
          left.require(this, relation.nodeCount(), least);
          return response().of(relation, chance, left.maxEdges());
        });
  }

  private CellwiseResponse response() {
    Probability flip = Probability.of(flipProbability);
    return new CellwiseResponse(flip.complement(), flip);
  }

  @Override
  public String toString() {
    return NAME + "[epsilon = " + guarantee.epsilon() + "]";
  }
}
