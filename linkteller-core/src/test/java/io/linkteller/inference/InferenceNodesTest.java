package io.linkteller.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

class InferenceNodesTest {

  private static final DenseFeatures THREE_ROWS =
      FeatureMatrix.dense(new double[][] {{1}, {2}, {3}});

  @Test
  void allNodesAreTargetsByDefault() {
    InferenceNodes nodes = InferenceNodes.of(THREE_ROWS);
    assertEquals(IntList.of(0, 1, 2), nodes.nodes());
    assertEquals(IntList.of(0, 1, 2), nodes.targets());
    assertEquals(2, nodes.rowOfTarget(2));
  }

  @Test
  void targetsAreFoundByIdForAnyOrderOfTheNodes() {
    InferenceNodes nodes = InferenceNodes.of(IntList.of(30, 10, 20), THREE_ROWS).targeting(20, 30);
    assertEquals(2, nodes.rowOfTarget(0));
    assertEquals(0, nodes.rowOfTarget(1));
    assertEquals(IntList.of(30, 10, 20), nodes.query().nodes());
  }

  @Test
  void theMessageNamesATargetOutOfRange() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> InferenceNodes.of(THREE_ROWS).targeting(0, 3));
    assertTrue(e.toString().contains("target 3 at position 1"), e.toString());
  }

  @Test
  void theMessageNamesARepeatedTarget() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> InferenceNodes.of(THREE_ROWS).targeting(2, 0, 2));
    assertTrue(e.toString().contains("target 2 is repeated"), e.toString());
  }

  @Test
  void repeatedNegativeAndMiscountedNodesAreRejected() {
    assertThrows(
        IllegalArgumentException.class, () -> InferenceNodes.of(IntList.of(1, 1, 2), THREE_ROWS));
    assertThrows(
        IllegalArgumentException.class, () -> InferenceNodes.of(IntList.of(1, -1, 2), THREE_ROWS));
    assertThrows(
        IllegalArgumentException.class, () -> InferenceNodes.of(IntList.of(1, 2), THREE_ROWS));
  }
}
