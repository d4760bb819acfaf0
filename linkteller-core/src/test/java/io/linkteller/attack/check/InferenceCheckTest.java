package io.linkteller.attack.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.check.InferenceCheck.Output;
import io.linkteller.attack.check.InferenceCheck.Precision;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** A ring of 40 nodes whose logits are tanh of weighted sums over a node and its two neighbors. */
final class InferenceCheckTest {

  private static final int N = 40;
  private static final int C = 3;

  private static final Graph RING = ring();
  private static final InferenceNodes NODES = InferenceNodes.of(features());

  private static final InferenceApi LOGITS =
      query -> {
        DMatrixRMaj x = query.features().toDense();
        DMatrixRMaj z = new DMatrixRMaj(N, C);
        for (int u = 0; u < N; u++) {
          for (int c = 0; c < C; c++) {
            double sum = x.get(u, c) + 0.3 * x.get(u, (c + 1) % C);
            for (int v : RING.neighbors(u).toIntArray()) {
              sum += 0.5 * x.get(v, c);
            }
            z.set(u, c, 3 * Math.tanh(sum));
          }
        }
        return z;
      };

  private static Graph ring() {
    Graph.Builder builder = Graph.builder(N);
    for (int u = 0; u < N; u++) {
      builder.addEdge(u, (u + 1) % N);
    }
    return builder.build();
  }

  private static FeatureMatrix features() {
    Random random = new Random(5);
    double[][] x = new double[N][C];
    for (double[] row : x) {
      for (int c = 0; c < C; c++) {
        row[c] = random.nextGaussian();
      }
    }
    return FeatureMatrix.dense(x);
  }

  private static InferenceApi single(InferenceApi api) {
    return query -> {
      DMatrixRMaj z = api.predict(query).copy();
      for (int i = 0; i < z.data.length; i++) {
        z.data[i] = (float) z.data[i];
      }
      return z;
    };
  }

  @Test
  void logitsInDoublesAreAttackedAsInThePaper() {
    InferenceCheck check = InferenceCheck.run(LOGITS, NODES);
    assertEquals(Output.LOGITS, check.output());
    assertEquals(Precision.DOUBLE, check.precision());
    assertEquals(OptionalInt.empty(), check.decimals());
    assertTrue(check.deterministic());
    assertEquals(0, check.noise());
    assertEquals(2, check.movedNodes());
    assertFalse(check.dependsOnAllRows());
    assertEquals(25, check.queries());
    assertEquals(Double.BYTES * 2L * N * C, check.bytesPerQuery());
    assertTrue(check.millisPerQuery() > 0);
    Recommendation recommended = check.recommended();
    assertEquals("linkteller", recommended.name());
    assertEquals(1e-4, recommended.delta());
    assertEquals(N + 1, recommended.queries());
    var found = recommended.attack().run(LOGITS, NODES, RING.density());
    assertEquals(N, found.edges().stream().filter(e -> RING.hasEdge(e.u(), e.v())).count());
  }

  @Test
  void singlePrecisionIsToldAndProbedLouder() {
    InferenceCheck check = InferenceCheck.run(single(LOGITS), NODES);
    assertEquals(Output.LOGITS, check.output());
    assertEquals(Precision.SINGLE, check.precision());
    assertTrue(check.deterministic());
    assertEquals(2, check.movedNodes());
    assertEquals("linkteller", check.recommended().name());
  }

  @Test
  void probabilitiesOfBothKindsAreTold() {
    InferenceCheck softmax =
        InferenceCheck.run(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), NODES);
    assertEquals(Output.PROBABILITIES, softmax.output());
    assertEquals(Optional.of(Posterior.SOFTMAX), softmax.posterior());
    assertEquals(Precision.DOUBLE, softmax.precision());
    InferenceCheck sigmoid =
        InferenceCheck.run(single(ShownOutputs.probabilities(LOGITS, Posterior.SIGMOID)), NODES);
    assertEquals(Output.PROBABILITIES, sigmoid.output());
    assertEquals(Optional.of(Posterior.SIGMOID), sigmoid.posterior());
    assertEquals(Precision.SINGLE, sigmoid.precision());
    assertEquals(2, softmax.movedNodes());
  }

  @Test
  void decimalsAreCountedWhateverTypeCarriesThem() {
    InferenceApi rounded =
        ShownOutputs.rounded(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), 3);
    for (InferenceApi api : new InferenceApi[] {rounded, single(rounded)}) {
      InferenceCheck check = InferenceCheck.run(api, NODES);
      assertEquals(Output.PROBABILITIES, check.output());
      assertEquals(Optional.of(Posterior.SOFTMAX), check.posterior());
      assertEquals(Precision.DECIMALS, check.precision());
      assertEquals(OptionalInt.of(3), check.decimals());
      assertEquals("coarse", check.recommended().name());
      assertTrue(check.recommended().delta() > 1e-3);
    }
    InferenceCheck six = InferenceCheck.run(ShownOutputs.rounded(LOGITS, 6), NODES);
    assertEquals(OptionalInt.of(6), six.decimals());
    assertEquals(Output.LOGITS, six.output());
  }

  @Test
  void labelsAreTold() {
    InferenceCheck check =
        InferenceCheck.run(ShownOutputs.labels(LOGITS, Posterior.SOFTMAX), NODES);
    assertEquals(Output.LABELS, check.output());
    assertEquals("labels", check.recommended().name());
    assertEquals(24 * N + 1, check.recommended().queries());
  }

  @Test
  void noiseIsMeasured() {
    Random random = new Random(7);
    InferenceCheck check =
        InferenceCheck.run(
            query -> {
              DMatrixRMaj z = LOGITS.predict(query).copy();
              for (int i = 0; i < z.data.length; i++) {
                z.data[i] += 1e-2 * random.nextGaussian();
              }
              return z;
            },
            NODES);
    assertFalse(check.deterministic());
    // 480 differences from a common answer: a fifth is more than five standard errors.
    assertEquals(1e-2, check.noise(), 2e-3);
    assertEquals("coarse", check.recommended().name());
  }

  @Test
  void aModelThatMixesAllRowsIsTold() {
    InferenceCheck check =
        InferenceCheck.run(
            query -> {
              DMatrixRMaj z = LOGITS.predict(query).copy();
              for (int c = 0; c < C; c++) {
                double mean = 0;
                for (int u = 0; u < N; u++) {
                  mean += z.get(u, c) / N;
                }
                for (int u = 0; u < N; u++) {
                  z.set(u, c, z.get(u, c) - mean);
                }
              }
              return z;
            },
            NODES);
    assertTrue(check.dependsOnAllRows());
    assertEquals(N - 1, check.movedNodes());
  }

  @Test
  void aModelThatNothingMovesGetsNoAttack() {
    InferenceCheck deaf = InferenceCheck.run(query -> NODES.features().toDense(), NODES);
    assertEquals(0, deaf.movedNodes());
    assertEquals(Optional.empty(), deaf.recommendation());
    assertThrows(IllegalStateException.class, deaf::recommended);
    InferenceCheck constant = InferenceCheck.run(query -> new DMatrixRMaj(N, C), NODES);
    assertEquals(Optional.empty(), constant.recommendation());
  }

  @Test
  void targetsWithoutFeaturesCannotBeChecked() {
    InferenceNodes zero = InferenceNodes.of(FeatureMatrix.zero(N, C));
    assertThrows(IllegalArgumentException.class, () -> InferenceCheck.run(LOGITS, zero));
  }
}
