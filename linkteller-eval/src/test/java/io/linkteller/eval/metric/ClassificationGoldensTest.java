package io.linkteller.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.fixture.Goldens;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
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
        ClassificationMetrics.of(
            logits(predicted.length, classes, (node, label) -> predicted[node] == label),
            Labels.single(truth, classes),
            Graph.empty(truth.length).nodes());
    assertEquals(F1.get("single_micro").doubleValue(), metrics.microF1(), 1e-12);
    assertEquals(F1.get("single_macro").doubleValue(), metrics.macroF1(), 1e-12);
    assertEquals(metrics.microF1(), metrics.accuracy(), 1e-15);
  }

  @Test
  void multiLabelScoresAgreeWithScikitLearn() {
    boolean[][] predicted = rows("multi_pred");
    ClassificationMetrics metrics =
        ClassificationMetrics.of(
            logits(predicted.length, predicted[0].length, (node, label) -> predicted[node][label]),
            Labels.multi(rows("multi_true")),
            Graph.empty(predicted.length).nodes());
    assertEquals(F1.get("micro").doubleValue(), metrics.microF1(), 1e-12);
    assertEquals(F1.get("macro").doubleValue(), metrics.macroF1(), 1e-12);
  }

  /** Whether a class is predicted for a node. */
  @FunctionalInterface
  private interface Guess {
    boolean of(int node, int label);
  }

  private static DMatrixRMaj logits(int nodes, int classes, Guess guess) {
    DMatrixRMaj logits = new DMatrixRMaj(nodes, classes);
    for (int node = 0; node < nodes; node++) {
      for (int label = 0; label < classes; label++) {
        logits.set(node, label, guess.of(node, label) ? 1 : -1);
      }
    }
    return logits;
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
