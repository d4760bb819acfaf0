package io.linkteller.models.numpy;

/**
 * Decodes half-precision numbers (IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction
 * bits).
 */
public final class HalfPrecision {

  private static final int FRACTION_BITS = 10;
  private static final int EXPONENT_BIAS = 15;
  private static final int EXPONENT_MASK = 0x1f;
  private static final int FRACTION_MASK = 0x3ff;

  private HalfPrecision() {}

  /**
   * Returns the value of a half-precision number.
   *
   * @param bits the 16 bits of the number
   * @return the exact value, which may be infinite or NaN
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
