package io.linkteller.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FeatureRangeTest {

  private static final FeatureRange RANGE =
      FeatureRange.of(FeatureMatrix.dense(new double[][] {{1, -4, 0}, {3, 6, 0}, {2, 0, 0}}));

  @Test
  void aRangeSpansTheSmallestToTheLargestNumberOfAColumn() {
    assertEquals(3, RANGE.cols());
    assertEquals(-4, RANGE.least(1));
    assertEquals(6, RANGE.most(1));
    assertEquals(-1, RANGE.firstOutside(new double[] {1, 6, 0}));
    assertEquals(1, RANGE.firstOutside(new double[] {1, 6.5, 0}));
    assertEquals(2, RANGE.firstOutside(new double[] {1, 6, -1}));
  }

  @Test
  void nanIsOutsideEveryRange() {
    assertEquals(0, RANGE.firstOutside(new double[] {Double.NaN, 0, 0}));
  }

  @Test
  void aWidenedRangeGrowsInProportionAtBothEnds() {
    FeatureRange wider = RANGE.widened(0.1);
    assertEquals(-5, wider.least(1), 1e-12);
    assertEquals(7, wider.most(1), 1e-12);
    assertEquals(0, wider.most(2));
  }
}
