package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * A way to measure influences with queries. Every measurement combines with every {@code
 * io.linkteller.attack.reading.PairScore}; {@link FeatureReweighting#PAPER} is the paper's.
 *
 * <p>{@link Object#toString} names the measurement and all settings that determine its queries: a
 * journal is bound to it.
 */
@FunctionalInterface
public interface Measurement {

  /**
   * Measures influences.
   *
   * @param api the black box
   * @param nodes the nodes that may be queried, with their features, and the targets
   * @param extent the influences to be measured
   * @param settings the number of queries in flight, and the listener; no journal
   * @return the influences
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  InfluenceMatrix measure(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings);

  /** {@return the name of the registered attack that measures so} */
  default String attack() {
    return "linkteller";
  }
}
