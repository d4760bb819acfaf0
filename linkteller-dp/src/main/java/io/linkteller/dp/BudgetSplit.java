package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteLaplace;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A budget ε divided into two parts: ε₁ for the number of edges and ε₂ for the cells of the
 * adjacency matrix. Their exact sum is at most ε, because the subtraction is rounded down.
 *
 * @param count ε₁
 * @param cells ε₂
 */
record BudgetSplit(double count, double cells) {

  static BudgetSplit of(double epsilon, double countShare) {
    PrivacyGuarantee.checkedEpsilon(epsilon);
    if (!(countShare > 0 && countShare < 1)) {
      throw new IllegalArgumentException("countShare = " + countShare + " is outside (0, 1)");
    }
    double count = epsilon * countShare;
    double cells = epsilon - count;
    while (new BigDecimal(count).add(new BigDecimal(cells)).compareTo(new BigDecimal(epsilon))
        > 0) {
      cells = Math.nextDown(cells);
    }
    if (!(count > 0 && cells > 0)) {
      throw new IllegalArgumentException(
          "epsilon = %s cannot be split: a share of %s leaves a part too small for a double"
              .formatted(epsilon, countShare));
    }
    return new BudgetSplit(count, cells);
  }

  /** Returns |E| plus discrete Laplace noise at ε₁, clamped to [0, number of cells]. */
  long noisyCount(Graph graph, Chance chance) {
    BigInteger most = BigInteger.valueOf(CellSelection.cells(graph));
    return BigInteger.valueOf(graph.edgeCount())
        .add(DiscreteLaplace.of(count).sample(chance))
        .max(BigInteger.ZERO)
        .min(most)
        .longValueExact();
  }
}
