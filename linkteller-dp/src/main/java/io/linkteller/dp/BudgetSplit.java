package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteLaplace;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.util.function.LongToDoubleFunction;

/**
 * A budget ε divided into two parts: ε₁ for the number of edges, ε₂ for the cells. Their sum on the
 * reals is at most ε, since the subtraction is rounded down.
 *
 * @param count ε₁
 * @param cells ε₂
 */
record BudgetSplit(double count, double cells) {

  private static final int QUANTILES = 500;

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
          "epsilon = "
              + epsilon
              + " cannot be split: a share of "
              + countShare
              + " for the count leaves a part that no double can hold");
    }
    return new BudgetSplit(count, cells);
  }

  /** |E| + discrete Laplace noise at ε₁, clamped to [0, n (n - 1)/2]. */
  long noisyCount(Graph graph, Chance chance) {
    return DiscreteLaplace.of(count)
        .noisy(
            graph.requireSimple("the mechanism").edgeCount(),
            NodePairs.count(graph.nodeCount()),
            chance);
  }

  /**
   * The mean of {@link #noisyCount}. With r = e^-ε₁, m = |E| and N cells, the discrete Laplace
   * noise Y has the mean excess E max(0, Y - a) = r^(a + 1)/(1 - r²), so the clamped mean is m +
   * (r^(m + 1) - r^(N - m + 1))/(1 - r²), which tends to N/2 as ε₁ tends to 0.
   */
  double expectedCount(Graph graph) {
    double present = graph.edgeCount();
    double absent = NodePairs.count(graph.nodeCount()) - present;
    double fewer = Math.min(present, absent);
    double difference = Math.abs(absent - present);
    // r^(fewer + 1) (1 - r^difference)/(1 - r^2), without the cancellation.
    double shift =
        Math.exp(-count * (fewer + 1)) * (Math.expm1(-count * difference) / Math.expm1(-2 * count));
    return present + Math.copySign(shift, absent - present);
  }

  /**
   * Approximates the mean of a function of {@link #noisyCount} by the average over equally spaced
   * quantiles of the noise.
   */
  double expectationOf(LongToDoubleFunction function, Graph graph) {
    double present = graph.edgeCount();
    double cells = NodePairs.count(graph.nodeCount());
    double sum = 0;
    for (int i = 0; i < QUANTILES; i++) {
      double noise = -Math.log((i + 0.5) / QUANTILES) / count;
      sum += function.applyAsDouble(Math.round(Math.max(0, present - noise)));
      sum += function.applyAsDouble(Math.round(Math.min(cells, present + noise)));
    }
    return sum / (2 * QUANTILES);
  }
}
