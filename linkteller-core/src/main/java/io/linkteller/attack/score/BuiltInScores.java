package io.linkteller.attack.score;

import io.linkteller.parallel.Workers;

/**
 * Creates the constants of {@link PairScore}. They cannot create themselves: the initialization of
 * the interface needs their classes, which would in turn need the interface.
 */
final class BuiltInScores {

  /** Refines the reach-weighted matrix. */
  @FunctionalInterface
  interface Refinement {
    SymmetricInfluence refine(SymmetricInfluence reachWeighted, Workers workers);
  }

  private BuiltInScores() {}

  /** Returns a score that depends only on the influences of the two targets on each other. */
  static PairScore pairwise(String name, TwoDirections.Combination combination) {
    return new Pairwise(name, combination);
  }

  /** Returns a score that depends on influences beyond those of the two targets on each other. */
  static PairScore beyondTargets(String name, InfluenceExtent extent, Refinement refinement) {
    return new BeyondTargets(name, extent, refinement);
  }

  /** Returns the score that chooses among others. */
  static PairScore adaptive() {
    return new Adaptive();
  }

  private record Adaptive() implements PairScore {

    @Override
    public String name() {
      return "adaptive";
    }

    @Override
    public InfluenceExtent extent() {
      return InfluenceExtent.OF_TARGETS;
    }

    @Override
    public PairScores score(InfluenceMatrix influences, int parallelism) {
      InfluenceTraits.Choice choice = InfluenceTraits.of(influences).choice();
      PairScores scores = chosen(choice, influences, parallelism);
      return LoneInfluences.exist(influences)
          ? LoneInfluences.added(scores, influences, choice != InfluenceTraits.Choice.SHARED_REACH)
          : scores;
    }

    private static PairScores chosen(
        InfluenceTraits.Choice choice, InfluenceMatrix influences, int parallelism) {
      return switch (choice) {
        case SELF_NORMALIZED -> PairScore.SELF_NORMALIZED.score(influences, parallelism);
        case REACH_WEIGHTED -> PairScore.REACH_WEIGHTED.score(influences, parallelism);
        case SHARED_REACH ->
            SharedReach.of(influences)
                .geometric(Workers.of(parallelism))
                .scores(influences.targetCount());
      };
    }

    @Override
    public String toString() {
      return name();
    }
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
