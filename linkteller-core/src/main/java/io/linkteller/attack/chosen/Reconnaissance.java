package io.linkteller.attack.chosen;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.matrix.DenseKernels;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * The results of the queries that precede the queries for individual targets: π, the depth, the
 * aggregation, and the direction of logits along which a change of sign in the first layer is
 * visible. Immutable.
 */
final class Reconnaissance {

  /**
   * The maximum number of queries of {@link #of}, regardless of |V^(C)|. A model with a single
   * logit takes up to six more.
   */
  static final int QUERIES = 72;

  /**
   * The tolerance of a comparison between a measured P_vv and a value that distinguishes models.
   */
  private static final double UNEVEN = 1e-4;

  private final BaseAnswers base;
  private final Diagnosis diagnosis;
  private final double[] direction;

  private Reconnaissance(BaseAnswers base, Diagnosis diagnosis, double[] direction) {
    this.base = base;
    this.diagnosis = diagnosis;
    this.direction = direction;
  }

  /**
   * Queries the black box and identifies the model.
   *
   * @throws UnsuitableModelException if the model does not consist of one or two relu layers with a
   *     fixed, non-negative aggregation
   */
  static Reconnaissance of(Oracle oracle, int[] targetRows, long seed) {
    BaseAnswers base = BaseAnswers.ask(oracle, seed);
    double[] positive = base.positive();
    double[] both = positive.clone();
    for (int c = 0; c < both.length; c++) {
      both[c] += base.negative()[c];
    }
    boolean linear =
        LogitRows.norm(both)
            <= base.tolerance(1e-7, 100)
                * (LogitRows.norm(positive) + LogitRows.norm(base.negative()));
    ProbeNodes probes = ProbeNodes.of(base.pi(), base.isolated(), targetRows);
    if (linear) {
      Aggregation aggregation = linearAggregation(base, probes.rows());
      return new Reconnaissance(base, new Diagnosis(1, aggregation), positive);
    }
    if (!LayerCount.isTwo(base, both, seed)) {
      throw new UnsuitableModelException(
          "more than two layers: terms of two hops and more drown out the edges");
    }
    Bends bends = new Bends(base, probes.minPi());
    boolean lazy = isLazy(bends, probes.rows(), both);
    Aggregation aggregation;
    if (lazy) {
      // With the identity added to augmented normalization, v changes sign before μ = 1.
      boolean early =
          LogitRows.largest(bends.at(bends.minPi, 0.999).data)
              > base.tolerance(1e-7, 1e4) * LogitRows.norm(both);
      aggregation = early ? Aggregation.AUGMENTED_WITH_IDENTITY : Aggregation.FIRST_ORDER;
    } else {
      aggregation = base.isFlat() ? Aggregation.RANDOM_WALK : Aggregation.AUGMENTED;
    }
    return new Reconnaissance(base, new Diagnosis(2, aggregation), both);
  }

  /** {@return the answers to π and -π} */
  BaseAnswers base() {
    return base;
  }

  /** {@return the depth and the aggregation} */
  Diagnosis diagnosis() {
    return diagnosis;
  }

  /**
   * Returns the direction of logits, of length c, along which a change of sign is visible. The
   * array must not be changed.
   */
  double[] direction() {
    return direction;
  }

  /** Returns the response to s_v = μ π_v along {@link #direction}, one number per node. */
  double[] response(int v, double mu) {
    return LogitRows.along(base.response(v, mu), direction);
  }

  /**
   * Returns the largest error of an answer along {@link #direction}, one number per node, divided
   * by the node's π.
   *
   * @param response the answer minus the answer to the base query, divided by π
   */
  double[] errorOf(DMatrixRMaj response) {
    int width = direction.length;
    double sum = 0;
    for (double logit : direction) {
      sum += Math.abs(logit);
    }
    double relative = base.precision() * sum / LogitRows.dot(direction, direction);
    double[] error = new double[response.numRows];
    for (int u = 0; u < error.length; u++) {
      double largest = 0;
      for (int i = u * width; i < (u + 1) * width; i++) {
        double answer = response.data[i] + base.atMinusPi().data[i] / base.pi(u);
        largest = Math.max(largest, Math.max(Math.abs(response.data[i]), Math.abs(answer)));
      }
      error[u] = relative * largest;
    }
    return error;
  }

