package io.linkteller.experiment.scenario;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;

/** The mechanisms that the paper compares. */
public enum PrivacyMechanism {
  /** Algorithm 3. */
  EDGE_RAND("EdgeRand") {
    @Override
    GraphMechanism withEpsilon(double epsilon, long seed) {
      return EdgeRand.withEpsilon(epsilon).seeded(seed);
    }
  },
  /** Algorithm 4. */
  LAP_GRAPH("LapGraph") {
    @Override
    GraphMechanism withEpsilon(double epsilon, long seed) {
      return LapGraph.withEpsilon(epsilon).seeded(seed);
    }
  };

  private final String title;

  PrivacyMechanism(String title) {
    this.title = title;
  }

  /**
   * Returns what the paper calls it.
   *
   * @return for example {@code EdgeRand}
   */
  public String title() {
    return title;
  }

  abstract GraphMechanism withEpsilon(double epsilon, long seed);
}
