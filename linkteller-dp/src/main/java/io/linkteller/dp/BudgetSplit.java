package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.math.BigDecimal;

/**
 * A budget ε in two parts: ε₁ for the number of edges, ε₂ for the cells. Their sum on the reals is
 * at most ε: what the subtraction rounds up is taken off again.
 *
 * @param count ε₁
 * @param cells ε₂
 */
record BudgetSplit(double count, double cells) {

  static BudgetSplit of(double epsilon, double countShare) {
    PrivacyParameters.checkedEpsilon(epsilon);
    PrivacyParameters.checkedShare(countShare);
    double count = epsilon * countShare;
    double cells = epsilon - count;
    while (new BigDecimal(count).add(new BigDecimal(cells)).compareTo(new BigDecimal(epsilon))
        > 0) {
      cells = Math.nextDown(cells);
    }
    if (!(count > 0 && cells > 0)) {
      throw new IllegalArgumentException(
          "epsilon = "
              + epsilon
              + " cannot be split: a share of "
              + countShare
              + " for the count leaves a part that no double can hold");
    }
    return new BudgetSplit(count, cells);
  }

  /**
   * |E| + discrete Laplace noise at ε₁, brought back into [0, n (n - 1)/2]: what every mechanism
   * that splits its budget makes of its first part.
   */
  long noisyCount(Graph graph, Chance chance) {
    return DiscreteLaplace.of(count)
        .noisy(graph.edgeCount(), NodePairs.count(graph.nodeCount()), chance);
  }
}
