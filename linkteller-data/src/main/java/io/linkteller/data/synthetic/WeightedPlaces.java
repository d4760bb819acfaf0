package io.linkteller.data.synthetic;

/**
 * Draws positions in proportion to their weights, from all positions or from a range, in O(1)
 * expected time. Uses a guide table (H.-C. Chen, Y. Asau, 1974) of the cumulative weights.
 */
final class WeightedPlaces {

  private final double[] cumulated;
  private final int[] guide;
  private final double perUnit;

  WeightedPlaces(double[] weights) {
    int n = weights.length;
    cumulated = new double[n + 1];
    for (int place = 0; place < n; place++) {
      cumulated[place + 1] = cumulated[place] + weights[place];
    }
    guide = new int[n];
    perUnit = n / cumulated[n];
    int place = 0;
    for (int bucket = 0; bucket < n; bucket++) {
      while (place + 1 < n && cumulated[place + 1] * perUnit <= bucket) {
        place++;
      }
      guide[bucket] = place;
    }
  }

  int draw(int from, int to, double uniform) {
    double target = cumulated[from] + uniform * (cumulated[to] - cumulated[from]);
    int place = guide[Math.min(guide.length - 1, (int) (target * perUnit))];
    while (cumulated[place + 1] <= target && place + 1 < to) {
      place++;
    }
    // Rounding may lead past an end of the range, about once in 10^16 draws.
    return Math.min(Math.max(from, place), to - 1);
  }
}
