package io.linkteller.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryKeysOfViewsTest {

  @Test
  void viewsWithOneRowReplacedAreKnownByWhatTheyHold() {
    double[][] numbers = {{1, 2}, {3, 4}};
    FeatureMatrix x = FeatureMatrix.dense(numbers);
    List<FeatureMatrix> different =
        List.of(
            x,
            x.withRowScaled(1, 2),
            x.withRowScaled(1, 2, IntList.of(0)),
            x.withRowScaled(1, 2, IntList.of(1)),
            x.withRowReplaced(0, new double[] {6, 4}),
            x.withRowReplaced(1, new double[] {6, 5}));
    QueryKeys keys = new QueryKeys();
    Set<QueryKey> seen = new HashSet<>();
    for (FeatureMatrix each : different) {
      seen.add(keys.of(InferenceNodes.of(x).queryWith(each)));
    }
    assertEquals(different.size(), seen.size());
    // Another program reads the same numbers into other objects.
    FeatureMatrix again = FeatureMatrix.dense(numbers);
    assertEquals(
        keys.of(InferenceNodes.of(x).queryWith(x.withRowScaled(1, 2, IntList.of(0)))),
        new QueryKeys()
            .of(InferenceNodes.of(again).queryWith(again.withRowReplaced(1, new double[] {6, 4}))));
  }
}
