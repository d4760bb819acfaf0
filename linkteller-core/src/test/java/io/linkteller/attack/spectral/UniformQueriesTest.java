package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UniformQueriesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void queriesHoldMultiplesOfOneVectorForTheTargets(int sign) {
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[9][4])).targeting(8, 3, 5);
    double[] x = Arrays.stream(UniformFeatures.x0(nodes, 17)).map(value -> sign * value).toArray();
    UniformQueries queries = UniformQueries.of(nodes, 17, sign);
    assertEquals(3, queries.size());
    assertEquals(8, queries.id(0));
    assertEquals(5, queries.id(2));
    assertRows(queries.base(), x, 1, 1, 1);
    assertRows(queries.nearby(), x, 1 + 1 / 1024.0, 1 + 1 / 1024.0, 1 + 1 / 1024.0);
    assertRows(queries.probe(1, -7), x, 1, -7, 1);
  }

  private static void assertRows(InferenceQuery query, double[] x, double... factors) {
    assertArrayEquals(new int[] {8, 3, 5}, query.nodes().toIntArray());
    double[] expected = new double[3 * x.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = factors[i / x.length] * x[i % x.length];
    }
    assertArrayEquals(expected, query.features().toDense().data, 1e-15);
  }
}
