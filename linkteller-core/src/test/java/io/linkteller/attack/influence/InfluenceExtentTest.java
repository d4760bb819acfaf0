package io.linkteller.attack.influence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InfluenceExtentTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(
              IntList.of(17, 4, 30, 9), FeatureMatrix.dense(new double[][] {{1}, {2}, {3}, {4}}))
          .targeting(30, 17);

  private static int[] ids(InfluenceMatrix.Extent extent) {
    return IntStream.range(0, extent.observedCount(NODES))
        .map(position -> extent.node(NODES, position))
        .toArray();
  }

  @Test
  void targetsComeFirstAndTheOthersFollowInOrder() {
    InfluenceMatrix.Extent extent = InfluenceMatrix.Extent.OF_TARGETS;
    assertArrayEquals(new int[] {30, 17, 4, 9}, ids(extent));
    assertArrayEquals(new int[] {2, 0, 1, 3}, InfluenceMatrix.Extent.OF_TARGETS.rows(NODES));
    assertEquals(2, extent.probedCount(NODES));
  }

  @Test
  void theExtentAmongTargetsContainsOnlyTargets() {
    InfluenceMatrix.Extent extent = InfluenceMatrix.Extent.AMONG_TARGETS;
    assertArrayEquals(new int[] {30, 17}, ids(extent));
    assertEquals(2, extent.probedCount(NODES));
  }
}
