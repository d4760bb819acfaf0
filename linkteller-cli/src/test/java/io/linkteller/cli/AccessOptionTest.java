package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.Counting;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Tests of {@code --access}: inferring the kind of an external model's answers, and converting
 * them.
 */
class AccessOptionTest {

  private static final DMatrixRMaj LOGITS = matrix(new double[][] {{2, -1, 0.5}, {0, 3, 1}});
  private static final DMatrixRMaj SOFTMAX = Posterior.SOFTMAX.probabilities(LOGITS);
  private static final DMatrixRMaj SIGMOID = Posterior.SIGMOID.probabilities(LOGITS);
  private static final DMatrixRMaj LABELS = Posterior.SOFTMAX.labels(LOGITS);

  @CommandLine.Command(name = "test")
  private static final class Holder implements Callable<Integer> {

    @CommandLine.Mixin private AccessOption access;

    @Override
    public Integer call() {
      return 0;
    }
  }

  private static DMatrixRMaj matrix(double[][] rows) {
    return new DMatrixRMaj(rows);
  }

  private static ShownModel model(DMatrixRMaj answer, String... given) {
    Holder holder = new Holder();
    CommandLine command = new CommandLine(holder);
    if (given.length > 0) {
      command.parseArgs("--access", String.join(",", given));
    }
    Graph graph = Graph.empty(answer.numRows);
    FeatureMatrix features = FeatureMatrix.dense(new double[answer.numRows][1]);
    Dataset data = new Dataset("d", graph, features, Labels.unknown(answer.numRows));
    return holder.access.ofOthers(
        command.getCommandSpec(), answer, ServedData.of(data, "d", () -> data));
  }

  private static AnswerKind kind(DMatrixRMaj answer, String... given) {
    return model(answer, given).access().answers();
  }

  private static DMatrixRMaj seen(DMatrixRMaj answer, String... given) throws Exception {
    InferenceApi api = model(answer, given).shown().apply(query -> answer);
    FeatureMatrix features = FeatureMatrix.dense(new double[answer.numRows][1]);
    return api.predict(InferenceNodes.of(features).query());
  }

  @Test
  void anUndeclaredKindIsInferred() {
    assertEquals(AnswerKind.LOGITS, kind(LOGITS));
    assertEquals(none(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX), kind(SOFTMAX));
    assertEquals(none(AnswerKind.Form.PROBABILITIES, Posterior.SIGMOID), kind(SIGMOID));
    assertEquals(none(AnswerKind.Form.LABELS, Posterior.SOFTMAX), kind(LABELS));
    DMatrixRMaj rounded = matrix(new double[][] {{0.25, 0.5, 0.25}, {0.125, 0.75, 0.125}});
    assertEquals(OptionalInt.of(3), kind(rounded).decimals());
    assertEquals(OptionalInt.of(4), kind(rounded, "decimals=4").decimals());
  }

  private static AnswerKind none(AnswerKind.Form form, Posterior posterior) {
    return new AnswerKind(form, posterior, OptionalInt.empty());
  }

  @Test
  void oneColumnIsNeverASoftmax() throws Exception {
    DMatrixRMaj column = matrix(new double[][] {{-1.5}, {0.75}});
    assertEquals(AnswerKind.Form.LOGITS, kind(column).form());
    assertEquals(0, seen(column, "answers=labels").get(0));
    assertEquals(1, seen(column, "answers=labels").get(1));
    assertEquals(
        Posterior.SIGMOID.probabilities(column).get(0),
        seen(column, "answers=probabilities").get(0));
    DMatrixRMaj inUnit = matrix(new double[][] {{0.25}, {0.9375}});
    assertEquals(Posterior.SIGMOID, kind(inUnit).posterior());
    assertEquals(0, seen(inUnit, "answers=labels").get(0));
    assertEquals(1, seen(inUnit, "answers=labels").get(1));
  }

