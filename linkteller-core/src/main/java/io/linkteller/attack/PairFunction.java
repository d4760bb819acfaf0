package io.linkteller.attack;

/** A function that scores the pairs of {@link PairScores}. */
@FunctionalInterface
public interface PairFunction {

  /**
   * Scores one pair.
   *
   * @param i the position of the earlier target, or the source
   * @param j the position of the later target, or the target of the arc
   * @return the pair's score, finite
   */
  double score(int i, int j);
}
