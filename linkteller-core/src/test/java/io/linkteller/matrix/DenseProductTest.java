package io.linkteller.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DenseProductTest {

  /** Around the sizes of blocks: squares of 3, strips of 12, depths of 126, tasks of 144, 256. */
  private static final int[] SIZES = {0, 1, 2, 7, 8, 9, 12, 13, 127, 145, 255, 257};

  private static DMatrixRMaj random(int rows, int cols) {
    SplittableRandom random = new SplittableRandom(rows * 1_000L + cols);
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    Arrays.setAll(matrix.data, i -> random.nextDouble(-1, 1));
    return matrix;
  }

  /** Sums in the order of the columns of A, which is the order that the class promises. */
  private static DMatrixRMaj expected(
      DMatrixRMaj a, boolean transposed, DMatrixRMaj b, boolean fused) {
    DMatrixRMaj left = transposed ? CommonOps_DDRM.transpose(a, null) : a;
    DMatrixRMaj out = new DMatrixRMaj(left.numRows, b.numCols);
    for (int i = 0; i < out.numRows; i++) {
      for (int j = 0; j < out.numCols; j++) {
        double sum = 0;
        for (int k = 0; k < b.numRows; k++) {
          double factor = left.get(i, k);
          sum = fused ? Math.fma(factor, b.get(k, j), sum) : sum + factor * b.get(k, j);
        }
        out.set(i, j, sum);
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void productsOfAnyShapeAreSumsInTheOrderOfColumns(boolean fused) {
    SplittableRandom shapes = new SplittableRandom(3);
    for (int i = 0; i < 120; i++) {
      int n = SIZES[shapes.nextInt(SIZES.length)];
      int d = SIZES[shapes.nextInt(SIZES.length)];
      int c = SIZES[shapes.nextInt(SIZES.length)];
      boolean transposed = shapes.nextBoolean();
      DMatrixRMaj a = transposed ? random(d, n) : random(n, d);
      DMatrixRMaj b = random(d, c);
      DMatrixRMaj out = new DMatrixRMaj(n, c);
      Arrays.fill(out.data, Double.NaN);
      DenseProduct.multiply(a, transposed, b, fused, out, Workers.of(1 + i % 3));
      assertArrayEquals(
          expected(a, transposed, b, fused).data,
          out.data,
          () -> n + " x " + d + " x " + c + (transposed ? ", transposed" : ""));
    }
  }

  @Test
  void productsOfInfiniteNumbersAreNotSpoiledByPadding() {
    DMatrixRMaj a = random(4, 4);
    a.set(1, 3, Double.POSITIVE_INFINITY);
    DMatrixRMaj b = random(4, 9);
    b.set(3, 8, Double.NEGATIVE_INFINITY);
    DMatrixRMaj out = new DMatrixRMaj(4, 9);
    DenseProduct.multiply(a, false, b, FusedArithmetic.AVAILABLE, out, Workers.sequential());
    assertArrayEquals(expected(a, false, b, FusedArithmetic.AVAILABLE).data, out.data);
  }

  @Test
  void narrowProductsAgreeWithWideOnes() {
    DMatrixRMaj a = random(300, 130);
    DMatrixRMaj wide = new DMatrixRMaj(0, 0);
    DMatrixRMaj narrow = new DMatrixRMaj(0, 0);
    for (int c = 1; c < 8; c++) {
      DMatrixRMaj b = random(130, c);
      DMatrixRMaj padded = new DMatrixRMaj(130, 8);
      CommonOps_DDRM.insert(b, padded, 0, 0);
      DenseOperand.view(a).multiply(b, narrow, Workers.sequential());
      DenseOperand.view(a).multiply(padded, wide, Workers.sequential());
      for (int i = 0; i < 300; i++) {
        for (int j = 0; j < c; j++) {
          assertEquals(wide.get(i, j), narrow.get(i, j), 1e-12);
        }
      }
    }
  }
}
