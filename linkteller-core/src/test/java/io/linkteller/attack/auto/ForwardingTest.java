package io.linkteller.attack.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** What stands between an attack and its black box or listener passes everything on. */
class ForwardingTest {

  @Test
  void aListenerHearsEverythingButOfUndecidedPairs() {
    List<String> heard = new ArrayList<>();
    UndecidedPairs undecided =
        new UndecidedPairs(
            new AttackListener() {
              @Override
              public void onAnswer(int answered, int total) {
                heard.add(answered + " of " + total);
              }

              @Override
              public void onWarning(AttackWarning warning) {
                heard.add(warning.message());
              }

              @Override
              public void onChoice(String attack, boolean taken, String reason) {
                heard.add(attack + " " + taken + " " + reason);
              }
            });
    undecided.onAnswer(2, 5);
    undecided.onWarning(warning(AttackWarning.Kind.NOTHING_MOVED));
    undecided.onChoice("subsets", true, "fits");
    assertEquals(List.of("2 of 5", "NOTHING_MOVED", "subsets true fits"), heard);
    assertEquals(Optional.empty(), undecided.warning());
    AttackWarning pairs = warning(AttackWarning.Kind.PAIRS_UNDECIDED);
    undecided.onWarning(pairs);
    assertEquals(3, heard.size());
    assertEquals(Optional.of(pairs), undecided.warning());
  }

  private static AttackWarning warning(AttackWarning.Kind kind) {
    return new AttackWarning(kind, kind.name(), IntList.of());
  }

  @Test
  void queriesOfABatchAreCountedOneByOne() throws Exception {
    DMatrixRMaj answer = new DMatrixRMaj(1, 1);
    InferenceApi batches =
        new InferenceApi() {
          @Override
          public DMatrixRMaj predict(InferenceQuery query) {
            return answer;
          }

          @Override
          public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
            return List.of(answer, answer, answer);
          }

          @Override
          public int batchSize() {
            return 3;
          }
        };
    InferenceQuery query = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}})).query();
    CountingApi counting = new CountingApi(batches);
    assertEquals(3, counting.batchSize());
    assertEquals(answer, counting.predict(query));
    assertEquals(
        List.of(answer, answer, answer), counting.predictAll(List.of(query, query, query)));
    assertEquals(4, counting.asked());
  }
}
