package io.linkteller.remote.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the clients with a server that fails in various ways. */
@Tag("slow")
class FaultyServerTest {

  private static final String TOKEN = "s3cr3t-t0ken-of-bob";
  private static final String INFER = "/v2/models/m/infer";
  private static final String GOOD =
      "{\"outputs\": [{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [2, 1], \"data\": [1,"
          + " 2]}]}";
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}}));

  private static final WireMockServer SERVER =
      new WireMockServer(options().dynamicPort().dynamicHttpsPort());

  @BeforeAll
  static void start() {
    SERVER.start();
  }

  @AfterAll
  static void stop() {
    SERVER.stop();
  }

  @BeforeEach
  void describeTheModel() {
    SERVER.resetAll();
    SERVER.stubFor(
        get(urlEqualTo("/v2/models/m"))
            .willReturn(
                okJson(
                    """
                    {"name": "m",
                     "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 1]}],
                     "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 1]}]}
                    """)));
  }

  private static OpenInferenceModel.Builder client() {
    return OpenInferenceModel.builder(URI.create("http://localhost:" + SERVER.port()), "m")
        .bearerToken(TOKEN)
        .timeout(Duration.ofSeconds(20))
        .binary(false);
  }

  private static void answer(ResponseDefinitionBuilder response) {
    SERVER.stubFor(post(urlEqualTo(INFER)).willReturn(response));
  }

  private static DMatrixRMaj ask(InferenceApi api) {
    return Answers.ask(api, NODES.query(), "the query");
  }

  /** Returns the message of a failed query after checking that it does not reveal the token. */
  private static String failure(InferenceApi api) {
    InferenceException failure = assertThrows(InferenceException.class, () -> ask(api));
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertFalse(trace.toString().contains(TOKEN), trace::toString);
    return String.valueOf(failure.getMessage());
  }

  @Test
  void retryAfterIsHonored() {
    SERVER.stubFor(
        post(urlEqualTo(INFER))
            .inScenario("busy")
            .whenScenarioStateIs(Scenario.STARTED)
            .willReturn(aResponse().withStatus(429).withHeader("Retry-After", "1"))
            .willSetStateTo("free"));
    SERVER.stubFor(
        post(urlEqualTo(INFER))
            .inScenario("busy")
            .whenScenarioStateIs("free")
            .willReturn(okJson(GOOD)));
    long start = System.nanoTime();
    assertEquals(2, ask(client().build()).get(1, 0));
    assertTrue(System.nanoTime() - start >= 1_000_000_000L, "retried too early");
  }

  @Test
  void aRetryAfterBeyondTheMaximumIsAFailure() {
    answer(aResponse().withStatus(503).withHeader("Retry-After", "3600"));
    String message = failure(client().waiting(5, Duration.ofSeconds(10)).build());
    assertTrue(message.contains("503") && message.contains("3600 s"), message);
  }

  @Test
  void aPermanentlyBusyServerIsAFailure() {
    answer(aResponse().withStatus(503).withHeader("Retry-After", "0"));
    String message = failure(client().waiting(2, Duration.ofSeconds(10)).build());
    assertTrue(message.contains("answered 503"), message);
    assertEquals(
        3,
        SERVER
            .countRequestsMatching(
                com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor(urlEqualTo(INFER))
                    .build())
            .getCount());
  }

  @Test
  void anErrorOfTheServerIsReportedWithoutSecretsOrControlCharacters() {
    answer(
        aResponse()
            .withStatus(500)
            .withBody(
                "{\"error\": \"boom \\u001b[31m, you sent Bearer " + TOKEN + "\"}\u001b[31m"));
    String message = failure(client().build());
    assertTrue(message.contains("answered 500") && message.contains("boom"), message);
    assertFalse(message.contains("\u001b"), message);
  }

  @Test
  void aSecretIsMaskedBeforeAMessageIsCut() {
    for (int before = 270; before < 310; before++) {
      answer(aResponse().withStatus(500).withBody("x".repeat(before) + TOKEN));
      String message = failure(client().build());
      assertFalse(message.contains(TOKEN.substring(0, 4)), message);
    }
  }

  @Test
  void anErrorInAnAnswerIsReportedWithoutSecrets() {
    answer(okJson("{\"error\": \"no model for Bearer " + TOKEN + "\"}"));
    String message = failure(client().build());
    assertTrue(message.contains("the server reports: no model for"), message);
  }

  @Test
  void aDelayThatTheServerDidNotAskForIsNotAscribedToIt() {
    answer(aResponse().withStatus(503));
    String message = failure(client().waiting(5, Duration.ofMillis(1)).build());
    assertFalse(message.contains("asks"), message);
    assertTrue(message.contains("delay of 1 s"), message);
  }

  @Test
  void aBrokenConnectionIsAFailure() {
    answer(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
    assertTrue(failure(client().build()).contains("did not respond"));
    answer(aResponse().withStatus(200).withFault(Fault.MALFORMED_RESPONSE_CHUNK));
    failure(client().build());
    answer(aResponse().withFault(Fault.RANDOM_DATA_THEN_CLOSE));
    failure(client().build());
  }

  @Test
  void aTruncatedBinaryBodyIsAFailure() {
    String header =
        "{\"outputs\": [{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [2, 1],"
            + " \"parameters\": {\"binary_data_size\": 8}}]}";
    answer(
        aResponse()
            .withHeader("Inference-Header-Content-Length", Integer.toString(header.length()))
            .withBody(header + "12345"));
    String message = failure(client().binary(true).build());
    assertTrue(message.contains("8 bytes, but only 5 were received"), message);
    answer(aResponse().withHeader("Inference-Header-Content-Length", "999").withBody(header));
    assertTrue(failure(client().binary(true).build()).contains("999"));
  }

  @Test
  void answersOfTheWrongShapeAreFailures() {
    answer(okJson(GOOD.replace("[2, 1]", "[3, 1]")));
    assertTrue(failure(client().build()).contains("has 2 elements"));
    answer(okJson(GOOD.replace("[2, 1]", "[1, 1]").replace("[1, 2]", "[1]")));
    assertTrue(failure(client().build()).contains("1 x 1"));
    answer(okJson(GOOD.replace("[2, 1]", "[2, 1, 1]")));
    assertTrue(failure(client().build()).contains("not a matrix"));
    answer(okJson(GOOD.replace("\"y\"", "\"z\"")));
    assertTrue(failure(client().build()).contains("no output named 'y'"));
    answer(okJson("[]"));
    assertTrue(failure(client().build()).contains("not a JSON object"));
    answer(okJson(GOOD.substring(0, GOOD.length() - 3)));
    assertTrue(failure(client().build()).contains("violates the protocol"));
  }

  @Test
  void theMessageNamesTheNodeOfANaN() {
    answer(okJson(GOOD.replace("[1, 2]", "[1, NaN]")));
    String message = failure(client().build());
    assertTrue(message.contains("NaN") && message.contains("node 1"), message);
  }

  @Test
  void aServerThatDoesNotRespondTimesOut() {
    answer(okJson(GOOD).withFixedDelay(5_000));
    long start = System.nanoTime();
    assertTrue(
        failure(client().timeout(Duration.ofMillis(300)).build()).contains("did not respond"));
    assertTrue(System.nanoTime() - start < 4_000_000_000L, "the time limit was exceeded");
  }

  @Test
  void aServerThatStopsWithinAnAnswerTimesOut() {
    // A tenth every 0.8 s: the headers arrive in time.
    answer(okJson(GOOD).withChunkedDribbleDelay(10, 8_000));
    long start = System.nanoTime();
    String message = failure(client().timeout(Duration.ofMillis(1_500)).build());
    assertTrue(message.contains("did not respond"), message);
    assertTrue(System.nanoTime() - start < 6_000_000_000L, "the time limit was exceeded");
  }

  @Test
  void anUntrustedCertificateIsRejected() {
    URI https = URI.create("https://localhost:" + SERVER.httpsPort());
    String message =
        failure(OpenInferenceModel.builder(https, "m").bearerToken(TOKEN).binary(false).build());
    assertTrue(message.contains("did not respond"), message);
    assertEquals(0, SERVER.getAllServeEvents().size());
  }

  @Test
  void theTokenIsSentButNeverShown() {
    answer(okJson(GOOD));
    OpenInferenceModel api = client().build();
    ask(api);
    assertFalse(api.toString().contains(TOKEN));
    SERVER.verify(
        com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor(urlEqualTo(INFER))
            .withHeader(
                "Authorization",
                com.github.tomakehurst.wiremock.client.WireMock.equalTo("Bearer " + TOKEN)));
    for (String bad : List.of("", "two words", "line\nbreak")) {
      assertThrows(IllegalArgumentException.class, () -> client().bearerToken(bad));
    }
    assertThrows(IllegalArgumentException.class, () -> client().header("Content-Length", "1"));
    assertThrows(IllegalArgumentException.class, () -> client().header("a b", "1"));
    assertThrows(
        IllegalArgumentException.class,
        () -> OpenInferenceModel.builder(URI.create("http://bob:pw@example.org"), "m"));
  }

  @Test
  void retryAfterMayBeADate() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertEquals(
        Optional.of(Duration.ofSeconds(90)), retryAfter("Thu, 01 Jan 2026 00:01:30 GMT", now));
    assertEquals(Optional.of(Duration.ZERO), retryAfter("Wed, 31 Dec 2025 00:01:30 GMT", now));
    assertEquals(Optional.empty(), retryAfter("soon", now));
    assertEquals(Optional.empty(), retryAfter("-5", now));
  }

  private static Optional<Duration> retryAfter(String value, Instant now) {
    return HttpConnection.retryAfter(
        HttpHeaders.of(Map.of("Retry-After", List.of(value)), (a, b) -> true), now);
  }
}