  private static Aggregation linearAggregation(BaseAnswers base, int[] probes) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int v : probes) {
      double self = LogitRows.along(base.response(v, 0), base.positive())[v];
      if (!base.isIsolated(v)) {
        smallest = Math.min(smallest, self);
        largest = Math.max(largest, self);
      }
    }
    double noise = base.tolerance(1e-6, 10);
    if (smallest > 0.5 + noise) {
      return Aggregation.AUGMENTED_WITH_IDENTITY;
    }
    if (smallest > 0.5 - noise && largest < 0.5 + noise) {
      return Aggregation.FIRST_ORDER;
    }
    return base.isFlat() ? Aggregation.RANDOM_WALK : Aggregation.AUGMENTED;
  }

  private static boolean isLazy(Bends bends, int[] probes, double[] both) {
    for (int v : probes) {
      double[] bend = LogitRows.along(bends.at(v, 2), both);
      // The bend is P_vv (3 P_vv - 1) plus the contribution of leaves, and is below 1/4 only if
      // P_vv is below 1/2.
      if (bend[v] < 0.25 - UNEVEN) {
        return false;
      }
      if (!canComeFromLeaves(bend, v, bends.base.tolerance(1e-6, 1e4))) {
        return true;
      }
    }
    // All probed nodes lie in stars, for which both decoders find the same edges.
    return true;
  }

  /**
   * Returns whether a bend at μ = 2 can come from random walks, under which only leaves have
   * changed sign by then. There are three cases. If v has leaves, all of them show 1/4, and v shows
   * half their share of N[v]. If v is itself a leaf, it shows 1/4, and exactly one other node shows
   * a bend. If two nodes are joined only to each other, both show 1/2, and their rows are the same
   * under random walks and first-order normalization.
   */
  private static boolean canComeFromLeaves(double[] bend, int v, double noise) {
    int others = 0;
    boolean quarters = true;
    boolean halves = true;
    double uneven = Math.max(UNEVEN, noise);
    for (int u = 0; u < bend.length; u++) {
      if (u != v && bend[u] > noise) {
        others++;
        quarters &= Math.abs(bend[u] - 0.25) < uneven;
        halves &= Math.abs(bend[u] - 0.5) < uneven;
      }
    }
    return others == 0
        || (quarters && bend[v] < 0.5 - uneven)
        || (others == 1 && Math.abs(bend[v] - 0.25) < uneven)
        || (others == 1 && halves && Math.abs(bend[v] - 0.5) < uneven);
  }

  /** Deviations of responses from the straight line through the base query and μ = 0. */
  private static final class Bends {

    private final BaseAnswers base;
    private final int minPi;

    /**
     * The response of {@code minPi} at μ = 0, which is reused; those of other nodes are used only
     * once.
     */
    private @Nullable DMatrixRMaj lowOfLeastPi;

    Bends(BaseAnswers base, int minPi) {
      this.base = base;
      this.minPi = minPi;
    }

    /** Returns the response of v at μ = 0. It must not be changed. */
    DMatrixRMaj low(int v) {
      if (v != minPi) {
        return base.response(v, 0);
      }
      if (lowOfLeastPi == null) {
        lowOfLeastPi = base.response(v, 0);
      }
      return lowOfLeastPi;
    }

    DMatrixRMaj at(int v, double mu) {
      DMatrixRMaj low = low(v);
      DMatrixRMaj high = base.response(v, mu);
      DenseKernels.add(-(mu + 1), low.data, low.getNumElements(), high.data);
      return high;
    }
  }
}
