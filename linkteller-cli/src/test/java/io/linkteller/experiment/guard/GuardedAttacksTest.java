package io.linkteller.experiment.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.defense.QueryGuard;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class GuardedAttacksTest {

  private static final int NODES = 400;
  private static final int FEATURES = 30;
  private static final Graph GRAPH = uniform();
  private static final double DENSITY = GRAPH.density();

  private static Graph uniform() {
    SplittableRandom random = new SplittableRandom(7);
    Graph.Builder graph = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (random.nextDouble() < 0.01) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  private static FeatureMatrix gaussian() {
    SplittableRandom random = new SplittableRandom(9);
    DMatrixRMaj x = new DMatrixRMaj(NODES, FEATURES);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = random.nextGaussian();
    }
    return FeatureMatrix.dense(x);
  }

  private static final FeatureMatrix X = gaussian();

  private static QueryGuard guard() {
    return QueryGuard.builder(NODES)
        .limitProbes(5)
        .refusingAlignedFeatures()
        .forExperiments(1)
        .build();
  }

  private static InferenceApi model() {
    return GraphOwner.of(GRAPH)
        .serve(
            Gcn.builder()
                .layers(FEATURES, 16, 3)
                .with(Normalization.SETTING, Normalization.FIRST_ORDER_GCN)
                .seed(2)
                .build());
  }

  private static double recall(HiddenAttack attack, InferenceApi api) {
    try {
      return PredictionMetrics.edges(attack.attack().run(api, InferenceNodes.of(X), DENSITY), GRAPH)
          .recall();
    } catch (InferenceException e) {
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-5})
  void attacksThatDoNotLookBenignFindAlmostNothing(double noise) {
    for (HiddenAttack attack : HiddenAttack.all()) {
      if (!attack.likeBenign()) {
        double found = recall(attack, new NoisyClient(guard().guarding(model()), noise, 1));
        assertTrue(found <= 0.05, attack.name() + " finds " + found + " with noise " + noise);
      }
    }
  }

  /** None of 344 clients of eight kinds: with 95 % confidence at most 1 % are refused. */
  @ParameterizedTest
  @EnumSource(BenignClient.class)
  void benignClientsAreNotRefused(BenignClient kind) throws Exception {
    QueryGuard first = guard();
    SplittableRandom random = new SplittableRandom(3);
    int refused = 0;
    for (int client = 0; client < 43; client++) {
      QueryGuard guard = first.forAnotherClient();
      InferenceApi guarded = guard.guarding(query -> new DMatrixRMaj(0, 0));
      for (InferenceQuery query : kind.queries(X, random)) {
        try {
          guarded.predict(query);
        } catch (QueryRefusedException e) {
          refused++;
        }
      }
    }
    assertEquals(0, refused, kind.toString());
  }

  /**
   * Clients with 3 to 60 nodes of their own, whose features drift within the range of all nodes' or
   * among their own. If one in a thousand were refused, or one in fifty of the last kind, more than
   * 12 of 2,000, or 75, would be with a probability below 1e-6.
   */
  @ParameterizedTest
  @CsvSource({"ALL_DRIFT, true, 12", "OWN_NODES, true, 12", "ALL_DRIFT, false, 75"})
  void clientsWhoseOwnNodesDriftAreRarelyRefused(BenignClient kind, boolean towardsAny, int most)
      throws Exception {
    QueryGuard first = guard();
    SplittableRandom random = new SplittableRandom(3);
    int refused = 0;
    for (int client = 0; client < 2_000; client++) {
      InferenceApi guarded = first.forAnotherClient().guarding(query -> new DMatrixRMaj(0, 0));
      for (InferenceQuery query : kind.queries(X, random.nextInt(3, 61), towardsAny, random)) {
        try {
          guarded.predict(query);
        } catch (QueryRefusedException e) {
          refused++;
          break;
        }
      }
    }
    assertTrue(refused <= most, refused + " clients of " + kind + " are refused");
  }

  @Test
  void withoutAGuardTheAttacksFindMost() {
    for (HiddenAttack attack : HiddenAttack.all()) {
      double found = recall(attack, new NoisyClient(model(), 0, 1));
      assertTrue(found > 0.5, attack.name() + " finds " + found);
    }
  }
}
