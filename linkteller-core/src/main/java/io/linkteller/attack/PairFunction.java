package io.linkteller.attack;

/** A function that scores the pairs of {@link PairScores}. */
@FunctionalInterface
public interface PairFunction {

  /**
   * Scores one pair.
   *
   * @param i the position of the earlier target, or of the source of an arc
   * @param j the position of the later target, or of the destination of an arc
   * @return the pair's score, finite
   */
  double score(int i, int j);
}
