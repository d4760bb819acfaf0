package io.linkteller.dp;

/**
 * How many absent cells are among the T cells with the largest A_ij + Lap(1/ε₂), which is step two
 * of LapGraph (Algorithm 4 of the paper), found without drawing a noise.
 *
 * <p>Which cells of a kind win is uniform, so the number of absent winners is all there is to find.
 * Measure values in units of 1/ε₂ from the level of a present cell's own value, so that present
 * cells are at x = Lap(1) and absent ones at x = Lap(1) - ε₂, and look at the levels from above:
 *
 * <ul>
 *   <li>above 0 both kinds have density e^-x up to a factor, and below -ε₂ both have e^x: given
 *       that a cell lies within such a stretch, its kind says nothing about where. If the T-th
 *       largest lies there, the winners of the stretch are a uniform subset of its cells;
 *   <li>in between, present cells have density e^x, absent ones e^-x. A band of width h is cut in
 *       half; a present cell of it is in the upper half with probability 1/(1 + e^(-h/2)), an
 *       absent one with probability 1/(1 + e^(h/2)), which is EdgeRand's response at ε = h/2. The
 *       half without the T-th largest is decided; the other is cut again.
 * </ul>
 *
 * <p>Levels are not visited one by one: a cut is placed where a few more cells than are still
 * wanted are expected above it (any cut that depends on nothing below it leaves the law as it is),
 * and the cells above it are counted by {@link Trials}. All decisions are exact, so the number has
 * exactly the law of continuous noises that are sorted. O(|E| + T) decisions in expectation, no
 * memory.
 *
 * <p>This record is the state between two steps; the tests walk through all its successors.
 *
 * @param epsilon ε₂
 * @param present the present cells that are still undecided
 * @param absent the absent cells that are still undecided
 * @param wanted how many of the undecided cells are among the T largest
 * @param absentWinners how many absent cells have been decided to be
 * @param stretch where the undecided cells lie
 * @param upper the level below which they lie, if {@code stretch} is BELOW; may be infinite
 * @param width the width of the band they lie in, if {@code stretch} is BAND
 */
