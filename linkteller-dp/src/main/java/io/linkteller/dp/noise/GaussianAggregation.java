package io.linkteller.dp.noise;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteGaussian;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ejml.data.DMatrixRMaj;

/**
 * Aggregation perturbation: the sums A M of the neighbors' rows of M, which have Euclidean norms of
 * at most 1, with Gaussian noise on each number (Sajadmanesh, Shamsabadi, Bellet and Gatica-Perez,
 * "GAP: Differentially Private Graph Neural Networks with Aggregation Perturbation", USENIX
 * Security 2023).
 *
 * <p><b>Guarantee.</b> An undirected edge {u, v} adds row v of M to the sum of u and row u to the
 * sum of v, so it changes A M by at most sqrt(2) in the Euclidean norm. (The authors count directed
 * edges, with sensitivity 1.) With noise of standard deviation σ, a release satisfies (1/σ²)-zCDP;
 * the costs of releases about the same edges add up, even if the releases depend on each other.
 * With a degree bound D, the guarantee covers all edges of one node: two graphs of maximum degree D
 * that differ in edges of one node v differ in at most 2 D of them. These change the sum of v by at
 * most 2 D and the sums of 2 D other nodes by at most 1 each, so the sensitivity is sqrt(4 D² + 2
 * D).
 *
 * <p>Each number of a sum can be bounded before noise is added ({@link Builder#largestSum}).
 * Bounding does not move two integers further apart, so the sensitivity is unchanged.
 *
 * <p><b>Exactness.</b> Rows are truncated to multiples of 2^-10, rows that are longer than 1 are
 * shortened, sums and noise are integers, and the noise is an exact {@link DiscreteGaussian}. The
 * guarantee holds for exactly this computation, in which no floating-point numbers approximate
 * continuous noise. It does not cover M, which must be public or a result of earlier releases.
 * Running time is not hidden.
 *
 * <p>Takes O((|E| + n) m) time, including about a microsecond per number for the noise. Immutable.
 *
 * <pre>{@code
 * SumMechanism noisy = GaussianAggregation.builder().epsilon(4).delta(1e-6).releases(2).build();
 * }</pre>
 */
public final class GaussianAggregation implements SumMechanism {

  /**
   * The number of units in 1. Rows are truncated to units, which are far below any useful noise.
   */
  static final long UNITS = 1 << 10;

  /** The largest standard deviation, so that the variance in squared units stays below 2^60. */
  private static final double MAX_DEVIATION = 1 << 19;

  private static final String NAME = "aggregation perturbation";

  private final long variance;
  private final double delta;
  private final OptionalInt degreeBound;
  private final long largestSum;

  private GaussianAggregation(
      long variance, double delta, OptionalInt degreeBound, long largestSum) {
    this.variance = variance;
    this.delta = delta;
    this.degreeBound = degreeBound;
    this.largestSum = largestSum;
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return σ, the standard deviation of the noise on each number} */
  public double deviation() {
    return Math.sqrt((double) variance) / UNITS;
  }

  @Override
  public PrivacyGuarantee guarantee(int releases) {
    // Allows for two roundings: of the variance, if it is above 2^53, and of the quotient.
    double rho = squaredSensitivity(degreeBound) * UNITS * UNITS / (2.0 * variance);
    PrivacyGuarantee oneEdge =
        new ConcentratedPrivacy(Math.nextUp(Math.nextUp(rho)))
            .times(releases)
            .guarantee(NAME, delta);
    return degreeBound.isEmpty()
        ? oneEdge
        : new PrivacyGuarantee(
            NAME + ", degrees up to " + degreeBound.getAsInt(),
            oneEdge.epsilon(),
            delta,
            NeighboringGraphs.ONE_NODE,
            PrivacyGuarantee.NoiseSource.SECURE);
  }

  /** Returns the square of the sensitivity of A M, which is an integer. */
  private static double squaredSensitivity(OptionalInt degreeBound) {
    if (degreeBound.isEmpty()) {
      return 2;
    }
    double edges = 2.0 * degreeBound.getAsInt();
    return edges * edges + edges;
  }

  @Override
  public OptionalInt degreeBound() {
    return degreeBound;
  }

