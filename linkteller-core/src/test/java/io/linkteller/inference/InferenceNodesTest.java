package io.linkteller.inference;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
    assertRefused("target 3 at position 1", () -> InferenceNodes.of(THREE_ROWS).targeting(0, 3));
  }

  @Test
  void theMessageNamesARepeatedTarget() {
    assertRefused("target 2 is repeated", () -> InferenceNodes.of(THREE_ROWS).targeting(2, 0, 2));
  }

  @Test
  void repeatedNegativeAndMiscountedNodesAreRejected() {
    assertRefused(() -> InferenceNodes.of(IntList.of(1, 1, 2), THREE_ROWS));
    assertRefused(() -> InferenceNodes.of(IntList.of(1, -1, 2), THREE_ROWS));
    assertRefused(() -> InferenceNodes.of(IntList.of(1, 2), THREE_ROWS));
  }
}
