package io.linkteller.attack;

/**
 * How the influences between two targets become the score of their pair. Let u come before v in
 * V^(C), and M_vu be the influence of v on u. The paper's Algorithm 1 leaves open which of the two
 * directions counts; its authors' experiments take one.
 */
public enum PairScore {
  /** M_vu: the influence of the later target on the earlier, as in the paper's experiments. */
  PAPER {
    @Override
    double combine(double laterOnEarlier, double earlierOnLater, double selves) {
      return laterOnEarlier;
    }
  },
  /** max(M_uv, M_vu). */
  MAX {
    @Override
    double combine(double laterOnEarlier, double earlierOnLater, double selves) {
      return Math.max(laterOnEarlier, earlierOnLater);
    }
  },
  /** (M_uv + M_vu) / 2. */
  MEAN {
    @Override
    double combine(double laterOnEarlier, double earlierOnLater, double selves) {
      return (laterOnEarlier + earlierOnLater) / 2;
    }
  },
  /** sqrt(M_uv M_vu). */
  GEOMETRIC {
    @Override
    double combine(double laterOnEarlier, double earlierOnLater, double selves) {
      return Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater);
    }
  },
  /**
   * sqrt(M_uv M_vu / (M_uu M_vv)): what a node's features and the weights contribute to its row and
   * column cancels, what the graph contributes stays. 0 where a target does not influence itself.
   */
  SELF_NORMALIZED {
    @Override
    double combine(double laterOnEarlier, double earlierOnLater, double selves) {
      return selves == 0
          ? 0
          : Math.sqrt(laterOnEarlier) * Math.sqrt(earlierOnLater) / Math.sqrt(selves);
    }
  };

  /**
   * Returns the score of a pair.
   *
   * @param laterOnEarlier M_vu
   * @param earlierOnLater M_uv
   * @param selves M_uu M_vv
   * @return the score, at least 0, and 0 if both influences are
   */
  abstract double combine(double laterOnEarlier, double earlierOnLater, double selves);

  /**
   * Scores all pairs of targets. O(s + n log n) for n targets and s non-zero influences.
   *
   * @param influences the influences of all targets
   * @return the scores, by position of the targets
   * @throws IllegalStateException if a target has not been measured
   */
  public PairScores of(InfluenceMatrix influences) {
    int n = influences.targetCount();
    TransposedInfluence received = TransposedInfluence.ofLaterTargets(influences);
    PairScores.Builder scores = PairScores.builder(n);
    double[] selves = new double[n];
    for (int i = 0; i < n; i++) {
      selves[i] = influences.influence(i, i);
    }
    for (int i = 0; i < n; i++) {
      InfluenceMatrix.Row given = influences.row(i);
      int g = 0;
      while (g < given.size() && given.position(g) <= i) {
        g++;
      }
      int r = received.begin(i);
      int end = received.begin(i + 1);
      while (g < given.size() || r < end) {
        int fromGiven = g < given.size() ? given.position(g) : Integer.MAX_VALUE;
        int fromReceived = r < end ? received.source(r) : Integer.MAX_VALUE;
        int j = Math.min(fromGiven, fromReceived);
        double earlierOnLater = fromGiven == j ? given.value(g++) : 0;
        double laterOnEarlier = fromReceived == j ? received.value(r++) : 0;
        scores.add(i, j, combine(laterOnEarlier, earlierOnLater, selves[i] * selves[j]));
      }
    }
    return scores.build();
  }
}
