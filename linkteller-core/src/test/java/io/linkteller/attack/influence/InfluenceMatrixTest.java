package io.linkteller.attack.influence;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InfluenceMatrixTest {

  private static InferenceNodes nodes(int count) {
    return InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(count, 1)));
  }

  private static double influence(int v, int u) {
    return (v + u) % 3 == 0 ? 0 : 100 * v + u + 0.5;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void exactInfluencesEqualThoseOfTheSource(int parallelism) {
    InfluenceMatrix exact =
        InfluenceMatrix.exact(
            nodes(40),
            InfluenceMatrix.Extent.AMONG_TARGETS,
            (v, influences) -> {
              for (int u = 0; u < influences.length; u++) {
                assertEquals(0, influences[u]);
                if (influence(v, u) != 0) {
                  influences[u] = influence(v, u);
                }
              }
            },
            parallelism);
    assertEquals(0, exact.delta());
    long stored = 0;
    for (int v = 0; v < 40; v++) {
      List<Integer> seen = new ArrayList<>();
      for (int u = 0; u < 40; u++) {
        assertEquals(influence(v, u), exact.influence(v, u));
        stored += influence(v, u) != 0 ? 1 : 0;
      }
      int from = v;
      InfluenceMatrix.Row row = exact.row(v);
      for (int e = 0; e < row.size(); e++) {
        assertEquals(influence(v, row.position(e)), row.value(e));
        seen.add(row.position(e));
      }
      assertEquals(
          IntStream.range(0, 40).filter(u -> influence(from, u) != 0).boxed().toList(), seen);
    }
    assertEquals(stored, exact.storedCount());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -0x1p-1074, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidExactInfluencesAreRejected(double influence) {
    assertRefusal(
        "the influence of node 1 on node 2 is " + influence,
        () ->
            InfluenceMatrix.exact(
                nodes(3),
                InfluenceMatrix.Extent.AMONG_TARGETS,
                (v, influences) -> influences[2] = v == 1 ? influence : 0,
                1));
  }

  @Test
  void theLargestFiniteInfluenceIsAccepted() {
    InfluenceMatrix exact =
        InfluenceMatrix.exact(
            nodes(2),
            InfluenceMatrix.Extent.AMONG_TARGETS,
            (v, influences) -> influences[v] = Double.MAX_VALUE,
            1);
    assertEquals(Double.MAX_VALUE, exact.influence(1, 1));
  }

  @Test
  void aNodeThatWasNotMeasuredIsReported() {
    InfluenceMatrix.Builder builder =
        InfluenceMatrix.builder(nodes(3), InfluenceMatrix.Extent.AMONG_TARGETS, 0.25);
    builder.set(0, new double[3]);
    builder.set(1, new double[] {0, 2, 3});
    assertRefusal(
        IllegalStateException.class,
        "the influence of node 2 has not been measured",
        builder::build);
    builder.set(2, new double[3]);
    InfluenceMatrix all = builder.build();
    assertEquals(0.25, all.delta());
    assertEquals(2, all.storedCount());
    assertEquals(3, all.influence(1, 2));
  }
}
