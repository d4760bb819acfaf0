package io.linkteller.models.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

class ClassWeightsTest {

  @Test
  void balancedWeightsIgnoreNodesWithoutLabel() {
    int unknown = Labels.UNKNOWN;
    SingleLabels labels = Labels.single(new int[] {unknown, 0, 0, 0, unknown, 1}, 3);
    ClassWeights weights = ClassWeights.balanced(labels, IntList.of(0, 1, 2, 3, 4, 5));
    assertEquals(4.0 / (3 * 3), weights.of(0), 1e-15);
    assertEquals(4.0 / (3 * 1), weights.of(1), 1e-15);
    assertEquals(1, weights.of(2));
    assertEquals(1, ClassWeights.balanced(labels, IntList.of(0, 4)).of(0));
  }
}
