package io.linkteller.models.stealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PairDistancesTest {

  private static double[] distances(double[] a, double[] b) {
    double[] out = new double[PairDistances.COUNT];
    PairDistances.of(a, 0, b, 0, a.length, out, 0);
    return out;
  }

  /** Values of scipy.spatial.distance, SciPy 1.17.1. */
  @Test
  void distancesAreThoseOfScipy() {
    assertArrayEquals(
        new double[] {
          0.6187781318950641,
          0.7874007874011811,
          1.8858920666876038,
          0.6,
          0.6000000000000001,
          1.6642857142857141,
          1.2,
          0.62
        },
        distances(new double[] {0.7, 0.2, 0.1}, new double[] {0.1, 0.3, 0.6}),
        1e-14);
    assertArrayEquals(
        new double[] {
          0.9141377811710887,
          3.7520827549509086,
          1.136807818828868,
          2.875,
          0.8983050847457628,
          3.253333333333333,
          6.625,
          14.078125
        },
        distances(new double[] {0.25, 0, 1, 0, 3}, new double[] {-1, 0, 0.5, 2, 0.125}),
        1e-14);
  }

  @Test
  void undefinedDistancesAreZero() {
    double[] zero = new double[3];
    assertArrayEquals(new double[PairDistances.COUNT], distances(zero, zero), 0);
    // The cosine and the correlation with a zero vector have no meaning.
    assertArrayEquals(
        new double[] {0, 3, 0, 2, 1, 3, 5, 9}, distances(zero, new double[] {1, 2, 2}), 1e-15);
  }

  @Property
  void distancesAreSymmetricAndNotNegative(
      @ForAll @Size(4) double[] a, @ForAll @Size(4) double[] b) {
    for (int i = 0; i < 4; i++) {
      a[i] = Math.abs(a[i]) > 1e100 || !Double.isFinite(a[i]) ? 1 : a[i];
      b[i] = Math.abs(b[i]) > 1e100 || !Double.isFinite(b[i]) ? 1 : b[i];
    }
    double[] there = distances(a, b);
    assertArrayEquals(there, distances(b, a), 0);
    for (double distance : there) {
      assertTrue(distance >= -1e-12, "distance " + distance);
    }
  }

  @Property
  void aVectorIsAtDistanceZeroFromItself(@ForAll @DoubleRange(min = 0.1, max = 9) double x) {
    double[] a = {x, 1, -2 * x, 0.5};
    assertArrayEquals(new double[PairDistances.COUNT], distances(a, a.clone()), 1e-12);
  }
}
