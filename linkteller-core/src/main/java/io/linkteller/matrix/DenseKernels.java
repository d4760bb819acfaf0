package io.linkteller.matrix;

/**
 * Sums and products of dense row-major matrices, on plain arrays. These methods check nothing.
 *
 * <p>The innermost loops, except those of {@link #dot}, read all their arrays at the same index:
 * the JIT compiler of Java 17 vectorizes a loop over several arrays only in this form.
 */
public final class DenseKernels {

  private DenseKernels() {}

  /**
   * Adds a multiple of one array to another: y += a x.
   *
   * @param a the factor
   * @param x at least {@code size} numbers
   * @param size the number of elements to process
   * @param y at least {@code size} numbers
   */
  public static void add(double a, double[] x, int size, double[] y) {
    for (int i = 0; i < size; i++) {
      y[i] += a * x[i];
    }
  }

  /** Computes y = a x. */
  static void scale(double a, double[] x, int size, double[] y) {
    for (int i = 0; i < size; i++) {
      y[i] = a * x[i];
    }
  }

  /**
   * Adds multiples of four arrays to a fifth, with one load and one store of the sum per four
   * products. Loops with more terms are not vectorized.
   *
   * @param a0 factor of {@code x0}
   * @param x0 at least {@code size} numbers
   * @param a1 factor of {@code x1}
   * @param x1 at least {@code size} numbers
   * @param a2 factor of {@code x2}
   * @param x2 at least {@code size} numbers
   * @param a3 factor of {@code x3}
   * @param x3 at least {@code size} numbers
   * @param size the number of elements to process
   * @param sum the array to add to, at least {@code size} numbers
   */
  public static void addFour(
      double a0,
      double[] x0,
      double a1,
      double[] x1,
      double a2,
      double[] x2,
      double a3,
      double[] x3,
      int size,
      double[] sum) {
    for (int i = 0; i < size; i++) {
      sum[i] = sum[i] + a0 * x0[i] + a1 * x1[i] + a2 * x2[i] + a3 * x3[i];
    }
  }

  /**
   * Computes the rows {@code from} to {@code to - 1} of out = H W for a W with few columns.
   *
   * @param h H, n x d, row-major
   * @param d the number of columns of H
   * @param wt Wᵀ, c x d, row-major
   * @param c the number of columns of W
   * @param out the product, n x c, row-major
   */
  static void multiplyNarrow(
      int from, int to, double[] h, int d, double[] wt, int c, double[] out) {
    for (int row = from; row < to; row++) {
      for (int j = 0; j < c; j++) {
        out[row * c + j] = dot(h, row * d, wt, j * d, d);
      }
    }
  }

  /**
   * Computes xᵀ y with four partial sums, which are added in a fixed order.
   *
   * @param x the array that contains x
   * @param xFrom the index of x's first number
   * @param y the array that contains y
   * @param yFrom the index of y's first number
   * @param size the number of elements to process
   * @return the dot product
   */
  public static double dot(double[] x, int xFrom, double[] y, int yFrom, int size) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < size; i += 4) {
      s0 += x[xFrom + i] * y[yFrom + i];
      s1 += x[xFrom + i + 1] * y[yFrom + i + 1];
      s2 += x[xFrom + i + 2] * y[yFrom + i + 2];
      s3 += x[xFrom + i + 3] * y[yFrom + i + 3];
    }
    for (; i < size; i++) {
      s0 += x[xFrom + i] * y[yFrom + i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
