package io.linkteller.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.parallel.Workers;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class PatternProductTest {

  @Property(tries = 60)
  void equalsTheSparseProductUpToRounding(
      @ForAll @IntRange(min = 1, max = 90) int n,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    Case random = new Case(n, density, seed);
    DMatrixRMaj b = random.matrix(n, width);
    double[] row = random.numbers(width);
    DMatrixRMaj expected = new DMatrixRMaj(0, 0);
    DMatrixRMaj actual = new DMatrixRMaj(0, 0);

    random.sparse().multiplyPlusRow(b, row, expected, Workers.sequential());
    random.product().multiplyPlusRow(b, row, actual, Workers.sequential());
    assertClose(actual, expected, n);

    random.sparse().multiplyTransposed(b, expected, Workers.sequential());
    random
        .product()
        .transposed()
        .multiplyPlusRow(b, new double[width], actual, Workers.sequential());
    assertClose(actual, expected, n);
  }

  /** All factors and numbers are at most 1, so each of the n + 1 terms of a number is. */
  private static void assertClose(DMatrixRMaj actual, DMatrixRMaj expected, int n) {
    assertEquals(expected.numRows, actual.numRows);
    assertEquals(expected.numCols, actual.numCols);
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], 0x1p-50 * n * (n + 2));
    }
  }

  @Test
  void resultsDoNotDependOnThreads() {
    int n = 2600;
    Case random = new Case(n, 0.02, 3);
    PatternProduct product = random.product();
    for (int width : new int[] {3, 70}) {
      DMatrixRMaj b = random.matrix(n, width);
      DMatrixRMaj one = new DMatrixRMaj(0, 0);
      DMatrixRMaj four = new DMatrixRMaj(0, 0);
      product.multiplyPlusRow(b, new double[width], one, Workers.sequential());
      product.multiplyPlusRow(b, new double[width], four, Workers.of(4));
      assertArrayEquals(one.data, four.data, 0);
    }
  }

  @Test
  void isCheaperOnlyForLargeDensePatterns() {
    assertTrue(PatternProduct.isCheaper(4648, 4648L * 4648 / 4));
    assertFalse(PatternProduct.isCheaper(4648, 120_000));
    assertFalse(PatternProduct.isCheaper(100, 9_900));
  }

  @Test
  void rejectsOperandsOfTheWrongShape() {
    Case random = new Case(5, 0.5, 1);
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    DMatrixRMaj b = new DMatrixRMaj(4, 2);
    PatternProduct product = random.product();
    Exception wrongRows =
        assertThrows(
            IllegalArgumentException.class,
            () -> product.multiplyPlusRow(b, new double[2], out, Workers.sequential()));
    assertTrue(wrongRows.toString().contains("4 rows"), wrongRows.toString());
    CsrMatrix pattern = random.sparse();
    Exception wrongFactors =
        assertThrows(
            IllegalArgumentException.class,
            () -> PatternProduct.of(pattern, new double[4], new double[5], new double[5]));
    assertTrue(wrongFactors.toString().contains("4 diagonal entries"), wrongFactors.toString());
  }

  /** A random symmetric pattern with factors in [-1, 1]. */
  private static final class Case {

    private final Random random;
    private final double[] diagonal;
    private final double[] left;
    private final double[] right;
    private final CsrMatrix sparse;

    Case(int n, double density, long seed) {
      random = new Random(seed);
      diagonal = numbers(n);
      left = numbers(n);
      right = numbers(n);
      boolean[][] ones = new boolean[n][n];
      int[] offsets = new int[n + 1];
      for (int u = 0; u < n; u++) {
        for (int w = 0; w < u; w++) {
          ones[u][w] = random.nextDouble() < density;
          ones[w][u] = ones[u][w];
        }
      }
      for (int u = 0; u < n; u++) {
        offsets[u + 1] = offsets[u] + 1;
        for (int w = 0; w < n; w++) {
          offsets[u + 1] += ones[u][w] ? 1 : 0;
        }
      }
      int[] columns = new int[offsets[n]];
      double[] values = new double[offsets[n]];
      int at = 0;
      for (int u = 0; u < n; u++) {
        for (int w = 0; w < n; w++) {
          if (w == u || ones[u][w]) {
            columns[at] = w;
            values[at++] = w == u ? diagonal[u] : left[u] * right[w];
          }
        }
      }
      sparse = CsrMatrix.of(n, offsets, columns, values);
    }

    CsrMatrix sparse() {
      return sparse;
    }

    PatternProduct product() {
      return PatternProduct.of(sparse, diagonal, left, right);
    }

    double[] numbers(int count) {
      return random.doubles(count, -1, 1).toArray();
    }

    DMatrixRMaj matrix(int rows, int cols) {
      return DMatrixRMaj.wrap(rows, cols, numbers(rows * cols));
    }
  }
}
