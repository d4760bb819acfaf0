package io.linkteller.inference;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

class InferenceQueryTest {

  private static final FeatureMatrix X = FeatureMatrix.dense(new double[][] {{1, 2}, {3, 4}});
  private static final InferenceQuery QUERY = InferenceNodes.of(X).query();

  @Test
  void theFeaturesAreTheBaseWithTheEditApplied() {
    assertSame(X, QUERY.features());
    InferenceQuery scaled = QUERY.with(FeatureEdit.scaling(1, 10));
    assertSame(X, scaled.base());
    assertArrayEquals(new double[] {1, 2, 30, 40}, scaled.features().toDense().data);
    // A second edit replaces the first.
    assertArrayEquals(
        new double[] {9, 8, 3, 4},
        scaled.with(FeatureEdit.replacing(0, new double[] {9, 8})).features().toDense().data);
    assertSame(X, scaled.with(FeatureEdit.none()).features());
  }

  @Test
  void sameInputIsTheSameUneditedMatrixForTheSameNodes() {
    assertTrue(QUERY.observing(IntList.of(1)).isSameInput(InferenceNodes.of(X).query()));
    assertFalse(QUERY.isSameInput(QUERY.with(FeatureEdit.scaling(1, 10))));
    assertFalse(QUERY.with(FeatureEdit.scaling(1, 10)).isSameInput(QUERY));
    assertFalse(QUERY.isSameInput(QUERY.about(FeatureMatrix.dense(new double[2][2]))));
    assertFalse(QUERY.isSameInput(InferenceQuery.of(IntList.of(0, 2), X)));
  }

  /** A guard that counts rows must not see fewer rows than are answered. */
  @Test
  void aListThatChangesIsCopied() {
    int[] asked = new int[1];
    IntList changing =
        new IntImmutableList(new int[] {0, 1}) {
          @Override
          public int size() {
            return asked[0]++ < 2 ? 0 : 2;
          }
        };
    InferenceQuery query = QUERY.observing(changing);
    assertEquals(query.observed().size(), query.observed().size());
    assertSame(IntImmutableList.class, query.observed().getClass());
  }

  @Test
  void editsAndOtherFeaturesPreserveTheObservedRows() {
    InferenceQuery first = QUERY.observing(IntList.of(0));
    assertTrue(QUERY.observesAll());
    assertFalse(first.observesAll());
    assertEquals(IntList.of(0), first.with(FeatureEdit.scaling(1, 2)).observed());
    assertEquals(IntList.of(0), first.about(FeatureMatrix.zero(2, 7)).observed());
    assertTrue(first.with(FeatureEdit.scaling(1, 2)).about(X).edit().isEmpty());
  }

  @Test
  void laterChangesToTheCallersListsDoNotAffectTheQuery() {
    IntArrayList nodes = IntArrayList.of(7, 3);
    IntArrayList rows = IntArrayList.of(0);
    IntArrayList edited = IntArrayList.of(1);
    InferenceQuery query =
        InferenceQuery.of(nodes, X).observing(rows).with(FeatureEdit.scaling(edited, 2));
    nodes.set(0, 9);
    rows.set(0, 1);
    edited.set(0, 0);
    assertEquals(IntList.of(7, 3), query.nodes());
    assertEquals(IntList.of(0), query.observed());
    assertEquals(IntList.of(1), query.edit().rows());
  }

  @Test
  void rowsOutOfRangeOrOrderAreRejected() {
    for (IntList rows :
        new IntList[] {IntList.of(2), IntList.of(-1), IntList.of(1, 0), IntList.of(1, 1)}) {
      assertRefused(() -> QUERY.observing(rows));
      assertRefused(() -> QUERY.with(FeatureEdit.scaling(rows, 2)));
    }
    assertRefused(() -> QUERY.with(FeatureEdit.replacing(0, new double[] {1})));
    assertRefused(() -> FeatureEdit.replacing(IntList.of(0, 1), FeatureMatrix.zero(1, 2)));
    // The difference of two finite numbers may overflow.
    InferenceQuery large = QUERY.about(FeatureMatrix.dense(new double[][] {{-1.7e308, 0}, {0, 0}}));
    assertRefused(() -> large.with(FeatureEdit.replacing(0, new double[] {1.7e308, 0})));
    assertRefused(() -> QUERY.about(FeatureMatrix.zero(3, 2)));
  }

  @Test
  void targetsAreFoundInAnswersForTargetsOnly() {
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.zero(5, 1)).targeting(4, 0, 2);
    assertEquals(IntList.of(0, 2, 4), nodes.targetRows());
    for (int position = 0; position < 3; position++) {
      assertEquals(
          nodes.rowOfTarget(position),
          nodes.targetRows().getInt(nodes.answerRowOfTarget(position)));
    }
  }
}
