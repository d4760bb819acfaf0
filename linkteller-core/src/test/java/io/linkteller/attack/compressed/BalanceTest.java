package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class BalanceTest {

  private static double[] symmetric(int n, double[] m, int... component) {
    DMatrixRMaj s = Balance.symmetric(n, m, 0, component);
    assertEquals(component.length, s.numRows);
    assertEquals(component.length, s.numCols);
    return s.data;
  }

  @Test
  void targetsThatInfluenceEachOtherThroughOthersAreOneComponent() {
    // 0 - 3 - 1; 2 alone; 4 is influenced by 0 but does not influence it.
    double[] m = {
      9, 0, 0, 1, 1, //
      0, 9, 0, 1, 0, //
      0, 0, 9, 0, 0, //
      1, 1, 0, 9, 0, //
      0, 0, 0, 0, 9
    };
    List<int[]> components = Balance.components(5, m, 0);
    assertEquals(3, components.size());
    assertArrayEquals(new int[] {0, 1, 3}, components.get(0));
    assertArrayEquals(new int[] {2}, components.get(1));
    assertArrayEquals(new int[] {4}, components.get(2));
  }

  /** T S T⁻¹ with T = diag(1, 2, 3), of the targets 1, 2 and 4 of five. */
  @Test
  void aProductWithAPositiveDiagonalIsUndone() {
    double[] s = {5, 2, 1, 2, 6, 3, 1, 3, 7};
    int[] component = {1, 2, 4};
    double[] along = new double[25];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        along[component[i] * 5 + component[j]] = s[i * 3 + j] * (i + 1) / (j + 1);
      }
    }
    assertArrayEquals(s, symmetric(5, along, component), 1e-12);
  }

  /**
   * Influences of three targets for which no T exists: x₁ - x₀ = 0 with the weight 2² 2² / (2² +
   * 2²) = 2, x₂ - x₀ = 0 with 4⁴ / 32 = 8, and x₁ - x₂ = log(6 / 3) with 6² 3² / (6² + 3²) = 7.2.
   * The sum of weighted squares is least for x₁ = 36/55 log 2 and x₂ = -9/55 log 2.
   */
  @Test
  void inconsistentInfluencesAreBalancedByWeightedLeastSquares() {
    double[] m = {1, 2, 4, 2, 1, 6, 4, 3, 1};
    double s01 = Math.pow(2, 18 / 55.0) + Math.pow(2, -18 / 55.0);
    double s02 = 2 * (Math.pow(2, 4.5 / 55) + Math.pow(2, -4.5 / 55));
    double s12 = (6 * Math.pow(2, -22.5 / 55) + 3 * Math.pow(2, 22.5 / 55)) / 2;
    assertArrayEquals(
        new double[] {1, s01, s02, s01, 1, s12, s02, s12, 1}, symmetric(3, m, 0, 1, 2), 1e-12);
    // The same influences, renumbered so that the nonzero difference involves the first target.
    double[] turned = {1, 6, 2, 3, 1, 4, 2, 4, 1};
    assertArrayEquals(
        new double[] {1, s12, s01, s12, 1, s02, s01, s02, 1}, symmetric(3, turned, 0, 1, 2), 1e-12);
  }
}
