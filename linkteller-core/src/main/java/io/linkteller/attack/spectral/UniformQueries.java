package io.linkteller.attack.spectral;

import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;

/**
 * The queries of the attack: V^(I) = V^(C), the same features x₀ for every node, and one row of
 * them scaled. The position of a target is its row.
 */
final class UniformQueries {

  /** The factor of nearby features: far from 1 for rounding, close to 1 for activations. */
  private static final double NEARBY = 1 + 0x1p-10;

  private final InferenceQuery base;
  private final InferenceQuery nearby;

  private UniformQueries(InferenceQuery base, InferenceQuery nearby) {
    this.base = base;
    this.nearby = nearby;
  }

  /**
   * Creates the queries for the targets.
   *
   * @param nodes V^(C); of the features only the number of columns is used
   * @param seed of x₀, whose entries are uniform in (-1, 1)
   * @param sign 1, or -1 for -x₀
   */
  static UniformQueries of(InferenceNodes nodes, long seed, int sign) {
    return new UniformQueries(query(nodes, seed, sign), query(nodes, seed, sign * NEARBY));
  }

  private static InferenceQuery query(InferenceNodes nodes, long seed, double factor) {
    double[] rows = new double[nodes.targets().size()];
    Arrays.fill(rows, factor);
    return InferenceQuery.of(
        nodes.targets(), LowRankFeatures.of(rows, UniformFeatures.x0(nodes, seed)));
  }

  int size() {
    return base.nodes().size();
  }

  int id(int position) {
    return base.nodes().getInt(position);
  }

  InferenceQuery base() {
    return base;
  }

  /** Returns the base query with slightly larger features for all nodes alike. */
  InferenceQuery nearby() {
    return nearby;
  }

  InferenceQuery probe(int position, double factor) {
    return base.with(FeatureEdit.scaling(position, factor));
  }
}
