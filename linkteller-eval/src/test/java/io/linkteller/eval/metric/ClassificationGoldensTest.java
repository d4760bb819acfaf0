package io.linkteller.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.testkit.fixture.Goldens;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** {@link ClassificationMetrics} against scikit-learn. */
class ClassificationGoldensTest {

  private static final JsonNode F1 = Goldens.read("metric-goldens.json").get("f1");

  @Test
  void singleLabelScoresAgreeWithScikitLearn() {
    int[] truth = Goldens.ints(F1.get("single_true"));
    int[] predicted = Goldens.ints(F1.get("single_pred"));
    int classes = Math.max(Arrays.stream(truth).max().orElseThrow(), 0) + 1;
    ClassificationMetrics metrics =
        ClassificationMetrics.of(predicted, Labels.single(truth, classes));
    assertEquals(F1.get("single_micro").doubleValue(), metrics.microF1(), 1e-12);
    assertEquals(F1.get("single_macro").doubleValue(), metrics.macroF1(), 1e-12);
    assertEquals(metrics.microF1(), metrics.accuracy(), 1e-15);
  }

  @Test
  void multiLabelScoresAgreeWithScikitLearn() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(rows("multi_pred"), Labels.multi(rows("multi_true")));
    assertEquals(F1.get("micro").doubleValue(), metrics.microF1(), 1e-12);
    assertEquals(F1.get("macro").doubleValue(), metrics.macroF1(), 1e-12);
  }

  private static boolean[][] rows(String name) {
    JsonNode golden = F1.get(name);
    boolean[][] rows = new boolean[golden.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Goldens.bits(golden.get(i));
    }
    return rows;
  }
}
