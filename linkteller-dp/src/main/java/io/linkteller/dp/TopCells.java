package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.dp.sampling.Trials;
import io.linkteller.dp.sampling.UniformSubset;

/**
 * Draws the number of absent cells among the T cells with the largest A_ij + Lap(1/ε₂), which is
 * step two of LapGraph (Algorithm 4 of the paper), without drawing noise.
 *
 * <p>The winning cells of each kind, present or absent, are a uniform subset, so only the number of
 * absent winners has to be drawn. Measure values in units of 1/ε₂, relative to the value of a
 * present cell without noise: present cells are at x = Lap(1) and absent ones at x = Lap(1) - ε₂.
 * Consider the levels from the highest down:
 *
 * <ul>
 *   <li>above 0, both kinds have density e^-x up to a factor, and below -ε₂ both have density e^x
 *       up to a factor. Given that a cell lies within such a stretch, its position does not depend
 *       on its kind. If the T-th largest value lies there, the winners in the stretch are a uniform
 *       subset of its cells;
 *   <li>in between, present cells have density e^x and absent ones e^-x, up to factors. A band of
 *       width h is cut in half: a present cell in the band is in the upper half with probability
 *       1/(1 + e^(-h/2)), and an absent one with probability 1/(1 + e^(h/2)), as in EdgeRand's
 *       response at ε = h/2. The half without the T-th largest value is then decided, and the other
 *       is cut again.
 * </ul>
 *
 * <p>Levels are not visited one by one. Instead, a cut is placed so that slightly more cells are
 * expected above it than are still wanted, and the cells above it are counted by {@link Trials}.
 * Any cut that does not depend on the cells below it leaves the distribution unchanged. All
 * decisions are exact, so the number has exactly the distribution that results from sorting
 * continuous noise. This takes O(|E| + T) decisions in expectation and constant memory.
 *
 * <p>This record is the state between two steps; the tests visit all its successors.
 *
 * @param epsilon ε₂
 * @param open the cells that are still undecided
 * @param absentWinners how many absent cells have been decided to be among the T largest
 * @param stretch where the undecided cells lie
 */
record TopCells(double epsilon, Undecided open, long absentWinners, Stretch stretch) {

  /**
   * Cells for which it is still undecided whether they are among the T largest.
   *
   * @param present the number of present cells
   * @param absent the number of absent cells
   * @param wanted how many of them are among the T largest
   */
  record Undecided(long present, long absent, long wanted) {

    static final Undecided NONE = new Undecided(0, 0, 0);

    long size() {
      return present + absent;
    }

    /** Returns the cells below a level, given that there are not enough above it. */
    Undecided without(long presentAbove, long absentAbove) {
      return new Undecided(
          present - presentAbove, absent - absentAbove, wanted - presentAbove - absentAbove);
    }
  }

  /** The stretch in which the undecided cells lie. */
  sealed interface Stretch {}

  /**
   * The stretch below a level.
   *
   * @param upper the level, above -ε₂; may be infinite
   */
  record Below(double upper) implements Stretch {}

  /**
   * A band between -ε₂ and 0.
   *
   * @param width the width of the band
   */
  record Band(double width) implements Stretch {}

  /** A stretch in which both kinds have the same distribution. */
  record Alike() implements Stretch {}

  private static final Alike ALIKE = new Alike();

  /**
   * In bands below this width, the two kinds are treated as having the same distribution. Such a
   * band is reached with probability 2^-900.
   */
  private static final double NARROWEST = 0x1p-950;

  /**
   * Creates the initial state, with all cells undecided.
   *
   * @param epsilon ε₂, at least 0
   * @param present |E|
   * @param absent the number of the other cells
   * @param wanted T, in [0, present + absent]
   */
  static TopCells start(double epsilon, long present, long absent, long wanted) {
    Stretch everywhere = epsilon < NARROWEST ? ALIKE : new Below(Double.POSITIVE_INFINITY);
    return new TopCells(epsilon, new Undecided(present, absent, wanted), 0, everywhere);
  }

  /** Returns the number of absent cells among the T largest. */
  static long absentWinners(double epsilon, long present, long absent, long wanted, Chance chance) {
    TopCells cells = start(epsilon, present, absent, wanted);
    while (!cells.isDecided()) {
      cells = cells.next(chance);
    }
    return cells.absentWinners;
  }

  boolean isDecided() {
    return open.wanted == 0;
  }

  /** Decides some cells or narrows the stretch of the undecided ones. */
  TopCells next(Chance chance) {
    if (open.wanted == open.size() || open.present == 0) {
      return decided(Math.min(open.wanted, open.absent));
    }
    if (open.absent == 0) {
      return decided(0);
    }
    if (stretch instanceof Band band) {
      return halve(band, chance);
    }
    if (stretch instanceof Below below) {
      return below.upper > 0 ? cutAboveZero(below, chance) : cutBelowZero(below, chance);
    }
    return decided(UniformSubset.countOfKind(open.absent, open.present, open.wanted, chance));
  }

