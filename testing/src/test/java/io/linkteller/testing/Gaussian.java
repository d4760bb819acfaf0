package io.linkteller.testing;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Normally distributed features, which are independent of any graph. */
public final class Gaussian {

  private Gaussian() {}

  /** Returns a matrix of independent standard normal numbers, drawn row by row. */
  public static double[][] rows(int rows, int columns, RandomGenerator random) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      Arrays.setAll(row, column -> random.nextGaussian());
    }
    return x;
  }
}
