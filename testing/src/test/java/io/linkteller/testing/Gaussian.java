package io.linkteller.testing;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Normal features, which say nothing of a graph. */
public final class Gaussian {

  private Gaussian() {}

  /** Returns independent numbers, drawn row by row. */
  public static double[][] rows(int rows, int columns, RandomGenerator random) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      Arrays.setAll(row, column -> random.nextGaussian());
    }
    return x;
  }
}
