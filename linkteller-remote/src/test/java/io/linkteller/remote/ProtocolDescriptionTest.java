package io.linkteller.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The client's requests, and answers that it accepts, conform to the OpenAPI description that the
 * authors of the protocol publish ({@code open_inference_rest.yaml}, Apache License 2.0, from
 * github.com/kserve/open-inference-protocol), according to a validator of JSON schemas.
 */
class ProtocolDescriptionTest {

  private static final ObjectNode DESCRIPTION = description();

  private static final String INFER = "/v2/models/small/versions/3/infer";

  private static final Graph GRAPH = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();

  private static ObjectNode description() {
    try (InputStream in =
        ProtocolDescriptionTest.class.getResourceAsStream("open_inference_rest.yaml")) {
      return (ObjectNode) new ObjectMapper(new YAMLFactory()).readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the violations of a schema of the description in a message. */
  private static List<String> problems(String schema, String json) throws IOException {
    ObjectNode referring = DESCRIPTION.deepCopy().put("$ref", "#/components/schemas/" + schema);
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4)
        .getSchema(referring)
        .validate(new ObjectMapper().readTree(json))
        .stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private static List<String> problemsOfRequest(String json) throws IOException {
    return problems("inference_request", json);
  }

  private static List<String> problemsOfAnswer(String json) throws IOException {
    return problems("inference_response", json);
  }

  private static InferenceQuery query() {
    double[][] x = {{1, 2.5, 0}, {-0.125, 1e-30, 3}, {4, 5, 6}, {0, 0, 1e30}};
    return InferenceNodes.of(FeatureMatrix.dense(x)).query();
  }

  @ParameterizedTest
  @CsvSource({"FP64,true,true", "FP64,false,false", "FP32,true,false", "FP32,false,true"})
  void allMessagesOfAQueryConformToTheDescription(
      String datatype, boolean takesEdges, boolean takesNodes) throws Exception {
    try (ProtocolServer server =
        new ProtocolServer(
            (x, edges) -> new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}}),
            3,
            datatype,
            false,
            takesEdges,
            takesNodes)) {
      OpenInferenceModel.Builder client =
          OpenInferenceModel.builder(server.uri(), "small").version("3");
      if (takesEdges) {
        client.graph(GRAPH).edgeInputName("edge_index");
      }
      if (takesNodes) {
        client.nodeInputName("ids");
      }
      assertEquals(6, client.build().predict(query()).get(2, 1));
      assertEquals(
          List.of("GET /v2/models/small/versions/3", "GET /v2", "POST " + INFER),
          server.exchanged.stream().map(each -> each.method() + " " + each.path()).toList());
      assertEquals(
          List.of(),
          problemsOfRequest(new String(server.exchanged.get(2).request(), StandardCharsets.UTF_8)));
      List<String> answers =
          List.of("metadata_model_response", "metadata_server_response", "inference_response");
      for (int i = 0; i < answers.size(); i++) {
        ProtocolServer.Exchanged each = server.exchanged.get(i);
        String answer = new String(each.answer(), StandardCharsets.UTF_8);
        assertEquals(200, each.status());
        assertEquals(List.of(), problems(answers.get(i), answer));
      }
    }
  }

  @Test
  void theValidatorDetectsMissingAndWrongFields() throws IOException {
    String good =
        "{\"inputs\": [{\"name\": \"x\", \"shape\": [1, 1], \"datatype\": \"FP32\","
            + " \"data\": [1]}]}";
    assertEquals(List.of(), problemsOfRequest(good));
    for (String damaged :
        List.of(
            good.replace("\"datatype\": \"FP32\",", ""),
            good.replace("\"name\": \"x\",", ""),
            good.replace("[1, 1]", "1"),
            good.replace("[1, 1]", "[\"n\"]"),
            good.replace("\"data\": [1]", "\"data\": 1"),
            good.replace("inputs", "input"))) {
      assertFalse(problemsOfRequest(damaged).isEmpty(), damaged);
    }
    assertFalse(problemsOfAnswer("{\"model_name\": \"small\"}").isEmpty());
  }

  /**
   * The second example of the description is an answer, but lacks the model name that the schema
   * requires.
   */
  @Test
  void theClientReadsThePublishedExampleOfAnAnswer() throws IOException {
    JsonNode examples = DESCRIPTION.at("/components/schemas/inference_request/x-examples");
    assertEquals(List.of(), problemsOfRequest(examples.get("Example 1").toString()));
    ObjectNode answer = (ObjectNode) examples.get("Example 2");
    assertFalse(problemsOfAnswer(answer.toString()).isEmpty());
    answer.put("model_name", "small");
    assertEquals(List.of(), problemsOfAnswer(answer.toString()));
    byte[] json = answer.toString().getBytes(StandardCharsets.UTF_8);
    List<ProtocolJson.Output> outputs = ProtocolJson.outputsOf(json, json.length);
    assertEquals(1, outputs.size());
    Tensor tensor = outputs.get(0).tensor();
    assertEquals("'output0' FP32 [3, 2]", tensor.toString());
    assertArrayEquals(
        new double[] {1, 1.1, 2, 2.1, 3, 3.1}, tensor.matrix(outputs.get(0).values(), false).data);
  }

  /** The description allows data as nested arrays, which the text calls a natural form. */
  @Test
  void theClientReadsNestedArraysAsTheDescriptionAllows() throws IOException {
    String answer =
        "{\"model_name\": \"m\", \"outputs\": [{\"name\": \"y\", \"shape\": [2, 2],"
            + " \"datatype\": \"FP32\", \"data\": [[1, 2], [3, 4]]}]}";
    assertEquals(List.of(), problemsOfAnswer(answer));
    byte[] json = answer.getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(
        new double[] {1, 2, 3, 4}, ProtocolJson.outputsOf(json, json.length).get(0).values());
  }

  @Test
  void anErrorInTheDescribedFormIsReported() throws IOException {
    String error = "{\"error\": \"the model is asleep\"}";
    assertEquals(List.of(), problems("inference_error_response", error));
    byte[] json = error.getBytes(StandardCharsets.UTF_8);
    AnswerFormatException reported =
        assertThrows(AnswerFormatException.class, () -> ProtocolJson.outputsOf(json, json.length));
    assertEquals("the model is asleep", reported.sent());
  }
}
