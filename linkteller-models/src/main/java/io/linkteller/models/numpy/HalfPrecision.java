package io.linkteller.models.numpy;

/** Numbers of IEEE 754's binary16: 1 bit of sign, 5 of exponent, 10 of fraction. */
public final class HalfPrecision {

  private static final int FRACTION_BITS = 10;
  private static final int EXPONENT_BIAS = 15;
  private static final int EXPONENT_MASK = 0x1f;
  private static final int FRACTION_MASK = 0x3ff;

  private HalfPrecision() {}

  /**
   * Returns the number that some bits stand for.
   *
   * @param bits 16 bits
   * @return the number, exactly; infinities and NaN included
   */
  public static double toDouble(short bits) {
    int exponent = (bits >> FRACTION_BITS) & EXPONENT_MASK;
    int fraction = bits & FRACTION_MASK;
    double magnitude;
    if (exponent == EXPONENT_MASK) {
      magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      magnitude = Math.scalb((double) fraction, 1 - EXPONENT_BIAS - FRACTION_BITS);
    } else {
      magnitude =
          Math.scalb(
              (double) (fraction | (1 << FRACTION_BITS)), exponent - EXPONENT_BIAS - FRACTION_BITS);
    }
    return bits < 0 ? -magnitude : magnitude;
  }
}
