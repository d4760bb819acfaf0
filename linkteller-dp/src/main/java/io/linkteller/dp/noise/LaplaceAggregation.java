package io.linkteller.dp.noise;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteLaplace;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigInteger;
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
public final class LaplaceAggregation implements SumMechanism {

  private static final String NAME = "noisy cluster degrees";

  private final double epsilon;

  private LaplaceAggregation(double epsilon) {
    this.epsilon = epsilon;
  }

  /**
   * Returns the mechanism.
   *
   * @param epsilon ε of one release, at least 2<sup>-1021</sup> and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is out of range
   */
  public static LaplaceAggregation withEpsilon(double epsilon) {
    PrivacyGuarantee.checkedEpsilon(epsilon);
    if (epsilon < 2 * Double.MIN_NORMAL) {
      throw new IllegalArgumentException(
          "epsilon = " + epsilon + " is below 2^-1021: no double is half of it");
    }
    return new LaplaceAggregation(epsilon);
  }

  @Override
  public PrivacyGuarantee guarantee(int releases) {
    PrivacyGuarantee one = new PrivacyGuarantee(NAME, epsilon, NeighboringGraphs.ONE_EDGE);
    return new PrivacyGuarantee(NAME, one.forGroup(releases).epsilon(), NeighboringGraphs.ONE_EDGE);
  }

  /**
   * {@inheritDoc}
   *
   * @param rows M, n x m; at most one number of a row is 1 or -1, all others are 0
   * @return A M plus noise, n x m, integers
   */
  @Override
  public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows, Chance chance) {
    Aggregations.requireRowPerNode(graph, rows);
    requireRows(rows);
    int width = rows.numCols;
    long[] indicators = new long[rows.getNumElements()];
    for (int i = 0; i < indicators.length; i++) {
      indicators[i] = (long) rows.data[i];
    }
    // Halving a double is exact, above the subnormal ones.
    DiscreteLaplace noise = DiscreteLaplace.of(epsilon / 2);
    DMatrixRMaj released = new DMatrixRMaj(rows.numRows, width);
    long[] sum = new long[width];
    for (int u = 0; u < rows.numRows; u++) {
      Aggregations.sumOfNeighbors(graph, Integer.MAX_VALUE, indicators, width, u, sum);
      for (int c = 0; c < width; c++) {
        released.data[u * width + c] =
            noise.sample(chance).add(BigInteger.valueOf(sum[c])).doubleValue();
      }
    }
    return released;
  }

  @Override
  public void requireRows(DMatrixRMaj rows) {
    int width = rows.numCols;
    for (int from = 0; from < rows.getNumElements(); from += width) {
      int ones = 0;
      for (int i = from; i < from + width; i++) {
        double value = rows.data[i];
        if (value != 0 && Math.abs(value) != 1) {
          throw new IllegalArgumentException(
              "row " + from / width + " of M has " + value + ", which is none of -1, 0 and 1");
        }
        ones += value == 0 ? 0 : 1;
      }
      if (ones > 1) {
        throw new IllegalArgumentException(
            "row " + from / width + " of M is in " + ones + " clusters");
      }
    }
  }

  @Override
  public String toString() {
    return "LaplaceAggregation[epsilon=" + epsilon + "]";
  }
}
