package io.linkteller.attack.score;

import io.linkteller.parallel.Workers;

/**
 * Makes the constants of {@link PairScore}, and is called by nobody else: the classes of the
 * constants can't be initialized before the interface, as its initialization needs them.
 */
final class BuiltInScores {

  /** Improves the reach-weighted matrix. */
  @FunctionalInterface
  interface Refinement {
    SymmetricInfluence refine(SymmetricInfluence reachWeighted, Workers workers);
  }

  private BuiltInScores() {}

  /** A score that depends on nothing but the influence of its two targets on each other. */
  static PairScore pairwise(String name, TwoDirections.Combination combination) {
    return new Pairwise(name, combination);
  }

  /** A score that looks at influences beyond its two targets. */
  static PairScore beyondTargets(String name, InfluenceExtent extent, Refinement refinement) {
    return new BeyondTargets(name, extent, refinement);
  }

  private record Pairwise(String name, TwoDirections.Combination combination) implements PairScore {

    @Override
    public PairScores score(InfluenceMatrix influences, int parallelism) {
      return TwoDirections.score(influences, combination);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private record BeyondTargets(String name, InfluenceExtent extent, Refinement refinement)
      implements PairScore {

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
}