  private TopCells decided(long moreAbsentWinners) {
    return new TopCells(epsilon, Undecided.NONE, absentWinners + moreAbsentWinners, ALIKE);
  }

  private TopCells halve(Band band, Chance chance) {
    double half = band.width / 2;
    if (half < NARROWEST) {
      return new TopCells(epsilon, open, absentWinners, ALIKE);
    }
    Probability towards = Probability.logistic(half);
    long presentAbove = Trials.countSuccesses(towards, open.present, chance);
    long absentAbove = Trials.countSuccesses(towards.complement(), open.absent, chance);
    return parted(presentAbove, absentAbove, new Band(half), new Band(half));
  }

  private TopCells cutAboveZero(Below below, Chance chance) {
    double cut = cutLevelAboveZero(below.upper);
    long presentAbove =
        Trials.countSuccesses(
            Probability.laplaceBetween(cut, below.upper, 0), open.present, chance);
    long absentAbove =
        Trials.countSuccesses(
            Probability.laplaceBetween(cut, below.upper, epsilon), open.absent, chance);
    return parted(presentAbove, absentAbove, ALIKE, below(cut));
  }

  private TopCells cutBelowZero(Below below, Chance chance) {
    double cut = cutLevelBelowZero(below.upper);
    // Exact: both levels lie on the grid, or the cut is -ε and within a factor of two of the other.
    double width = below.upper - cut;
    long presentAbove =
        Trials.countSuccesses(Probability.expOfMinus(width).complement(), open.present, chance);
    long absentAbove =
        Trials.countSuccesses(
            Probability.laplaceBetween(cut, below.upper, epsilon), open.absent, chance);
    return parted(presentAbove, absentAbove, new Band(width), below(cut));
  }

  private Stretch below(double cut) {
    return cut <= -epsilon ? ALIKE : new Below(cut);
  }

  /** Continues above the cut if there are enough cells, otherwise below it. */
  private TopCells parted(long presentAbove, long absentAbove, Stretch above, Stretch below) {
    return presentAbove + absentAbove >= open.wanted
        ? new TopCells(
            epsilon, new Undecided(presentAbove, absentAbove, open.wanted), absentWinners, above)
        : new TopCells(
            epsilon, open.without(presentAbove, absentAbove), absentWinners + absentAbove, below);
  }

  /** Returns the number of wanted cells plus about four standard deviations of a count. */
  private double target() {
    return open.wanted + 4 * Math.sqrt((double) open.wanted) + 8;
  }

  /** Returns the cut above which the expected number of cells is the target, but at least 0. */
  private double cutLevelAboveZero(double upper) {
    double beyondUpper = Math.exp(-upper);
    double density =
        open.present / (2 - beyondUpper)
            + open.absent * Math.exp(-epsilon) / (2 - beyondUpper * Math.exp(-epsilon));
    double cut = -Math.log(beyondUpper + target() / density);
    return cut > 0 && cut < upper ? cut : 0;
  }

  /**
   * Returns the cut above which the expected number of cells is the target, but at least -ε. With y
   * = e^(upper - cut), the expected number is P (1 - 1/y) + Q (y - 1), where P is the number of
   * present cells, Q is the number of absent cells times e^-a/(2 - e^-a), and a = upper + ε.
   */
  private double cutLevelBelowZero(double upper) {
    double logQ =
        Math.log((double) open.absent)
            - (upper + epsilon)
            - Math.log(2 - Math.exp(-(upper + epsilon)));
    double q = Math.exp(logQ);
    double p = open.present;
    double b = p - q - target();
    double root = Math.sqrt(b * b + 4 * p * q);
    double logY;
    if (b > 0) {
      logY = Math.log(2 * p / (b + root));
    } else if (root - b > 0) {
      logY = Math.log((root - b) / 2) - logQ;
    } else {
      logY = (Math.log(p) - logQ) / 2;
    }
    return onGrid(upper - logY, upper);
  }

  /**
   * Rounds a level between -ε and 0 down to a multiple of ε 2^-31, itself rounded down to a power
   * of two, so that differences of levels are exact doubles. The last level before -ε is more than
   * half as far from 0 as -ε, so the difference of the two is also exact.
   */
  private double onGrid(double level, double upper) {
    double unit = Math.scalb(1.0, Math.getExponent(epsilon) - 31);
    double lowest = -Math.floor(epsilon / unit) * unit;
    double cut = Math.floor(level / unit) * unit;
    if (cut > lowest) {
      return Math.min(cut, upper - unit);
    }
    return upper > lowest ? lowest : -epsilon;
  }
}
