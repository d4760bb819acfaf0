package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.choice.InferenceCheck.Precision;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind.Form;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Gaussian;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
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
    return FeatureMatrix.dense(Gaussian.rows(N, C, new Random(5)));
  }

  @Test
  void logitsInDoublePrecisionAreProbedAsInThePaper() {
    InferenceCheck check = InferenceCheck.run(LOGITS, NODES);
    assertEquals(Form.LOGITS, check.output());
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
    assertEquals("auto", recommended.name());
    assertEquals(1e-4, recommended.delta());
    assertEquals(Math.min(N + 1, 24 + N / 5), recommended.queries());
    var found = recommended.attack().run(LOGITS, NODES, RING.density());
    assertEquals(N, found.edges().stream().filter(e -> RING.hasEdge(e.u(), e.v())).count());
  }

  @Test
  void singlePrecisionIsDetectedAndProbedWithALargerDelta() {
    InferenceCheck check = InferenceCheck.run(ShownOutputs.singlePrecision(LOGITS), NODES);
    assertEquals(Form.LOGITS, check.output());
    assertEquals(Precision.SINGLE, check.precision());
    assertTrue(check.deterministic());
    assertEquals(2, check.movedNodes());
    assertEquals("auto", check.recommended().name());
  }

  @Test
  void probabilitiesOfBothKindsAreDetected() {
    InferenceCheck softmax =
        InferenceCheck.run(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), NODES);
    assertEquals(Form.PROBABILITIES, softmax.output());
    assertEquals(Optional.of(Posterior.SOFTMAX), softmax.posterior());
    assertEquals(Precision.DOUBLE, softmax.precision());
    InferenceCheck sigmoid =
        InferenceCheck.run(
            ShownOutputs.singlePrecision(ShownOutputs.probabilities(LOGITS, Posterior.SIGMOID)),
            NODES);
    assertEquals(Form.PROBABILITIES, sigmoid.output());
    assertEquals(Optional.of(Posterior.SIGMOID), sigmoid.posterior());
    assertEquals(Precision.SINGLE, sigmoid.precision());
    assertEquals(2, softmax.movedNodes());
  }

  @Test
  void theProbabilityOfOnlyTheTopClassIsDetectedAsASoftmax() {
    InferenceApi mostLikely =
        query -> {
          DMatrixRMaj p = Posterior.SOFTMAX.probabilities(LOGITS.predict(query));
          DMatrixRMaj best = Posterior.SOFTMAX.labels(p);
          for (int i = 0; i < p.getNumElements(); i++) {
            p.data[i] = Math.rint(100 * p.data[i] * best.data[i]) / 100;
          }
          return p;
        };
    InferenceCheck check = InferenceCheck.run(mostLikely, NODES);
    assertEquals(Form.PROBABILITIES, check.output());
    assertEquals(Optional.of(Posterior.SOFTMAX), check.posterior());
    assertEquals(OptionalInt.of(2), check.decimals());
  }

  /** Sums of probabilities in half precision are further from 1 than in single precision. */
  @Test
  void theSoftmaxIsDetectedInHalfPrecision() {
    InferenceApi half =
        query -> {
          DMatrixRMaj p = Posterior.SOFTMAX.probabilities(LOGITS.predict(query));
          for (int i = 0; i < p.getNumElements(); i++) {
            double unit = Math.scalb(1.0, Math.getExponent(p.data[i]) - 10);
            p.data[i] = Math.rint(p.data[i] / unit) * unit;
          }
          return p;
        };
    assertEquals(Optional.of(Posterior.SOFTMAX), InferenceCheck.run(half, NODES).posterior());
  }

  @Test
  void decimalsAreCountedInSingleAndDoublePrecision() {
    InferenceApi rounded =
        ShownOutputs.rounded(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), 3);
    for (InferenceApi api : new InferenceApi[] {rounded, ShownOutputs.singlePrecision(rounded)}) {
      InferenceCheck check = InferenceCheck.run(api, NODES);
      assertEquals(Form.PROBABILITIES, check.output());
      assertEquals(Optional.of(Posterior.SOFTMAX), check.posterior());
      assertEquals(Precision.DECIMALS, check.precision());
      assertEquals(OptionalInt.of(3), check.decimals());
      assertEquals(100 + 5 * N, check.recommended().queries());
      assertTrue(check.recommended().delta() > 1e-3);
    }
    InferenceCheck six = InferenceCheck.run(ShownOutputs.rounded(LOGITS, 6), NODES);
    assertEquals(OptionalInt.of(6), six.decimals());
    assertEquals(Form.LOGITS, six.output());
  }

  @Test
  void labelsAreDetected() {
    InferenceCheck check =
        InferenceCheck.run(ShownOutputs.labels(LOGITS, Posterior.SOFTMAX), NODES);
    assertEquals(Form.LABELS, check.output());
    assertEquals(100 + 5 * N, check.recommended().queries());
    assertTrue(check.recommended().reason().contains("random designs rank the pairs"));
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
    // With 480 differences, a fifth of the deviation is more than five standard errors.
    assertEquals(1e-2, check.noise(), 2e-3);
    assertEquals(2 * Math.min(N + 1, 24 + N / 5), check.recommended().queries());
    assertTrue(check.recommended().reason().startsWith("answers vary, "));
  }

  @Test
  void aModelThatMixesAllRowsIsDetected() {
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
  void noAttackIsRecommendedForAConstantModel() {
    InferenceCheck deaf = InferenceCheck.run(query -> NODES.features().toDense(), NODES);
    assertEquals(0, deaf.movedNodes());
    assertEquals(Optional.empty(), deaf.recommendation());
    assertThrows(IllegalStateException.class, deaf::recommended);
    InferenceCheck constant = InferenceCheck.run(query -> new DMatrixRMaj(N, C), NODES);
    assertEquals(Optional.empty(), constant.recommendation());
  }

  @Test
  void withoutFeaturesToScaleOnlyTheAnswersAreExamined() {
    InferenceNodes zero = InferenceNodes.of(FeatureMatrix.zero(N, C));
    InferenceCheck check = InferenceCheck.run(LOGITS, zero);
    assertEquals(5, check.queries());
    assertEquals(0, check.movedNodes());
    assertTrue(check.millisPerQuery() > 0);
    assertTrue(
        check.recommended().reason().endsWith("no target has features of its own to scale"),
        check.recommended().reason());
    check.recommended().attack().run(LOGITS, zero, 0.05);
  }

  @Test
  void theRecommendationEstimatesTheEffortOfTheAttack() {
    InferenceApi rounded =
        ShownOutputs.rounded(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), 3);
    InferenceCheck coarse = InferenceCheck.run(rounded, NODES);
    assertEquals(100 + 5 * N, coarse.recommended().queries());
    String reason = coarse.recommended().reason();
    assertTrue(
        reason.startsWith("auto tries, in order of query count, labels (" + (100 + 5 * N) + ")"),
        reason);
    double nanos = coarse.recommended().queries() * coarse.millisPerQuery() * 1e6;
    assertEquals(nanos, (double) coarse.recommended().duration().toNanos(), 1);
    int[] asked = new int[1];
    coarse
        .recommended()
        .attack()
        .run(
            query -> {
              asked[0]++;
              return rounded.predict(query);
            },
            NODES,
            0.05);
    assertTrue(asked[0] <= coarse.recommended().queries(), () -> asked[0] + " queries");
  }

  private static InferenceApi noisy(double deviation) {
    Random random = new Random(7);
    return query -> {
      DMatrixRMaj z = LOGITS.predict(query).copy();
      for (int i = 0; i < z.data.length; i++) {
        z.data[i] += deviation * random.nextGaussian();
      }
      return z;
    };
  }

  @Test
  void theFindingsFitInOneLine() {
    String exact = InferenceCheck.run(LOGITS, NODES).toString();
    assertTrue(exact.startsWith("logits in double precision, deterministic, "), exact);
    assertTrue(
        exact.contains(" ms and 1920 bytes per query, a probe moves 2.0 other nodes; auto tries"),
        exact);
    String rounded = InferenceCheck.run(ShownOutputs.rounded(LOGITS, 3), NODES).toString();
    assertTrue(rounded.startsWith("logits of 3 decimals, deterministic, "), rounded);
    String noisy = InferenceCheck.run(noisy(1e-2), NODES).toString();
    assertTrue(noisy.contains(", noisy (standard deviation 0.0"), noisy);
    InferenceCheck deaf = InferenceCheck.run(query -> NODES.features().toDense(), NODES);
    assertTrue(deaf.toString().endsWith("a probe moves 0.0 other nodes"), deaf::toString);
    assertTrue(
        String.valueOf(assertThrows(IllegalStateException.class, deaf::recommended).getMessage())
            .startsWith("features seem to have no effect, so no attack is recommended: logits"));
    InferenceCheck mixing =
        InferenceCheck.run(
            query -> {
              DMatrixRMaj x = query.features().toDense();
              double sum = CommonOps_DDRM.elementSum(x);
              CommonOps_DDRM.add(x, sum);
              return x;
            },
            NODES);
    assertTrue(
        mixing.toString().contains("39.0 other nodes (all others at some Δ)"), mixing::toString);
  }

  @Test
  void answersOfDifferentWidthsAreRejected() {
    for (int when : new int[] {2, 10}) {
      int[] asked = new int[1];
      InferenceApi changing =
          query -> {
            DMatrixRMaj z = LOGITS.predict(query);
            return ++asked[0] == when ? CommonOps_DDRM.extract(z, 0, N, 0, 2) : z;
          };
      String message =
          String.valueOf(
              assertThrows(InferenceException.class, () -> InferenceCheck.run(changing, NODES))
                  .getMessage());
      assertTrue(message.endsWith("a different number of logits per node than an earlier answer"));
      assertEquals(when, asked[0]);
    }
  }
}
