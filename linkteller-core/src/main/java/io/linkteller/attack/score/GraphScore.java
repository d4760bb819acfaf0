package io.linkteller.attack.score;

import io.linkteller.parallel.Workers;

/** A score that looks at influences beyond its two targets: reach-weighted, and what follows. */
record GraphScore(String name, InfluenceExtent extent, Refinement refinement) implements PairScore {

  /** Improves the reach-weighted matrix. */
  @FunctionalInterface
  interface Refinement {
    SymmetricInfluence refine(SymmetricInfluence reachWeighted, Workers workers);
  }

  @Override
  public PairScores score(InfluenceMatrix influences, int parallelism) {
    Workers workers = Workers.of(parallelism);
    SymmetricInfluence reachWeighted =
        SharedReach.of(influences).weighting(SymmetricInfluence.of(influences), workers);
    return refinement.refine(reachWeighted, workers).scores(influences.targetCount());
  }

  @Override
  public String toString() {
    return name;
  }
}
