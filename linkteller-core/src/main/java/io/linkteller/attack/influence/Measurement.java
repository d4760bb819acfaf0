package io.linkteller.attack.influence;

import io.linkteller.attack.QuerySession;

/**
 * A way to measure influences with queries. Every measurement can be combined with every {@code
 * io.linkteller.attack.reading.PairScore}; {@link FeatureReweighting#PAPER} is the paper's
 * measurement.
 *
 * <p>A journal is bound to the result of {@link Object#toString}, which should therefore describe
 * the measurement and all settings that determine its queries.
 */
@FunctionalInterface
public interface Measurement {

  /**
   * Measures influences.
   *
   * @param session the nodes and the black box
   * @param extent the influences to measure
   * @return the influences
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  InfluenceMatrix measure(QuerySession session, InfluenceMatrix.Extent extent);

  /** {@return the name of the registered attack that uses this measurement} */
  default String attack() {
    return "linkteller";
  }
}
