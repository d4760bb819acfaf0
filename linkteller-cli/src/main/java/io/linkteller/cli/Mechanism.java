package io.linkteller.cli;

import io.linkteller.dp.AsymmetricRandomizedResponse;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.TopMFilter;

/** The mechanisms by the names that the command line gives them. */
enum Mechanism {
  EDGERAND,
  LAPGRAPH,
  ARR,
  TMF;

  /** What the option that chooses one says. */
  static final String CHOICE =
      "edgerand, lapgraph, arr (asymmetric randomized response) or tmf (Top-m Filter).";

  GraphMechanism withEpsilon(double epsilon) {
    return switch (this) {
      case EDGERAND -> EdgeRand.withEpsilon(epsilon);
      case LAPGRAPH -> LapGraph.withEpsilon(epsilon);
      case ARR -> AsymmetricRandomizedResponse.withEpsilon(epsilon);
      case TMF -> TopMFilter.withEpsilon(epsilon);
    };
  }
}
