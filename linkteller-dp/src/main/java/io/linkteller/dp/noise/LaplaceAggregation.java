package io.linkteller.dp.noise;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteLaplace;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;
import org.ejml.data.DMatrixRMaj;

/**
 * Noisy cluster degrees: for each node, how many neighbors it has in each cluster, with Laplace
 * noise (Kolluri, Baluta, Hooi and Saxena, "LPGNet: Link Private Graph Networks for Node
 * Classification", CCS 2022). Row v of M is 1 in the column of the cluster of v and 0 elsewhere.
 *
 * <p><b>Guarantee.</b> An undirected edge {u, v} changes one count of u and one of v by 1, so the
 * sensitivity in the sum of absolute values is 2, and noise of parameter ε/2 on each count gives
 * ε-edge differential privacy. Counts are integers and the noise is an exact {@link
 * DiscreteLaplace}, so the guarantee is about this very computation. k releases cost k ε.
 *
 * <p>Time O((|E| + n) m). Immutable.
 */
public final class LaplaceAggregation implements NeighborAggregation {

  private static final String NAME = "noisy cluster degrees";

  private final double epsilon;
  private final OptionalLong seed;

  private LaplaceAggregation(double epsilon, OptionalLong seed) {
    this.epsilon = epsilon;
    this.seed = seed;
  }

  /**
   * Returns the mechanism, with random bits from a secure source.
   *
   * @param epsilon ε of one release, positive and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is out of range
   */
  public static LaplaceAggregation withEpsilon(double epsilon) {
    return new LaplaceAggregation(PrivacyGuarantee.checkedEpsilon(epsilon), OptionalLong.empty());
  }

  @Override
  public PrivacyGuarantee guarantee(int releases) {
    if (releases < 1) {
      throw new IllegalArgumentException("releases = " + releases + " is below 1");
    }
    double total = epsilon * releases;
    if (total < Double.POSITIVE_INFINITY
        && new BigDecimal(total)
                .compareTo(new BigDecimal(epsilon).multiply(BigDecimal.valueOf(releases)))
            < 0) {
      total = Math.nextUp(total);
    }
    PrivacyGuarantee guarantee = new PrivacyGuarantee(NAME, total, NeighboringGraphs.ONE_EDGE);
    return seed.isPresent() ? guarantee.seeded() : guarantee;
  }

  /**
   * Returns this mechanism with random bits from a seed, for experiments: equal clusters get equal
   * noise. Its guarantee is marked as seeded.
   *
   * @param experimentSeed any number
   * @return the mechanism
   */
  public LaplaceAggregation forExperiments(long experimentSeed) {
    return new LaplaceAggregation(epsilon, OptionalLong.of(experimentSeed));
  }

  @Override
  public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows) {
    return aggregate(graph, rows, Aggregations.chance(seed, rows));
  }

  /**
   * Releases noisy counts by given random decisions.
   *
   * @param graph A on n nodes
   * @param rows M, n x m; at most one number of a row is 1 or -1, all others are 0
   * @param chance random decisions, the only randomness in the result
   * @return A M plus noise, n x m, integers
   * @throws IllegalArgumentException if M does not have one row per node or other numbers
   */
  public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows, Chance chance) {
    Aggregations.requireRowPerNode(graph, rows);
    int width = rows.numCols;
    long[] indicators = new long[rows.getNumElements()];
    for (int from = 0; from < indicators.length; from += width) {
      int ones = 0;
      for (int i = from; i < from + width; i++) {
        double value = rows.data[i];
        if (value != 0 && Math.abs(value) != 1) {
          throw new IllegalArgumentException(
              "row " + from / width + " of M has " + value + ", which is none of -1, 0 and 1");
        }
        indicators[i] = (long) value;
        ones += (int) Math.abs(indicators[i]);
      }
      if (ones > 1) {
        throw new IllegalArgumentException(
            "row " + from / width + " of M is in " + ones + " clusters");
      }
    }
    // Halving a double is exact.
    DiscreteLaplace noise = DiscreteLaplace.of(epsilon / 2);
    DMatrixRMaj released = new DMatrixRMaj(rows.numRows, width);
    long[] sum = new long[width];
    for (int u = 0; u < rows.numRows; u++) {
      Aggregations.sumOfNeighbors(graph, indicators, width, u, sum);
      for (int c = 0; c < width; c++) {
        released.data[u * width + c] =
            noise.sample(chance).add(BigInteger.valueOf(sum[c])).doubleValue();
      }
    }
    return released;
  }

  @Override
  public String toString() {
    return "LaplaceAggregation[epsilon="
        + epsilon
        + (seed.isPresent() ? ", seeded: for experiments only]" : "]");
  }
}
