package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.defense.QueryGuard;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.RandomGraphs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests the query guard against attacks that choose all features. */
class GuardedModelTest {

  private static final int NODES = 20;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.3, 1);
  private static final InferenceApi MODEL = ReluNetwork.on(GRAPH, Aggregation.FIRST_ORDER, 2, 3, 8);

  private final QueryGuard guard = QueryGuard.builder(NODES).refusingAlignedFeatures().build();

  private static InferenceNodes honest() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = new double[NODES][ReluNetwork.FEATURES];
    for (double[] row : x) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextDouble() - 0.5;
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(x));
  }

  @Test
  void kinksAreDetectedInTheFirstQueryWithNonzeroFeatures() {
    assertStopped(LinkTeller.named("kinks"), honest(), 1);
  }

  @Test
  void equalFeaturesAreDetectedInTheFirstQuery() {
    assertStopped(LinkTeller.builder().build(), UniformFeatures.of(honest(), 3), 0);
  }

  @Test
  void thePapersProbesAreNotAligned() {
    LinkPrediction found = LinkTeller.attack(guard.guarding(MODEL), honest(), 0.3);
    assertEquals(NODES + 1, found.queries());
    assertEquals(0, guard.statistics().aligned());
    assertEquals(NODES, guard.statistics().probes());
  }

  private void assertStopped(LinkAttack attack, InferenceNodes nodes, long answered) {
    InferenceException stopped =
        assertThrows(InferenceException.class, () -> attack.run(guard.guarding(MODEL), nodes, 0.3));
    Throwable cause = stopped;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertInstanceOf(QueryRefusedException.class, cause);
    assertEquals(answered, guard.statistics().answered());
  }
}
