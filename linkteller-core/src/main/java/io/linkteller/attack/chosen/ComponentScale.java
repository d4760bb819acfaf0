package io.linkteller.attack.chosen;

/** The factor that π leaves open in a connected component, fixed by degrees being whole numbers. */
final class ComponentScale {

  /** Responses below this share of the largest are rounding. */
  private static final double NOISE = 1e-6;

  private static final int LARGEST_LEAST = 64;

  private ComponentScale() {}

  /**
   * Returns the smallest number that makes scale π_u² whole for all nodes u that respond, which are
   * of one component; 1 over the least π² if there is none.
   *
   * @param response of one node, one number a node
   * @param loop 1 where scale π² is to be degree plus 1, else 0
   */
  static double of(BaseAnswers base, double[] response, int loop) {
    double noise = NOISE * LogitRows.largest(response);
    double smallest = Double.POSITIVE_INFINITY;
    for (int u = 0; u < response.length; u++) {
      if (Math.abs(response[u]) > noise) {
        smallest = Math.min(smallest, base.pi(u) * base.pi(u));
      }
    }
    for (int least = 1 + loop; least <= LARGEST_LEAST; least++) {
      if (makesWhole(base, response, noise, least / smallest)) {
        return least / smallest;
      }
    }
    return (1 + loop) / smallest;
  }

  private static boolean makesWhole(
      BaseAnswers base, double[] response, double noise, double scale) {
    for (int u = 0; u < response.length; u++) {
      double degree = scale * base.pi(u) * base.pi(u);
      if (Math.abs(response[u]) > noise
          && Math.abs(degree - Math.rint(degree)) >= 0.02 + 1e-4 * degree) {
        return false;
      }
    }
    return true;
  }
}
