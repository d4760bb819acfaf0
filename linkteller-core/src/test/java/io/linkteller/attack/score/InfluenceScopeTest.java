package io.linkteller.attack.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InfluenceScopeTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(
              IntList.of(17, 4, 30, 9), FeatureMatrix.dense(new double[][] {{1}, {2}, {3}, {4}}))
          .targeting(30, 17);

  private static int[] ids(InfluenceScope scope) {
    return IntStream.range(0, scope.observedCount()).map(scope::id).toArray();
  }

  @Test
  void targetsComeFirstAndTheOthersFollowInOrder() {
    InfluenceScope scope = new InfluenceScope(NODES, InfluenceExtent.OF_ALL_NODES);
    assertArrayEquals(new int[] {30, 17, 4, 9}, ids(scope));
    assertArrayEquals(new int[] {2, 0, 1, 3}, InfluenceExtent.OF_ALL_NODES.rows(NODES));
    assertEquals(4, scope.probedCount());
  }

  @Test
  void targetsAloneHaveNoOtherNodes() {
    InfluenceScope scope = new InfluenceScope(NODES, InfluenceExtent.AMONG_TARGETS);
    assertArrayEquals(new int[] {30, 17}, ids(scope));
    assertEquals(2, scope.probedCount());
  }
}
