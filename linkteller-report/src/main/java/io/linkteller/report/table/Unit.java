package io.linkteller.report.table;

/** The unit of a metric. */
public enum Unit {
  /** A share in [0, 1], shown as a percentage. */
  PERCENT("%", 2, 1),
  /** A share in [0, 1], shown as such. */
  FRACTION("", 0, 1),
  /** Seconds, at least 0. */
  SECONDS("s", 0, Double.MAX_VALUE),
  /** Any other number of at least 0. */
  NUMBER("", 0, Double.MAX_VALUE),
  /** A difference of two shares, in [-1, 1]. */
  DIFFERENCE("", 0, 1) {
    @Override
    void require(String name, double value) {
      if (!(Math.abs(value) <= 1)) {
        throw new IllegalArgumentException(name + " = " + value + " is not in [-1, 1]");
      }
    }
  };

  private final String symbol;
  private final int shift;
  private final double largest;

  Unit(String symbol, int shift, double largest) {
    this.symbol = symbol;
    this.shift = shift;
    this.largest = largest;
  }

  /**
   * Returns the symbol that follows a number.
   *
   * @return {@code %}, {@code s} or nothing
   */
  public String symbol() {
    return symbol;
  }

  /**
   * {@return the exponent of the power of ten by which displayed numbers are multiplied: 2 for
   * percentages}
   */
  public int shift() {
    return shift;
  }

  void require(String name, double value) {
    if (!(value >= 0 && value <= largest)) {
      throw new IllegalArgumentException(
          name + " = " + value + " is not in [0, " + (largest == 1 ? "1" : "infinity") + "]");
    }
  }
}