  @Test
  void answersAreConvertedToTheDeclaredKind() throws Exception {
    assertArrayEquals(LABELS.data, seen(LOGITS, "answers=labels").data);
    assertArrayEquals(LABELS.data, seen(SOFTMAX, "answers=labels").data);
    assertArrayEquals(Posterior.SIGMOID.labels(LOGITS).data, seen(SIGMOID, "answers=labels").data);
    assertArrayEquals(SOFTMAX.data, seen(LOGITS, "answers=probabilities").data);
    assertArrayEquals(SOFTMAX.data, seen(SOFTMAX, "answers=probabilities").data);
    double first = Math.rint(SOFTMAX.get(0) * 100) / 100;
    assertEquals(first, seen(LOGITS, "answers=probabilities", "decimals=2").get(0));
    assertEquals(first, seen(SOFTMAX, "answers=probabilities", "decimals=2").get(0));
  }

  @ParameterizedTest
  @CsvSource({"logits, probabilities", "logits, labels", "probabilities, labels"})
  void lessDetailedAnswersThanDeclaredAreRefused(String declared, String shown) {
    DMatrixRMaj oneHot = matrix(new double[][] {{1, 0, 0}, {0, 1, 0}});
    DMatrixRMaj answer = shown.equals("labels") ? oneHot : SOFTMAX;
    CommandLine.ParameterException refused =
        assertThrows(
            CommandLine.ParameterException.class, () -> model(answer, "answers=" + declared));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("--access: answers=" + declared + " is more than"), message);
    assertTrue(message.contains("answers with " + shown), message);
  }

  @Test
  void anAmbiguousAnswerIsReadAsDeclared() throws Exception {
    assertEquals(AnswerKind.Form.LOGITS, kind(SIGMOID, "answers=logits").form());
    assertArrayEquals(SIGMOID.data, seen(SIGMOID, "answers=logits").data);
    DMatrixRMaj counts = new DMatrixRMaj(new double[][] {{1}, {2}, {1}, {2}, {1}, {3}});
    assertEquals(AnswerKind.Form.LABELS, kind(counts).form());
    assertEquals(AnswerKind.Form.LOGITS, kind(counts, "answers=logits").form());
    DMatrixRMaj zeros = new DMatrixRMaj(2, 3);
    assertEquals(AnswerKind.Form.LOGITS, kind(zeros).form());
    assertEquals(AnswerKind.Form.LABELS, kind(zeros, "answers=labels").form());
    assertArrayEquals(zeros.data, seen(zeros, "answers=labels").data);
    String[] noisy = {"answers=probabilities", "precision=noisy"};
    assertEquals(AnswerKind.Form.PROBABILITIES, kind(LOGITS, noisy).form());
    assertArrayEquals(LOGITS.data, seen(LOGITS, noisy).data);
    assertArrayEquals(LABELS.data, seen(LOGITS, "answers=labels", "precision=noisy").data);
  }

  @Test
  void theFirstAnswerIsReusedOnceForAnEqualQuery() throws Exception {
    FeatureMatrix features = FeatureMatrix.dense(new double[][] {{1}, {2}});
    InferenceNodes nodes = InferenceNodes.of(features);
    Counting counting = new Counting(query -> query.features().toDense());
    FirstAnswer first = FirstAnswer.of(counting, nodes);
    first.predict(nodes.query().with(FeatureEdit.scaling(0, 2)));
    assertEquals(2, counting.count());
    DMatrixRMaj passedOn = first.predict(nodes.query().observing(nodes.targetRows()));
    assertArrayEquals(new double[] {1, 2}, passedOn.data);
    assertEquals(2, counting.count());
    first.predict(nodes.query());
    assertEquals(3, counting.count());
  }

  @Test
  void answersForNonTargetsAreNotChecked() throws Exception {
    DMatrixRMaj answer = matrix(new double[][] {{1}, {Double.NaN}});
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[2][1])).targeting(IntList.of(0));
    FirstAnswer first = FirstAnswer.of(query -> answer, nodes);
    assertArrayEquals(new double[] {1}, first.answer().data);
    assertEquals(2, first.predict(nodes.query()).numRows);
  }
}
