package io.linkteller.attack.reading;

import io.linkteller.attack.influence.InfluenceMatrix;
import java.util.Arrays;

/**
 * Properties of measured influences that indicate which score suits the model.
 *
 * @param oneWay the share of pairs with influence in only one direction among the pairs with a
 *     clear influence. With two layers of a fixed aggregation, v reaches u if u reaches v;
 *     attention, or relu in the middle of three layers, may cut off one direction
 * @param self the median share of a target's influence that stays with the target: large for an
 *     aggregation with the identity, and for targets with few neighbors
 * @param reach the median number of nodes that a target influences, as a share of all observed
 *     nodes
 */
record InfluenceTraits(double oneWay, double self, double reach) {

  /** The scores to choose from. */
  enum Choice {
    SELF_NORMALIZED,
    REACH_WEIGHTED,
    SHARED_REACH
  }

  /** The share of one-way pairs above which the model cuts off directions. */
  private static final double GATED = 0.01;

  /**
   * The multiple of the smallest influence above which an influence is clear, because noise could
   * not hide the influence in the opposite direction.
   */
  private static final double CLEAR = 100;

  /** Targets with few neighbors keep at least this share of their influence. */
  private static final double FEW_NEIGHBORS = 0.3;

  /** Under an aggregation with the identity, targets keep at least this share. */
  private static final double IDENTITY = 0.15;

  /** A target reaches few nodes if it reaches at most this share of them. */
  private static final double FEW_REACHED = 0.1;

  static InfluenceTraits of(InfluenceMatrix influences) {
    int n = influences.targetCount();
    double[] selves = new double[n];
    double[] reached = new double[n];
    int moved = 0;
    double smallest = Double.POSITIVE_INFINITY;
    for (int v = 0; v < n; v++) {
      InfluenceMatrix.Row row = influences.row(v);
      double own = 0;
      double total = 0;
      for (int e = 0; e < row.size(); e++) {
        total += row.value(e);
        own += row.position(e) == v ? row.value(e) : 0;
        smallest = Math.min(smallest, row.value(e));
      }
      if (total > 0) {
        // Targets without features to scale have no influence and are left out.
        selves[moved] = own / total;
        reached[moved++] = row.size();
      }
    }
    return new InfluenceTraits(
        oneWay(influences, CLEAR * smallest),
        median(selves, moved),
        median(reached, moved) / influences.observedCount());
  }

  private static double oneWay(InfluenceMatrix influences, double clear) {
    int n = influences.targetCount();
    long oneWay = 0;
    long all = 0;
    for (int v = 0; v < n; v++) {
      InfluenceMatrix.Row row = influences.row(v);
      for (int e = 0; e < row.size() && row.position(e) < n; e++) {
        int u = row.position(e);
        if (u != v && row.value(e) > clear) {
          // A pair is counted once, from the side with the larger influence.
          double back = influences.influence(u, v);
          boolean counts = row.value(e) > back || (row.value(e) == back && v < u);
          all += counts ? 1 : 0;
          oneWay += back == 0 && !influences.row(u).isEmpty() ? 1 : 0;
        }
      }
    }
    return all == 0 ? 0 : oneWay / (double) all;
  }

  private static double median(double[] values, int count) {
    Arrays.sort(values, 0, count);
    return count == 0 ? 0 : values[count / 2];
  }

  /**
   * Returns the score for influences with these traits. The thresholds were determined on GCNs with
   * four normalizations and two or three layers, and on GATs; see {@code docs/mathematics.md}.
   */
  Choice choice() {
    if (reach == 1) {
      // If every node reaches all others, reach carries no information.
      return Choice.SELF_NORMALIZED;
    }
    if (oneWay > GATED) {
      return self >= FEW_NEIGHBORS && reach < 0.2 ? Choice.SELF_NORMALIZED : Choice.REACH_WEIGHTED;
    }
    if (self < IDENTITY && reach > FEW_REACHED) {
      return Choice.SHARED_REACH;
    }
    boolean dense = reach > 0.5 || (self > 0.3 && self < 0.6 && reach > FEW_REACHED);
    return dense ? Choice.REACH_WEIGHTED : Choice.SELF_NORMALIZED;
  }
}
