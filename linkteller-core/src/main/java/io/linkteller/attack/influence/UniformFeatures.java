package io.linkteller.attack.influence;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Assigns the same features to every node, so that an answer depends only on the aggregation over
 * the graph.
 *
 * <p>If x_u = C x₀ for all u, with a C so large that biases vanish, and Â is non-negative, every
 * node lies on the same side of each relu. The influence of v on u is then (Â^k)_uv times a
 * constant, whereas with real features it also depends on the activation pattern and on the
 * features of each node. {@code InfluenceAttack} runs on these nodes as usual, with |V^(C)| + 1
 * queries:
 *
 * <pre>{@code
 * InfluenceAttack.builder().score(PairScore.REACH_WEIGHTED).build()
 *     .run(api, UniformFeatures.of(nodes, 42), kHat);
 * }</pre>
 *
 * <p>The depth and the normalization need not be known. If Â contains the identity in addition to
 * the normalized adjacency ({@code FirstOrderGCN}, {@code BingGeNormAdj}), edges stand out. For
 * {@code AugNormAdj} and {@code AugRWalk}, two-hop terms drown them out in two or more layers; use
 * {@code ChosenFeatureAttack} instead.
 *
 * <p>The attacker must be allowed to choose all features, of both signs and any size. The attack is
 * easily detected, because all nodes have the same features. As in the paper, a probe differs from
 * the baseline query in one row, which is scaled by 1 + Δ.
 */
public final class UniformFeatures {

  /** C: large compared with biases, small compared with the range of a double. */
  private static final double SCALE = 1e6;

  private UniformFeatures() {}

  /**
   * Returns nodes that all have the same large features.
   *
   * @param nodes V^(I) and V^(C); only the number of columns of the features is used
   * @param seed the seed of x₀, whose numbers are uniform in (-1, 1)
   * @return the same nodes and targets with the features C x₀ for every node
   */
  public static InferenceNodes of(InferenceNodes nodes, long seed) {
    double[] everyone = new double[nodes.nodes().size()];
    Arrays.fill(everyone, SCALE);
    return nodes.withFeatures(LowRankFeatures.of(everyone, x0(nodes, seed)));
  }

  /**
   * Returns nodes that all have the features of one target, which are within the range of the data.
   *
   * @param nodes the nodes and their features
   * @return the same nodes and targets; every node has the features of the target whose features
   *     have the largest norm
   */
  public static InferenceNodes ofData(InferenceNodes nodes) {
    FeatureMatrix features = nodes.features();
    double[] longest = new double[features.cols()];
    double[] row = new double[features.cols()];
    double most = 0;
    for (int position = 0; position < nodes.targets().size(); position++) {
      features.copyRow(nodes.rowOfTarget(position), row);
      double squares = 0;
      for (double value : row) {
        squares += value * value;
      }
      if (squares > most) {
        most = squares;
        longest = row.clone();
      }
    }
    double[] once = new double[features.rows()];
    Arrays.fill(once, 1);
    return nodes.withFeatures(LowRankFeatures.of(once, longest));
  }

  /**
   * Returns the random vector x₀.
   *
   * @param nodes the nodes; only the number d of columns of their features is used
   * @param seed any number
   * @return d numbers, uniform in (-1, 1)
   */
  public static double[] x0(InferenceNodes nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x0 = new double[nodes.features().cols()];
    for (int col = 0; col < x0.length; col++) {
      x0[col] = 2 * random.nextDouble() - 1;
    }
    return x0;
  }
}
