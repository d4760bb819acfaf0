package io.linkteller.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryKeysTest {

  private static final double[][] NUMBERS = {{1, 2}, {3, 4}, {5, 6}};

  private static List<InferenceQuery> different(FeatureMatrix x) {
    InferenceNodes nodes = InferenceNodes.of(x);
    return List.of(
        nodes.query(),
        nodes.queryWith(FeatureEdit.scaling(1, 2)),
        nodes.queryWith(FeatureEdit.scaling(1, 3)),
        nodes.queryWith(FeatureEdit.scaling(2, 2)),
        nodes.queryWith(FeatureEdit.scaling(IntList.of(1, 2), 2)),
        nodes.queryWith(FeatureEdit.replacing(0, new double[] {6, 8})),
        nodes.queryWith(FeatureEdit.replacing(1, new double[] {6, 8})),
        nodes.queryWith(FeatureEdit.replacing(1, new double[] {6, 5})),
        nodes.queryWith(FeatureEdit.replacing(IntList.of(1, 2), x.selectRows(IntList.of(1, 2)))),
        nodes.queryWith(x.edited(FeatureEdit.scaling(1, 2))),
        nodes.queryWith(FeatureMatrix.zero(3, 2)),
        InferenceQuery.of(IntList.of(0, 2, 1), x),
        nodes.query().observing(IntList.of(0)),
        nodes.query().observing(IntList.of(1)),
        nodes.query().observing(IntList.of(0, 1)),
        nodes.query().observing(IntList.of()),
        nodes.queryWith(FeatureEdit.scaling(1, 2)).observing(IntList.of(0)));
  }

  @Test
  void queriesWithDifferentContentsHaveDifferentKeys() {
    List<InferenceQuery> queries = different(FeatureMatrix.dense(NUMBERS));
    QueryKeys keys = new QueryKeys();
    Set<QueryKey> seen = new HashSet<>();
    queries.forEach(query -> seen.add(keys.of(query)));
    assertEquals(queries.size(), seen.size());
  }

  @Test
  void keysAreTheSameInAnotherProgram() {
    List<InferenceQuery> here = different(FeatureMatrix.dense(NUMBERS));
    List<InferenceQuery> there = different(SparseFeatures.ofDense(here.get(0).base().toDense()));
    QueryKeys keys = new QueryKeys();
    QueryKeys others = new QueryKeys();
    for (int i = 0; i < here.size(); i++) {
      assertEquals(keys.of(here.get(i)), others.of(there.get(i)), here.get(i).toString());
    }
  }

  @Test
  void aReplacedEditDoesNotAffectTheKey() {
    InferenceQuery query = InferenceNodes.of(FeatureMatrix.dense(NUMBERS)).query();
    InferenceQuery probe = query.with(FeatureEdit.scaling(1, 2));
    QueryKeys keys = new QueryKeys();
    assertEquals(keys.of(query), keys.of(probe.with(FeatureEdit.none())));
    assertEquals(keys.of(probe), keys.of(query.with(FeatureEdit.scaling(0, 7)).with(probe.edit())));
    assertNotEquals(keys.of(query), keys.of(query.about(probe.features())));
    // A list of all rows is the same as observing all.
    assertEquals(keys.of(query), keys.of(query.observing(IntList.of(0, 1, 2))));
  }
}
