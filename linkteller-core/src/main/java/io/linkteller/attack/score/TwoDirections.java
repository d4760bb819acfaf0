package io.linkteller.attack.score;

/** Scores that depend only on the influences of the two targets on each other. */
final class TwoDirections {

  private TwoDirections() {}

  /** Combines the influences of both directions. */
  @FunctionalInterface
  interface Combination {

    /**
     * Returns the score of a pair.
     *
     * @param laterOnEarlier M_vu
     * @param earlierOnLater M_uv
     * @param selves M_uu M_vv
     * @return the score, at least 0, and 0 if both influences are
     */
    double score(double laterOnEarlier, double earlierOnLater, double selves);
  }

  /**
   * Scores all pairs of targets, in O(s + n log n) time for n targets and s non-zero influences.
   *
   * @param influences the influences of all targets
   * @param combination combines the influences of both directions
   * @return the scores
   * @throws IllegalStateException if a target has not been measured
   */
  static PairScores score(InfluenceMatrix influences, Combination combination) {
    int n = influences.targetCount();
    TransposedInfluence received = TransposedInfluence.ofLaterTargets(influences);
    PairScores.Builder scores = PairScores.builder(n);
    double[] selves = new double[n];
    for (int i = 0; i < n; i++) {
      selves[i] = influences.influence(i, i);
    }
    for (int i = 0; i < n; i++) {
      InfluenceMatrix.Row given = influences.row(i);
      // Targets come first; influences of a larger extent go on with other nodes.
      int targets = given.size();
      while (targets > 0 && given.position(targets - 1) >= n) {
        targets--;
      }
      int g = 0;
      while (g < targets && given.position(g) <= i) {
        g++;
      }
      int r = received.begin(i);
      int end = received.begin(i + 1);
      while (g < targets || r < end) {
        int fromGiven = g < targets ? given.position(g) : Integer.MAX_VALUE;
        int fromReceived = r < end ? received.source(r) : Integer.MAX_VALUE;
        int j = Math.min(fromGiven, fromReceived);
        double earlierOnLater = fromGiven == j ? given.value(g++) : 0;
        double laterOnEarlier = fromReceived == j ? received.value(r++) : 0;
        scores.add(i, j, combination.score(laterOnEarlier, earlierOnLater, selves[i] * selves[j]));
      }
    }
    return scores.build();
  }
}
