package io.linkteller.remote;

import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntList;
import java.net.URI;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the client for custom JSON formats. */
class JsonModelTest {

  @RegisterExtension
  static final WireMockExtension SERVER = WireMockExtension.newInstance().build();

  private static final InferenceNodes NODES =
      InferenceNodes.of(
          IntList.of(7, 8, 9), FeatureMatrix.dense(new double[][] {{1, 2}, {3, 4}, {5, 6}}));

  private static JsonModel.Builder client() {
    return JsonModel.builder(URI.create("http://localhost:" + SERVER.getPort() + "/predict"));
  }

  private static void answers(String json) {
    SERVER.stubFor(post(urlEqualTo("/predict")).willReturn(okJson(json)));
  }

  private static void sent(String json) {
    SERVER.verify(
        postRequestedFor(urlEqualTo("/predict")).withRequestBody(equalToJson(json, false, false)));
  }

  private static DMatrixRMaj ask(InferenceApi api, InferenceQuery query) {
    return query.ask(api, "the query");
  }

  @Test
  void theDefaultTemplateSendsNodesAndFeatures() {
    answers("[[1, 2], [3, 4], [5, 6.5]]");
    DMatrixRMaj answer = ask(client().build(), NODES.query());
    assertEquals(6.5, answer.get(2, 1));
    sent("{\"nodes\": [7, 8, 9], \"features\": [[1, 2], [3, 4], [5, 6]]}");
  }

  @Test
  void theTemplateDefinesTheRequestAndThePointerLocatesTheLogits() {
    answers("{\"meta\": [1], \"data\": {\"scores\": [10, 20, 30]}}");
    JsonModel api =
        client()
            .requestTemplate(
                "{\"model\": \"m\", \"n\": 3, \"input\": {\"rows\": \"${features}\"},"
                    + " \"read\": \"${observed-nodes}\"}")
            .answerPointer("/data/scores")
            .build();
    InferenceQuery query =
        NODES.query().with(FeatureEdit.scaling(1, 2)).observing(IntList.of(0, 2));
    DMatrixRMaj answer = ask(api, query);
    assertEquals(2, answer.numRows);
    assertEquals(30, answer.get(1, 0));
    sent(
        "{\"model\": \"m\", \"n\": 3, \"input\": {\"rows\": [[1, 2], [6, 8], [5, 6]]},"
            + " \"read\": [7, 9]}");
  }

  /** The field contains node ids or else positions; each queried node must have one row. */
  @ParameterizedTest
  @CsvSource({
    "id, 7 9 8, 1 3 2",
    "node, 9 8 7, 3 2 1",
    "node_id, 0 2 1, 1 3 2",
    "id, 7 9 9, not one for each node"
  })
  void rowsAreAssignedByTheirNodeField(String field, String ids, String expected) {
    String[] rows = ids.split(" ", -1);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = "{\"%s\": %s, \"logits\": [%s]}".formatted(field, rows[i], i + 1);
    }
    answers("[" + String.join(", ", rows) + "]");
    if (expected.startsWith("not")) {
      assertRefused(InferenceException.class, expected, () -> ask(client().build(), NODES.query()));
      return;
    }
    DMatrixRMaj answer = ask(client().build(), NODES.query());
    assertEquals(
        expected, "%.0f %.0f %.0f".formatted(answer.data[0], answer.data[1], answer.data[2]));
  }

  @Test
  void onlyChangedRowsAreSentToAServerThatStoresTheFeatures() {
    answers("{\"y\": [[1], [2], [3]]}");
    JsonModel api =
        client()
            .requestTemplate("{\"ids\": \"${changed-nodes}\", \"rows\": \"${changed-features}\"}")
            .answerPointer("/y")
            .build();
    ask(api, NODES.query());
    ask(api, NODES.query().with(FeatureEdit.scaling(2, 3)));
    sent("{\"ids\": [], \"rows\": []}");
    sent("{\"ids\": [9], \"rows\": [[15, 18]]}");
    assertRefused(
        InferenceException.class,
        "changed rows only",
        () -> ask(api, NODES.query().about(FeatureMatrix.dense(new double[3][2]))));
  }

  @Test
  void aBatchIsAnArrayOfFilledTemplatesAndOfAnswers() throws Exception {
    answers(
        "[{\"t\": 1, \"y\": [[1], [2], [3]]}, {\"y\": [[4], [5], [6]], \"more\": {\"y\": [7]}}]");
    JsonModel api =
        client()
            .requestTemplate("{\"ids\": \"${changed-nodes}\", \"rows\": \"${changed-features}\"}")
            .answerPointer("/y")
            .batch(2)
            .build();
    assertEquals(2, api.batchSize());
    List<DMatrixRMaj> answers =
        api.predictAll(
            List.of(
                NODES.query().with(FeatureEdit.scaling(0, 2)),
                NODES.query().with(FeatureEdit.scaling(2, 3))));
    assertEquals(2, answers.size());
    assertEquals(3, answers.get(0).get(2, 0));
    assertEquals(4, answers.get(1).get(0, 0));
    sent("[{\"ids\": [7], \"rows\": [[2, 4]]}, {\"ids\": [9], \"rows\": [[15, 18]]}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{\"y\": [[1]]}]",
        "[{\"y\": [[1]]}, {\"z\": [[1]]}]",
        "[{\"y\": [[1]]}, {\"y\": [[1]]}, {\"y\": [[1]]}]",
        "{\"y\": [[1]]}"
      })
  void aWrongNumberOfAnswersIsAFailure(String body) {
    answers(body);
    JsonModel api = client().answerPointer("/y").batch(2).build();
    List<InferenceQuery> two = List.of(NODES.query(), NODES.query());
    assertRefused(InferenceException.class, "'/y'", () -> api.predictAll(two));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"y\": 3}",
        "{\"y\": [[1], [2, 3], [4]]}",
        "{\"y\": [[1], \"a\", [4]]}",
        "{\"y\": [[1], [2]",
        "not json",
        ""
      })
  void anAnswerWithoutLogitsIsAFailure(String body) {
    answers(body);
    assertRefused(
        InferenceException.class,
        "'/y'",
        () -> ask(client().answerPointer("/y").build(), NODES.query()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"x\": ", "{\"x\": \"features\"}", "{\"x\": \"${features}\"} more"})
  void aTemplateWithoutFeaturesOrInvalidJsonIsRejected(String template) {
    assertRefused(() -> client().requestTemplate(template));
  }
}
