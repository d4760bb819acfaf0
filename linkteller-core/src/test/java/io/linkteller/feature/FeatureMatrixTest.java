package io.linkteller.feature;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class FeatureMatrixTest {

  private static SparseFeatures randomSparse(int rows, int cols, SplittableRandom random) {
    int[] offsets = new int[rows + 1];
    int[] columns = new int[rows * cols];
    double[] values = new double[rows * cols];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      for (int col = 0; col < cols; col++) {
        if (random.nextInt(3) == 0) {
          columns[at] = col;
          values[at++] = random.nextDouble(-2, 2);
        }
      }
      offsets[row + 1] = at;
    }
    return SparseFeatures.of(
        CsrMatrix.of(cols, offsets, Arrays.copyOf(columns, at), Arrays.copyOf(values, at)));
  }

  private static DMatrixRMaj random(int rows, int cols, SplittableRandom random) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      matrix.data[i] = random.nextDouble(-1, 1);
    }
    return matrix;
  }

  private static List<FeatureMatrix> allKinds(int rows, int cols, SplittableRandom random) {
    SparseFeatures sparse = randomSparse(rows, cols, random);
    FeatureMatrix standardized = FeatureScaler.fit(sparse).transform(sparse);
    FeatureMatrix dense = FeatureMatrix.dense(random(rows, cols, random));
    IntList some =
        IntList.of(IntStream.range(0, rows).filter(row -> random.nextBoolean()).toArray());
    return List.of(
        sparse,
        standardized,
        dense,
        dense.edited(FeatureEdit.scaling(0, 1.5)),
        sparse.edited(FeatureEdit.scaling(rows - 1, -2)),
        standardized.edited(FeatureEdit.scaling(rows / 2, 1 + 1e-4)),
        dense.edited(FeatureEdit.replacing(rows / 2, random(1, cols, random).data)),
        sparse.edited(FeatureEdit.replacing(0, random(1, cols, random).data)),
        standardized.edited(FeatureEdit.scaling(some, -0.5)),
        sparse.edited(FeatureEdit.scaling(some, 0)),
        LowRankFeatures.of(random(1, rows, random).data, random(1, cols, random).data)
            .edited(FeatureEdit.replacing(some, standardized.selectRows(some))),
        standardized.edited(
            FeatureEdit.replacing(some, FeatureMatrix.dense(random(some.size(), cols, random)))),
        FeatureMatrix.zero(rows, cols)
            .edited(FeatureEdit.replacing(rows / 2, random(1, cols, random).data)));
  }

  @Property
  void productsEqualThoseOfTheDenseMatrix(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 30) int cols,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DMatrixRMaj w = random(cols, width, random);
    DMatrixRMaj g = random(rows, width, random);
    for (FeatureMatrix x : allKinds(rows, cols, random)) {
      DMatrixRMaj dense = x.toDense();
      DMatrixRMaj expected = new DMatrixRMaj(rows, width);
      CommonOps_DDRM.mult(dense, w, expected);
      DMatrixRMaj expectedTransposed = new DMatrixRMaj(cols, width);
      CommonOps_DDRM.multTransA(dense, g, expectedTransposed);
      DMatrixRMaj actual = new DMatrixRMaj(0, 0);
      x.multiply(w, actual, Workers.sequential());
      assertArrayEquals(expected.data, Arrays.copyOf(actual.data, rows * width), 1e-11);
      x.multiplyTransposed(g, actual, Workers.sequential());
      assertArrayEquals(expectedTransposed.data, Arrays.copyOf(actual.data, cols * width), 1e-11);
      for (int row = 0; row < rows; row++) {
        double largest = 0;
        for (int col = 0; col < cols; col++) {
          assertEquals(dense.get(row, col), x.get(row, col), 1e-15);
          largest = Math.max(largest, Math.abs(x.get(row, col)));
        }
        assertEquals(largest == 0, x.isZeroRow(row));
      }
    }
  }

  @Property(tries = 4)
  void productsDoNotDependOnTheNumberOfThreads(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int rows = 700;
    int cols = 60;
    DMatrixRMaj w = random(cols, 33, random);
    DMatrixRMaj g = random(rows, 33, random);
    for (FeatureMatrix x : allKinds(rows, cols, random)) {
      DMatrixRMaj one = new DMatrixRMaj(0, 0);
      DMatrixRMaj many = new DMatrixRMaj(0, 0);
      x.multiply(w, one, Workers.sequential());
      x.multiply(w, many, Workers.of(4));
      assertArrayEquals(one.data, many.data);
      x.multiplyTransposed(g, one, Workers.sequential());
      x.multiplyTransposed(g, many, Workers.of(4));
      assertArrayEquals(one.data, many.data);
    }
  }

  @Property(tries = 50)
  void standardizedColumnsHaveMeanZeroAndDeviationOne(@ForAll long seed) {
    SparseFeatures sparse = randomSparse(50, 8, new SplittableRandom(seed));
    DMatrixRMaj x = FeatureScaler.fit(sparse).transform(sparse).toDense();
    for (int col = 0; col < 8; col++) {
      double sum = 0;
      double squares = 0;
      for (int row = 0; row < 50; row++) {
        sum += x.get(row, col);
        squares += x.get(row, col) * x.get(row, col);
      }
      assertEquals(0, sum / 50, 1e-12);
      assertEquals(1, squares / 50, 1e-12);
    }
  }

  @Test
  void aConstantColumnIsOnlyCentered() {
    SparseFeatures x =
        SparseFeatures.of(
            CsrMatrix.of(
                2, new int[] {0, 1, 2, 3}, new int[] {0, 0, 0}, new double[] {0.1, 0.1, 0.1}));
    FeatureScaler scaler = FeatureScaler.fit(x);
    assertArrayEquals(new double[] {1, 1}, scaler.deviation());
    StandardizedFeatures standardized = scaler.transform(x);
    assertEquals(0, standardized.get(1, 0), 1e-16);
    assertEquals(0, standardized.get(1, 1));
  }

  @Test
  void theMessageNamesRowAndColumnOfANonFiniteFeature() {
    assertRefused(
        "row 1, column 1 is NaN",
        () -> FeatureMatrix.dense(new double[][] {{1, 2}, {3, Double.NaN}}));
    assertRefused(
        "row 1, column 3 is Infinity",
        () ->
            CsrMatrix.of(
                4, new int[] {0, 0, 1}, new int[] {3}, new double[] {Double.POSITIVE_INFINITY}));
  }

  @Test
  void malformedSparseRowsAreRejected() {
    double[] two = {1, 1};
    assertRefused(() -> CsrMatrix.of(3, new int[] {0, 2}, new int[] {1, 1}, two));
    assertRefused(() -> CsrMatrix.of(3, new int[] {0, 2}, new int[] {1, 3}, two));
    assertRefused(() -> CsrMatrix.of(3, new int[] {0, 1}, new int[] {1, 2}, two));
    assertRefused(() -> CsrMatrix.of(3, new int[] {0, 2, 1, 2}, new int[] {1, 2}, two));
    assertRefused(() -> SparseFeatures.ofOnes(3, new int[][] {{2, 1}}));
  }

  @Test
  void theMessageNamesARowOfTheWrongLength() {
    assertRefused("row 1", () -> FeatureMatrix.dense(new double[][] {{1}, {1, 2}}));
  }

  @Test
  void laterChangesToTheCallersMatrixDoNotAffectTheFeatures() {
    DMatrixRMaj mine = new DMatrixRMaj(new double[][] {{1, 2}});
    DenseFeatures x = FeatureMatrix.dense(mine);
    mine.set(0, 0, Double.NaN);
    x.toDense().set(0, 1, 7);
    assertEquals(1, x.get(0, 0));
    assertEquals(2, x.get(0, 1));
  }

  @Test
  void rowsColumnsAndFactorsOutOfRangeAreRejected() {
    DenseFeatures x = FeatureMatrix.dense(new double[][] {{1, 2}});
    assertRefused(() -> x.get(1, 0));
    assertRefused(() -> x.get(0, 2));
    assertRefused(() -> x.isZeroRow(-1));
    assertRefused(() -> x.edited(FeatureEdit.scaling(1, 2)));
    assertRefused(() -> x.edited(FeatureEdit.scaling(0, Double.NaN)));
    assertRefused(
        () -> x.multiply(new DMatrixRMaj(3, 1), new DMatrixRMaj(0, 0), Workers.sequential()));
    assertRefused(
        () ->
            FeatureScaler.of(new double[] {0}, new double[] {0})
                .transform(SparseFeatures.ofOnes(1, new int[][] {{0}})));
    assertFalse(x.isZeroRow(0));
  }

  @Test
  void aReplacedRowMustFit() {
    FeatureMatrix x = FeatureMatrix.dense(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertTrue(x.edited(FeatureEdit.replacing(0, new double[3])).isZeroRow(0));
    assertFalse(x.edited(FeatureEdit.replacing(0, new double[3])).isZeroRow(1));
    assertRefused(() -> x.edited(FeatureEdit.replacing(0, new double[2])));
    assertRefused(() -> x.edited(FeatureEdit.replacing(0, new double[] {1, 2, 1 / 0.0})));
  }

  @Test
  void aScalerRejectsFeaturesWithAnotherNumberOfColumns() {
    FeatureScaler scaler = FeatureScaler.of(new double[] {0, 0}, new double[] {1, 1});
    assertRefused(() -> scaler.transform(SparseFeatures.ofOnes(3, new int[][] {{0}})));
  }

  @Property(tries = 50)
  void denseAndSparseFeaturesAreStandardizedAlike(
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 7) int cols,
      @ForAll long seed) {
    SparseFeatures sparse = randomSparse(rows, cols, new SplittableRandom(seed));
    FeatureMatrix dense = FeatureMatrix.dense(sparse.toDense());
    FeatureScaler ofSparse = FeatureScaler.fit(sparse);
    FeatureScaler ofDense = FeatureScaler.fit(dense);
    assertArrayEquals(ofSparse.mean(), ofDense.mean(), 1e-15);
    assertArrayEquals(ofSparse.deviation(), ofDense.deviation(), 1e-14);
    assertArrayEquals(
        ofSparse.transform(sparse).toDense().data,
        ofDense.transform(dense).toDense().data,
        1e-12 * rows);
    assertArrayEquals(
        sparse.toDense().data, SparseFeatures.ofDense(dense.toDense()).toDense().data);
  }

  /** NumPy 2.4: {@code (x - x.mean(0)) / x.std(0)}. */
  @Test
  void denseFeaturesAreStandardizedAsByNumPy() {
    FeatureMatrix x =
        FeatureMatrix.dense(new double[][] {{1.5, -2, 7}, {0.25, 3, 7}, {-4, 8.5, 7}, {2, 0, 7}});
    FeatureScaler scaler = FeatureScaler.fit(x);
    assertArrayEquals(new double[] {-0.0625, 2.375, 7}, scaler.mean(), 1e-15);
    assertArrayEquals(
        new double[] {2.360978345940513, 3.958771905528279, 1}, scaler.deviation(), 1e-14);
    assertEquals(0.6618019189742153, scaler.transform(x).get(0, 0), 1e-14);
    assertEquals(1.5471969959791478, scaler.transform(x).get(2, 1), 1e-14);
    assertEquals(0, scaler.transform(x).get(3, 2));
  }

  @Test
  void aLongConstantColumnIsConstantDespiteARoundedMean() {
    double[][] rows = new double[100_000][];
    Arrays.fill(rows, new double[] {0.1});
    FeatureMatrix x = FeatureMatrix.dense(rows);
    assertEquals(1, FeatureScaler.fit(x).deviation()[0]);
    assertEquals(0, FeatureScaler.fit(x).transform(x).get(5, 0), 1e-10);
    assertEquals(1, FeatureScaler.fit(SparseFeatures.ofDense(x.toDense())).deviation()[0]);
  }

  @Test
  void rowsAreDividedByTheirSums() {
    SparseFeatures x =
        SparseFeatures.of(
            CsrMatrix.of(3, new int[] {0, 2, 2, 4, 6}, new int[] {0, 2, 0, 1, 1, 2}, sixValues()));
    SparseFeatures normalized = x.normalizedByRow();
    assertArrayEquals(
        new double[] {0.25, 0, 0.75, 0, 0, 0, 0.5, 0.5, 0, 0, 2, -2}, normalized.toDense().data);
  }

  private static double[] sixValues() {
    return new double[] {1, 3, 5, 5, 2, -2};
  }

  @Test
  void valuesWithAnOverflowingMeanAreRejected() {
    FeatureMatrix x = FeatureMatrix.dense(new double[][] {{Double.MAX_VALUE}, {Double.MAX_VALUE}});
    assertRefused(() -> FeatureScaler.fit(x));
    assertRefused(() -> FeatureScaler.fit(FeatureMatrix.zero(0, 3)));
  }

  @Test
  void denseFeaturesWithoutRowsAreRejected() {
    assertRefused("FeatureMatrix.zero(0, d)", () -> FeatureMatrix.dense(new double[0][0]));
    assertEquals(0, FeatureMatrix.zero(0, 3).rows());
    assertEquals(3, FeatureMatrix.zero(0, 3).cols());
  }

  @Property(tries = 50)
  void selectedRowsEqualTheRowsOfTheMatrix(
      @ForAll @IntRange(min = 1, max = 9) int rows, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SparseFeatures sparse = randomSparse(rows, 4, random);
    IntList chosen = new IntArrayList(random.ints(6, 0, rows).toArray());
    for (FeatureMatrix x :
        List.of(
            sparse,
            FeatureMatrix.dense(sparse.toDense()),
            FeatureScaler.fit(sparse).transform(sparse),
            sparse.edited(FeatureEdit.scaling(chosen.getInt(0), 3)))) {
      DMatrixRMaj selected = x.selectRows(chosen).toDense();
      for (int i = 0; i < chosen.size(); i++) {
        for (int col = 0; col < 4; col++) {
          assertEquals(x.get(chosen.getInt(i), col), selected.get(i, col), 1e-15);
        }
      }
      assertRefused(() -> x.selectRows(IntList.of(rows)));
      assertRefused(() -> x.selectRows(IntList.of(-1)));
    }
  }

  @Test
  void productsOfLowRankFeaturesEqualThoseOfTheDenseMatrix() {
    double[] s = {2, 0, -3, 0.5};
    double[] x0 = {1, -4, 0};
    LowRankFeatures x = LowRankFeatures.of(s, x0);
    FeatureMatrix written = FeatureMatrix.dense(x.toDense());
    assertEquals(-8, x.get(0, 1));
    assertTrue(x.isZeroRow(1));
    assertFalse(x.isZeroRow(2));
    DMatrixRMaj w = new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    DMatrixRMaj g = new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    CsrMatrix left =
        CsrMatrix.of(4, new int[] {0, 2, 3}, new int[] {0, 2, 3}, new double[] {1, 2, 4});
    DMatrixRMaj expected = new DMatrixRMaj(0, 0);
    DMatrixRMaj actual = new DMatrixRMaj(0, 0);
    for (FeatureMatrix[] pair :
        new FeatureMatrix[][] {
          {x, written},
          {x.edited(FeatureEdit.scaling(2, -7)), written.edited(FeatureEdit.scaling(2, -7))},
          {x.selectRows(IntList.of(3, 0, 0, 2)), written.selectRows(IntList.of(3, 0, 0, 2))}
        }) {
      pair[1].multiply(w, expected, Workers.sequential());
      pair[0].multiply(w, actual, Workers.of(2));
      assertArrayEquals(expected.getData(), actual.getData(), 1e-15);
      pair[1].multiplyTransposed(g, expected, Workers.sequential());
      pair[0].multiplyTransposed(g, actual, Workers.of(2));
      assertArrayEquals(expected.getData(), actual.getData(), 1e-12);
      pair[1].multiplyBy(left, expected, Workers.sequential());
      pair[0].multiplyBy(left, actual, Workers.of(2));
      assertArrayEquals(expected.getData(), actual.getData(), 1e-12);
      double[] row = pair[0].row(2);
      for (int col = 0; col < 3; col++) {
        assertEquals(pair[1].get(2, col), row[col], 1e-15);
      }
    }
  }

  @Test
  void rankOneFeaturesMustNotOverflow() {
    assertRefused(() -> LowRankFeatures.of(new double[] {1, Double.NaN}, new double[] {1}));
    assertRefused(() -> LowRankFeatures.of(new double[] {1e200}, new double[] {1, -1e200}));
    assertRefused(
        () ->
            LowRankFeatures.of(new double[] {1}, new double[] {1})
                .multiply(new DMatrixRMaj(2, 2), new DMatrixRMaj(0, 0), Workers.sequential()));
  }

  /** The matrix may be of any subclass, so its methods cannot be trusted. */
  @Example
  @SuppressWarnings("unchecked") // As EJML overrides its own methods.
  void aMatrixIsCopiedWithoutCallingItsMethods() {
    DMatrixRMaj lying =
        new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}}) {
          @Override
          public int getNumElements() {
            return 1;
          }

          @Override
          public DMatrixRMaj copy() {
            return this;
          }
        };
    FeatureMatrix dense = FeatureMatrix.dense(lying);
    LowRankFeatures lowRank = LowRankFeatures.of(lying, lying);
    lying.data[3] = 5;
    assertEquals(4, dense.get(1, 1));
    assertEquals(22, lowRank.get(1, 1));
  }
}