  /**
   * {@inheritDoc}
   *
   * <p>With a degree bound D, the neighbors of a node after its first D are left out, because an
   * exception would depend on the edges. Graphs within the bound have no such neighbors.
   *
   * @param rows M, n x m, finite; rows longer than 1 are shortened to 1
   * @return A M plus noise, n x m
   */
  @Override
  public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows, Chance chance) {
    graph.requireSimple("the mechanism");
    if (rows.numRows != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "M has " + rows.numRows + " rows for " + graph.nodeCount() + " nodes");
    }
    requireRows(rows);
    int most = degreeBound.orElse(Integer.MAX_VALUE);
    int width = rows.numCols;
    long[] grid = onGrid(rows);
    DiscreteGaussian noise = DiscreteGaussian.ofVariance(variance);
    DMatrixRMaj released = new DMatrixRMaj(rows.numRows, width);
    long[] sum = new long[width];
    for (int u = 0; u < rows.numRows; u++) {
      sumOfNeighbors(graph, most, grid, width, u, sum);
      for (int c = 0; c < width; c++) {
        long bounded = Math.max(-largestSum, Math.min(largestSum, sum[c]));
        // Exact: a sum of at most 2^31 numbers up to 2^10, plus noise, is below 2^53.
        released.data[u * width + c] = (double) (bounded + noise.sample(chance)) / UNITS;
      }
    }
    return released;
  }

  @Override
  public void requireRows(DMatrixRMaj rows) {
    for (int i = 0; i < rows.getNumElements(); i++) {
      if (!Double.isFinite(rows.data[i])) {
        throw new IllegalArgumentException(
            "row %s of M has %s in column %s"
                .formatted(i / rows.numCols, rows.data[i], i % rows.numCols));
      }
    }
  }

  /** Adds up the rows of the first neighbors of a node, in the order of their numbers. */
  static void sumOfNeighbors(
      Graph graph, int neighbors, long[] rows, int width, int node, long[] sum) {
    Arrays.fill(sum, 0);
    for (int i = 0; i < Math.min(graph.degree(node), neighbors); i++) {
      int from = graph.neighbor(node, i) * width;
      for (int c = 0; c < width; c++) {
        sum[c] += rows[from + c];
      }
    }
  }

  /**
   * Returns M in units, truncated to integers. The sum of squares of each row is at most UNITS²,
   * despite rounding: the computed sum of squares of a row of m &lt; 2^31 numbers has a relative
   * error below (m + 8) 2^-53, so the sum for the truncated row, which is an integer, is below
   * UNITS² + 1. Rows that are not finite become zeros.
   */
  static long[] onGrid(DMatrixRMaj rows) {
    int width = rows.numCols;
    long[] grid = new long[rows.getNumElements()];
    for (int from = 0; from < grid.length; from += width) {
      double largest = 0;
      for (int c = 0; c < width; c++) {
        // A NaN in the row makes the maximum NaN.
        largest = Math.max(largest, Math.abs(rows.data[from + c]));
      }
      if (largest == 0 || !Double.isFinite(largest)) {
        continue;
      }
      // Divided by the largest number first, so that no square overflows.
      double squares = 0;
      for (int c = 0; c < width; c++) {
        double ratio = rows.data[from + c] / largest;
        squares += ratio * ratio;
      }
      double longest = 1 / Math.sqrt(squares);
      for (int c = 0; c < width; c++) {
        double value = rows.data[from + c];
        // Truncation towards zero: no number grows.
        grid[from + c] = (long) (UNITS * (largest > longest ? value / largest * longest : value));
      }
    }
    return grid;
  }

  @Override
  public String toString() {
    String bound = degreeBound.isEmpty() ? "" : ", degreeBound=" + degreeBound.getAsInt();
    return "GaussianAggregation[deviation=" + deviation() + bound + "]";
  }

  /** Builds a {@link GaussianAggregation}. Not thread-safe. */
  public static final class Builder {

    private OptionalDouble epsilon = OptionalDouble.empty();
    private OptionalDouble deviation = OptionalDouble.empty();
    private double delta = 1e-6;
    private int releases = 1;
    private OptionalInt degreeBound = OptionalInt.empty();
    private long largestSum = Long.MAX_VALUE;

    private Builder() {}

    /** Requires a number between a unit and the largest deviation. */
    private static void requireRange(String name, double value) {
      if (!(value >= 1.0 / UNITS && value <= MAX_DEVIATION)) {
        throw new IllegalArgumentException(name + " = " + value + " is outside [2^-10, 2^19]");
      }
    }

    /**
     * Sets the ε of all releases together, which determines the noise.
     *
     * @param total ε, positive and finite
     * @return this builder
     * @throws IllegalArgumentException if ε is out of range
     */
    public Builder epsilon(double total) {
      this.epsilon = OptionalDouble.of(PrivacyGuarantee.checkedEpsilon(total));
      return this;
    }

    /**
     * Sets the standard deviation of the noise instead of ε.
     *
     * @param sigma σ, the standard deviation of the noise on each number, in [2^-10, 2^19]
     * @return this builder
     * @throws IllegalArgumentException if σ is out of range
     */
    public Builder deviation(double sigma) {
      requireRange("deviation", sigma);
      this.deviation = OptionalDouble.of(sigma);
      return this;
    }

    /**
     * Sets the δ at which ε is stated; δ should be far below 1/|E|.
     *
     * @param probability δ, in (0, 1); default 1e-6
     * @return this builder
     * @throws IllegalArgumentException if δ is out of range
     */
    public Builder delta(double probability) {
      if (!(probability > 0 && probability < 1)) {
        throw new IllegalArgumentException("delta = " + probability + " is outside (0, 1)");
      }
      this.delta = probability;
      return this;
    }

    /**
     * Sets the number of releases that share ε, such as the hops of a model.
     *
     * @param count at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code count} is below 1
     */
    public Builder releases(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("releases = " + count + " is below 1");
      }
      this.releases = count;
      return this;
    }

    /**
     * Protects all edges of a node instead of one edge, for graphs in which no node has more than D
     * neighbors. D must be public, for example a rule of the service that collects the edges. A
     * session requires that D was declared for its graph.
     *
     * @param bound D, at least 1; default none, which protects single edges of any graph
     * @return this builder
     * @throws IllegalArgumentException if D is below 1 or above 2^20
     */
    public Builder degreeBound(int bound) {
      if (bound < 1 || bound > 1 << 20) {
        throw new IllegalArgumentException("degreeBound = " + bound + " is outside [1, 2^20]");
      }
      this.degreeBound = OptionalInt.of(bound);
      return this;
    }

    /**
     * Bounds each number of a sum before noise is added. Bounding does not move two sums further
     * apart, so the guarantee is unchanged. It also hides large numbers of neighbors, which noise
     * does not hide and which attacks on dense parts of a graph exploit.
     *
     * @param bound the largest absolute value of a number, at least 2^-10; default none
     * @return this builder
     * @throws IllegalArgumentException if the bound is below 2^-10 or above 2^19
     */
    public Builder largestSum(double bound) {
      requireRange("largestSum", bound);
      this.largestSum = (long) (bound * UNITS);
      return this;
    }

    /**
     * Builds the mechanism.
     *
     * @return the mechanism
     * @throws IllegalStateException if neither or both of ε and the deviation were set, or ε needs
     *     a deviation above 2^19
     */
    public GaussianAggregation build() {
      if (epsilon.isPresent() == deviation.isPresent()) {
        throw new IllegalStateException("exactly one of epsilon and deviation must be set");
      }
      double sigma = deviation.orElseGet(() -> deviationFor(epsilon.getAsDouble()));
      if (!(sigma <= MAX_DEVIATION)) {
        throw new IllegalStateException(
            "epsilon = %s needs noise of deviation %s, above 2^19"
                .formatted(epsilon.getAsDouble(), sigma));
      }
      double units = Math.max(sigma, 1.0 / UNITS) * UNITS;
      GaussianAggregation built = of((long) Math.ceil(units * units));
      // The variance follows from rounded numbers, so the ε of the result is checked.
      while (epsilon.isPresent() && built.guarantee(releases).epsilon() > epsilon.getAsDouble()) {
        built = of(built.variance + 1 + (built.variance >> 40));
      }
      return built;
    }

    private GaussianAggregation of(long variance) {
      return new GaussianAggregation(variance, delta, degreeBound, largestSum);
    }

    private double deviationFor(double total) {
      double rho = ConcentratedPrivacy.within(total, delta).rho() / releases;
      return Math.sqrt(squaredSensitivity(degreeBound) / (2 * rho));
    }
  }
}
