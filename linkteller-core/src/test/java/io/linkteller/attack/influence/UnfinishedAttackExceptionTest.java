package io.linkteller.attack.influence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import org.junit.jupiter.api.Test;

class UnfinishedAttackExceptionTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}}));

  @Test
  void anUnfinishedAttackSaysHowFarItCame() {
    InfluenceMatrix ofTargets =
        InfluenceMatrix.builder(NODES.targeting(2, 1), InfluenceMatrix.Extent.AMONG_TARGETS, 1)
            .build();
    RuntimeException cause = new InferenceException("too slow");
    UnfinishedAttackException e = new UnfinishedAttackException(cause, ofTargets);
    assertEquals("too slow; 0 of 2 targets had been measured", e.getMessage());
    assertSame(cause, e.getCause());
    InfluenceMatrix ofReach =
        InfluenceMatrix.builder(NODES.targeting(2, 1), InfluenceMatrix.Extent.OF_TARGETS, 1)
            .build();
    assertEquals(
        "java.lang.IllegalStateException: too slow; 0 of 2 targets had been measured",
        new UnfinishedAttackException(new IllegalStateException("too slow"), ofReach).getMessage());
  }
}
