package io.linkteller.testkit.contract;

import io.linkteller.feature.SparseFeatures;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** Inputs of layers. */
final class Inputs {

  private Inputs() {}

  /** Returns independent numbers from the uniform distribution on [-1, 1). */
  static DMatrixRMaj uniform(int rows, int cols, SplittableRandom random) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < matrix.data.length; i++) {
      matrix.data[i] = random.nextDouble(-1, 1);
    }
    return matrix;
  }

  /** Returns features in which each entry is 1 with probability 1/2, otherwise 0. */
  static SparseFeatures ones(int rows, int cols, SplittableRandom random) {
    int[][] ones = new int[rows][];
    for (int row = 0; row < rows; row++) {
      ones[row] = IntStream.range(0, cols).filter(col -> random.nextBoolean()).toArray();
    }
    return SparseFeatures.ofOnes(cols, ones);
  }
}
