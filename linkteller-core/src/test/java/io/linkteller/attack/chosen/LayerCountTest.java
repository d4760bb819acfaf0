package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes of which each answers |s| of its own, and what a test adds for s of both signs. */
class LayerCountTest {

  private static final int N = 40;

  /** What a network adds to every logit but the first, or to the only one. */
  private interface Deviation extends ToDoubleFunction<double[]> {}

  private static double none(double[] s) {
    return 0;
  }

  private final List<double[]> asked = new ArrayList<>();

  private BaseAnswers base(int logits, double unit, Deviation deviation) {
    InferenceApi api =
        query -> {
          double[] s = query.features().toDense().data;
          asked.add(s);
          DMatrixRMaj answer = new DMatrixRMaj(N, logits);
          for (int i = 0; i < N * logits; i++) {
            int logit = i % logits;
            double own = (logit + 1) * Math.abs(s[i / logits]);
            answer.data[i] = unit * (own + (logit == logits - 1 ? deviation.applyAsDouble(s) : 0));
          }
          return answer;
        };
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[N][1]));
    BaseAnswers base =
        BaseAnswers.ask(
            new Oracle(api, nodes, new double[] {1}, 1, (answered, total) -> {}, 1), 42);
    asked.clear();
    return base;
  }

  private static boolean isTwo(BaseAnswers base) {
    double[] both = base.positive().clone();
    for (int c = 0; c < both.length; c++) {
      both[c] += base.negative()[c];
    }
    return LayerCount.isTwo(base, both, 42);
  }

  private static double largest(double[] s) {
    return Math.max(0, Arrays.stream(s).max().orElse(0));
  }

  private static double lowest(double[] s) {
    return Math.max(0, -Arrays.stream(s).min().orElse(0));
  }

  /** Grows like a square root far out, where the largest magnitude is positive. */
  private static double root(double[] s) {
    return largest(s) > lowest(s) ? Math.sqrt(largest(s) * lowest(s)) : 0;
  }

  /** Two sets, and both signs; a single logit shows no unevenness and takes twice as many. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-5, 1e5})
  void twoLayersAreAskedAboutOnBothSides(double unit) {
    for (int logits = 1; logits <= 3; logits++) {
      assertTrue(isTwo(base(logits, unit, LayerCountTest::none)));
      assertEquals(logits == 1 ? 14 : 8, asked.size());
      double[] ones = new double[N];
      for (int u = 0; u < N; u++) {
        ones[u] = asked.get(0)[u] + asked.get(1)[u];
        assertTrue(Math.abs(asked.get(1)[u]) <= 1);
      }
      assertEquals(0, largest(ones));
      assertEquals(0, lowest(ones));
      assertTrue(largest(asked.get(1)) > 0.7 && lowest(asked.get(1)) > 0.7);
      for (int i = 2; i < asked.size(); i++) {
        boolean reversed = (i - 2) / 3 % 2 == 1;
        double far = reversed ? lowest(asked.get(i)) : largest(asked.get(i));
        double near = reversed ? largest(asked.get(i)) : lowest(asked.get(i));
        // μ = 2n, 6n and 18n, over 18n
        assertEquals(Math.pow(3, (i - 2) % 3) / 9, far, 1e-12);
        assertEquals(1.0 / (18 * N), near, 1e-12);
      }
    }
  }

  /** A part that is bounded by the sign of few nodes is affine far out. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-5})
  void answersThatAreNotEvenAreThoseOfMoreLayers(double unit) {
    Deviation bounded = s -> Math.min(largest(s), 0.5 * lowest(s));
    assertFalse(isTwo(base(2, unit, bounded)));
    assertEquals(2, asked.size());
    assertTrue(isTwo(base(1, unit, bounded)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-5})
  void answersThatAreNotAffineFarOutAreThoseOfMoreLayers(double unit) {
    assertFalse(isTwo(base(1, unit, LayerCountTest::root)));
    assertEquals(2 + 3, asked.size());
    assertFalse(isTwo(base(1, unit, s -> root(Arrays.stream(s).map(entry -> -entry).toArray()))));
    assertEquals(2 + 6, asked.size());
  }
}
