package io.linkteller.attack.score;

/** A score that depends on nothing but the influence of its two targets on each other. */
record PairwiseScore(String name, TwoDirections.Combination combination) implements PairScore {

  static PairScore of(String name, TwoDirections.Combination combination) {
    return new PairwiseScore(name, combination);
  }

  @Override
  public PairScores score(InfluenceMatrix influences, int parallelism) {
    return TwoDirections.score(influences, combination);
  }

  @Override
  public String toString() {
    return name;
  }
}
