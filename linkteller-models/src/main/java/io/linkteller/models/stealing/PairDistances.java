package io.linkteller.models.stealing;

/**
 * The eight distances of two vectors that He et al. compare nodes by, as SciPy defines them. A
 * distance that is not defined, such as the cosine of a zero vector, is 0.
 */
final class PairDistances {

  /** How many there are. */
  static final int COUNT = 8;

  /** The index of the correlation distance, 1 minus the correlation, in [0, 2]. */
  static final int CORRELATION = 2;

  private PairDistances() {}

  /**
   * Computes cosine, Euclidean, correlation, Chebyshev, Bray-Curtis, Canberra, Manhattan and
   * squared Euclidean distance, in this order. O(width), allocates nothing.
   *
   * @param a holds the first vector, from {@code aFrom} on
   * @param b holds the second, from {@code bFrom} on
   * @param width the length of both, at least 1
   * @param out receives the distances, from {@code at} on
   */
  static void of(double[] a, int aFrom, double[] b, int bFrom, int width, double[] out, int at) {
    double sumA = 0;
    double sumB = 0;
    for (int i = 0; i < width; i++) {
      sumA += a[aFrom + i];
      sumB += b[bFrom + i];
    }
    double meanA = sumA / width;
    double meanB = sumB / width;
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    double centeredDot = 0;
    double centeredA = 0;
    double centeredB = 0;
    double squares = 0;
    double absolute = 0;
    double largest = 0;
    double absoluteSum = 0;
    double canberra = 0;
    for (int i = 0; i < width; i++) {
      double x = a[aFrom + i];
      double y = b[bFrom + i];
      dot += x * y;
      squareA += x * x;
      squareB += y * y;
      centeredDot += (x - meanA) * (y - meanB);
      centeredA += (x - meanA) * (x - meanA);
      centeredB += (y - meanB) * (y - meanB);
      double difference = Math.abs(x - y);
      squares += difference * difference;
      absolute += difference;
      largest = Math.max(largest, difference);
      absoluteSum += Math.abs(x + y);
      double size = Math.abs(x) + Math.abs(y);
      canberra += size > 0 ? difference / size : 0;
    }
    out[at] = defined(1 - dot / Math.sqrt(squareA * squareB));
    out[at + 1] = Math.sqrt(squares);
    out[at + CORRELATION] = defined(1 - centeredDot / Math.sqrt(centeredA * centeredB));
    out[at + 3] = largest;
    out[at + 4] = defined(absolute / absoluteSum);
    out[at + 5] = canberra;
    out[at + 6] = absolute;
    out[at + 7] = squares;
  }

  private static double defined(double distance) {
    return Double.isFinite(distance) ? distance : 0;
  }
}