record TopCells(
    double epsilon,
    long present,
    long absent,
    long wanted,
    long absentWinners,
    Stretch stretch,
    double upper,
    double width) {

  /** Where the undecided cells are known to lie. */
  enum Stretch {
    /** Anywhere below a level. */
    BELOW,
    /** In a band between -ε₂ and 0. */
    BAND,
    /** Where both kinds have the same law. */
    ALIKE
  }

  /** A band that would be reached once in 2^900 times and where the two kinds are alike. */
  private static final double NARROWEST = 0x1p-950;

  /**
   * Starts with all cells.
   *
   * @param epsilon ε₂, at least 0
   * @param present |E|
   * @param absent the number of the other cells
   * @param wanted T, in [0, present + absent]
   */
  static TopCells start(double epsilon, long present, long absent, long wanted) {
    return epsilon < NARROWEST
        ? new TopCells(epsilon, present, absent, wanted, 0, Stretch.ALIKE, 0, 0)
        : below(epsilon, present, absent, wanted, 0, Double.POSITIVE_INFINITY);
  }

  /** The number of absent cells among the T largest. */
  static long absentWinners(double epsilon, long present, long absent, long wanted, Chance chance) {
    TopCells cells = start(epsilon, present, absent, wanted);
    while (!cells.isDecided()) {
      cells = cells.next(chance);
    }
    return cells.absentWinners;
  }

  private static TopCells below(
      double epsilon, long present, long absent, long wanted, long absentWinners, double upper) {
    Stretch stretch = upper <= -epsilon ? Stretch.ALIKE : Stretch.BELOW;
    return new TopCells(epsilon, present, absent, wanted, absentWinners, stretch, upper, 0);
  }

  private TopCells decided(long moreAbsentWinners) {
    return new TopCells(epsilon, 0, 0, 0, absentWinners + moreAbsentWinners, Stretch.ALIKE, 0, 0);
  }

  boolean isDecided() {
    return wanted == 0;
  }

  /** Decides some cells, or narrows down where the undecided ones lie. */
  TopCells next(Chance chance) {
    if (wanted == present + absent || present == 0) {
      return decided(Math.min(wanted, absent));
    }
    if (absent == 0) {
      return decided(0);
    }
    return switch (stretch) {
      case ALIKE -> decided(UniformSubset.countOfKind(absent, present, wanted, chance));
      case BAND -> halveBand(chance);
      case BELOW -> upper > 0 ? cutAboveZero(chance) : cutBelowZero(chance);
    };
  }

  private TopCells halveBand(Chance chance) {
    double half = width / 2;
    if (half < NARROWEST) {
      return new TopCells(
          epsilon, present, absent, wanted, absentWinners, Stretch.ALIKE, upper, width);
    }
    Probability towards = Probability.logistic(half);
    long presentAbove = Trials.countSuccesses(towards, present, chance);
    long absentAbove = Trials.countSuccesses(towards.complement(), absent, chance);
    long above = presentAbove + absentAbove;
    return above >= wanted
        ? new TopCells(
            epsilon, presentAbove, absentAbove, wanted, absentWinners, Stretch.BAND, 0, half)
        : new TopCells(
            epsilon,
            present - presentAbove,
            absent - absentAbove,
            wanted - above,
            absentWinners + absentAbove,
            Stretch.BAND,
            0,
            half);
  }

  private TopCells cutAboveZero(Chance chance) {
    double cut = cutLevelAboveZero();
    long presentAbove =
        Trials.countSuccesses(Probability.laplaceBetween(cut, upper, 0), present, chance);
    long absentAbove =
        Trials.countSuccesses(Probability.laplaceBetween(cut, upper, epsilon), absent, chance);
    return presentAbove + absentAbove >= wanted
        ? new TopCells(
            epsilon, presentAbove, absentAbove, wanted, absentWinners, Stretch.ALIKE, 0, 0)
        : withoutTop(presentAbove, absentAbove, cut);
  }

  private TopCells cutBelowZero(Chance chance) {
    double cut = cutLevelBelowZero();
    // Exact: both levels lie on the grid, or the cut is -ε and within a factor of two of the other.
    double band = upper - cut;
    long presentAbove =
        Trials.countSuccesses(Probability.expOfMinus(band).complement(), present, chance);
    long absentAbove =
        Trials.countSuccesses(Probability.laplaceBetween(cut, upper, epsilon), absent, chance);
    return presentAbove + absentAbove >= wanted
        ? new TopCells(
            epsilon, presentAbove, absentAbove, wanted, absentWinners, Stretch.BAND, 0, band)
        : withoutTop(presentAbove, absentAbove, cut);
  }

  private TopCells withoutTop(long presentAbove, long absentAbove, double cut) {
    return below(
        epsilon,
        present - presentAbove,
        absent - absentAbove,
        wanted - presentAbove - absentAbove,
        absentWinners + absentAbove,
        cut);
  }

  /** Some more than are wanted: four standard deviations of a count. */
  private double target() {
    return wanted + 4 * Math.sqrt((double) wanted) + 8;
  }

  /** Solves (expected number of cells above the cut) = target, at least 0. */
  private double cutLevelAboveZero() {
    double beyondUpper = Math.exp(-upper);
    double density =
        present / (2 - beyondUpper)
            + absent * Math.exp(-epsilon) / (2 - beyondUpper * Math.exp(-epsilon));
    double cut = -Math.log(beyondUpper + target() / density);
    return cut > 0 && cut < upper ? cut : 0;
  }

  /**
   * Solves (expected number of cells above the cut) = target, at least -ε. With y = e^(upper - cut)
   * that number is P (1 - 1/y) + Q (y - 1), P the present cells and Q the absent ones times e^-a/(2
   * - e^-a), a = upper + ε.
   */
  private double cutLevelBelowZero() {
    double logQ =
        Math.log((double) absent) - (upper + epsilon) - Math.log(2 - Math.exp(-(upper + epsilon)));
    double q = Math.exp(logQ);
    double p = present;
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
    return onGrid(upper - logY);
  }

  /**
   * Levels between -ε and 0 are multiples of ε 2^-31 (to a power of two), so that differences of
   * levels are doubles without rounding; the last one before -ε is half of it or more, so that the
   * difference to -ε is too.
   */
  private double onGrid(double level) {
    double unit = Math.scalb(1.0, Math.getExponent(epsilon) - 31);
    double lowest = -Math.floor(epsilon / unit) * unit;
    double cut = Math.floor(level / unit) * unit;
    if (cut > lowest) {
      return Math.min(cut, upper - unit);
    }
    return upper > lowest ? lowest : -epsilon;
  }
}
