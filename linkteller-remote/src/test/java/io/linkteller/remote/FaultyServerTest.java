package io.linkteller.remote;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.Thorough;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the clients with a server that fails in various ways. */
class FaultyServerTest {

  private static final String TOKEN = "s3cr3t/t0ken-of-bob";
  private static final String DIGITS = "8675309";
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);
  private static final String INFER = "/v2/models/m/infer";
  private static final String GOOD =
      "{\"outputs\": [{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [2, 1], \"data\": [1,"
          + " 2]}]}";
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}}));

  @RegisterExtension
  static final WireMockExtension SERVER =
      WireMockExtension.newInstance().options(options().dynamicPort().dynamicHttpsPort()).build();

  @BeforeEach
  void describeTheModel() {
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
    return OpenInferenceModel.builder(URI.create("http://localhost:" + SERVER.getPort()), "m")
        .timeout(Duration.ofSeconds(20))
        .binary(false);
  }

  private static void answer(ResponseDefinitionBuilder response) {
    SERVER.stubFor(post(urlEqualTo(INFER)).willReturn(response));
  }

  private static DMatrixRMaj ask(InferenceApi api) {
    return NODES.query().ask(api, "the query");
  }

  /** Returns the message of a failed query and of everything that caused it. */
  private static String failure(InferenceApi api) {
    InferenceException failure = assertThrows(InferenceException.class, () -> ask(api));
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace.toString();
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
  void anErrorOfTheServerIsReportedWithoutControlCharacters() {
    answer(aResponse().withStatus(500).withBody("{\"error\": \"boom \\u001b[31m\"}\u001b[31m"));
    String message = failure(client().build());
    assertTrue(message.contains("answered 500") && message.contains("boom"), message);
    assertFalse(message.contains("\u001b"), message);
  }

  @Test
  void anErrorInAnAnswerIsReported() {
    answer(okJson("{\"error\": \"no model for you\"}"));
    String message = failure(client().build());
    assertTrue(message.contains("the server reports an error: no model for you"), message);
  }

  /** Forms in which a server may send a token back: unchanged, escaped, cut, reversed, encoded. */
  static List<String> disguises() {
    List<String> all =
        List.of(
            TOKEN,
            TOKEN.replace("/", "\\\\/"),
            TOKEN.substring(1),
            new StringBuilder(TOKEN).reverse().toString(),
            TOKEN.toUpperCase(Locale.ROOT),
            String.join(" ", TOKEN.split("")),
            Base64.getEncoder().encodeToString(TOKEN.getBytes(StandardCharsets.UTF_8)),
            HexFormat.of().formatHex(TOKEN.getBytes(StandardCharsets.UTF_8)));
    return all.subList(0, Thorough.size(1, all.size()));
  }

  @ParameterizedTest
  @MethodSource("disguises")
  void disguisedTokensAreNotShown(String sent) {
    String quoted = '"' + sent + '"';
    String tensor = "{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [2, 1], ";
    for (ResponseDefinitionBuilder response :
        List.of(
            aResponse().withStatus(401).withBody(sent),
            aResponse().withStatus(200).withHeader("Content-Encoding", sent).withBody("{}"),
            aResponse().withStatus(200).withHeader("Inference-Header-Content-Length", sent),
            okJson("{\"error\": " + quoted + "}"),
            okJson("{" + quoted),
            okJson(sent),
            okJson("{\"outputs\": " + quoted + "}"),
            okJson("{\"outputs\": [" + tensor + "\"data\": [" + quoted + "]}]}"),
            okJson("{\"outputs\": [" + tensor + "\"parameters\": " + quoted + "}]}"),
            okJson(GOOD.replace("\"y\"", quoted)),
            aResponse().withStatus(429).withHeader("Retry-After", sent))) {
      answer(response);
      assertHidden(sent, failure(client().bearerToken(TOKEN).waiting(0, ONE_SECOND).build()));
    }
    answer(okJson(GOOD.replace("[2, 1]", "[1, 2]")));
    for (String metadata : metadata(quoted)) {
      SERVER.stubFor(get(urlEqualTo("/v2/models/m")).willReturn(okJson(metadata)));
      assertHidden(sent, failure(client().bearerToken(TOKEN).build()));
    }
  }

  /** Returns metadata with a value in place of each field of an input and of an output. */
  private static List<String> metadata(String sent) {
    List<String> all = new ArrayList<>(List.of(sent, "{\"inputs\": " + sent + "}"));
    Map<String, List<String>> fields =
        Map.of(
            "\"x\"", List.of(sent),
            "\"FP32\"", List.of(sent),
            "[-1, 1]",
                List.of(
                    sent,
                    "[" + sent + "]",
                    "[" + sent + ", 1]",
                    "[-1, " + sent + "]",
                    "[" + sent + ", -1, 1]",
                    "[-1, 1, 1, " + sent + "]"));
    String tensor = "[{\"name\": \"x\", \"datatype\": \"FP32\", \"shape\": [-1, 1]}]";
    fields.forEach(
        (field, values) ->
            values.forEach(
                value -> {
                  String changed = tensor.replace(field, value);
                  all.add("{\"inputs\": " + changed + ", \"outputs\": " + tensor + "}");
                  all.add("{\"inputs\": " + tensor + ", \"outputs\": " + changed + "}");
                  all.add("{\"inputs\": " + changed + ", \"outputs\": " + changed + "}");
                }));
    return all;
  }

  @Test
  void aTokenOfDigitsIsNotShownAsANumber() {
    String tensor = "{\"name\": \"y\", \"datatype\": \"FP32\", \"shape\": [";
    for (ResponseDefinitionBuilder response :
        List.of(
            aResponse().withStatus(503).withHeader("Retry-After", DIGITS),
            aResponse().withHeader("Inference-Header-Content-Length", DIGITS).withBody("{}"),
            okJson("{\"outputs\": [" + tensor + DIGITS + ", 1], \"data\": [1, 2]}]}"),
            okJson(
                "{\"outputs\": ["
                    + tensor
                    + "2, 1], \"parameters\": {\"binary_data_size\": "
                    + DIGITS
                    + "}}]}"))) {
      answer(response);
      assertHidden(DIGITS, failure(client().bearerToken(DIGITS).waiting(1, ONE_SECOND).build()));
    }
  }

  @Test
  void aTokenOfDigitsInMetadataIsNotShown() {
    answer(okJson(GOOD.replace("[2, 1]", "[1, 2]")));
    for (String metadata : metadata(DIGITS)) {
      SERVER.stubFor(get(urlEqualTo("/v2/models/m")).willReturn(okJson(metadata)));
      assertHidden(DIGITS, failure(client().bearerToken(DIGITS).build()));
    }
  }

  /** Formerly, the message contained the number of logits. */
  @Test
  void aTokenOfDigitsIsNotShownAsAShape() {
    int token = 7309;
    for (String shape : List.of("[2, 7309]", "[7309, 2]", "[7309, 1]", "[1, 7309]")) {
      int numbers = shape.contains("2") ? 2 * token : token;
      String zeros = "[0" + ", 0".repeat(numbers - 1) + "]";
      answer(okJson(GOOD.replace("[2, 1]", shape).replace("[1, 2]", zeros)));
      OpenInferenceModel api = client().bearerToken("7309").build();
      for (int earlier : new int[] {1, token + 1}) {
        InferenceException failure =
            assertThrows(
                InferenceException.class, () -> NODES.query().ask(api, "the query", earlier));
        String message = String.valueOf(failure.getMessage());
        assertHidden("7309", message.replace("localhost:" + SERVER.getPort(), "the server"));
      }
    }
  }

  @Test
  void aSecretInTheQueryOfAUriIsNotShown() {
    URI uri = URI.create("http://localhost:" + SERVER.getPort() + "/predict?key=" + TOKEN);
    SERVER.stubFor(post(anyUrl()).willReturn(aResponse().withStatus(403).withBody(TOKEN)));
    assertHidden(TOKEN, failure(JsonModel.builder(uri).build()));
    SERVER.stubFor(post(anyUrl()).willReturn(okJson("[[\"" + TOKEN + "\"]]")));
    assertHidden(TOKEN, failure(JsonModel.builder(uri).build()));
  }

  private static void assertHidden(String sent, String message) {
    assertFalse(message.contains(sent), message);
  }

  @Test
  void theClientsOwnDelayIsNotAttributedToTheServer() {
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
    assertTrue(failure(client().build()).contains("did not return 2 rows"));
    answer(okJson(GOOD.replace("[2, 1]", "[2, 1, 1]")));
    assertTrue(failure(client().build()).contains("not a matrix"));
    answer(okJson(GOOD.replace("\"y\"", "\"z\"")));
    assertTrue(failure(client().build()).contains("no output has the name"));
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
    // A tenth arrives every 0.8 s: the headers are in time.
    answer(okJson(GOOD).withChunkedDribbleDelay(10, 8_000));
    long start = System.nanoTime();
    String message = failure(client().timeout(Duration.ofMillis(1_500)).build());
    assertTrue(message.contains("did not respond"), message);
    assertTrue(System.nanoTime() - start < 6_000_000_000L, "the time limit was exceeded");
  }

  @Test
  void anUntrustedCertificateIsRejected() {
    URI https = URI.create("https://localhost:" + SERVER.getHttpsPort());
    String message =
        failure(OpenInferenceModel.builder(https, "m").bearerToken(TOKEN).binary(false).build());
    assertTrue(message.contains("did not respond"), message);
    assertEquals(0, SERVER.getAllServeEvents().size());
  }

  @Test
  void theTokenIsSentButNeverShown() {
    answer(okJson(GOOD));
    OpenInferenceModel api = client().bearerToken(TOKEN).build();
    ask(api);
    assertFalse(api.toString().contains(TOKEN));
    SERVER.verify(
        com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor(urlEqualTo(INFER))
            .withHeader(
                "Authorization",
                com.github.tomakehurst.wiremock.client.WireMock.equalTo("Bearer " + TOKEN)));
    for (String bad : List.of("", "two words", "line\nbreak")) {
      assertRefused(() -> client().bearerToken(bad));
    }
    // Text pasted from a document may contain a zero-width space or a dash.
    for (String pasted : List.of("s3cret\u200b", "s3cret\u2013", "s3cret\u0100")) {
      refusedWithoutBeingShown(() -> client().bearerToken(pasted));
      refusedWithoutBeingShown(() -> client().header("X-Key", pasted));
    }
    client().bearerToken("\u00fc").header("X-Key", "\u00ff");
    assertRefused(() -> client().header("Content-Length", "1"));
    assertRefused(() -> client().header("a b", "1"));
    assertRefused(() -> OpenInferenceModel.builder(URI.create("http://bob:pw@example.org"), "m"));
  }

  private static void refusedWithoutBeingShown(Executable call) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call);
    assertTrue(String.valueOf(e.getMessage()).contains("beyond U+00FF"), e::toString);
    assertFalse(e.toString().contains("s3cret"), e::toString);
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

  @ParameterizedTest
  @ValueSource(
      strings = {"http://example.org", "HTTP://192.0.2.1:80/x", "http://127.0.0.1.example.org"})
  void aTokenOverPlainHttpCausesAWarning(String server) {
    List<String> warnings = warnings(server, true);
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0).contains("plain HTTP"), warnings::toString);
    assertFalse(warnings.get(0).contains(TOKEN), warnings::toString);
    assertEquals(List.of(), warnings(server, false));
  }

  @Test
  void aSecretInTheQueryOfAPlainUriCausesAWarning() {
    String plain = "http://192.0.2.2:8977/p?key=" + TOKEN;
    for (boolean token : List.of(false, true)) {
      String warning = String.join("; ", warnings(plain, token));
      assertTrue(warning.contains("the query of the URI;"), warning);
      assertEquals(token, warning.contains("[Authorization] and"), warning);
      assertHidden(TOKEN, warning);
    }
    assertEquals(List.of(), warnings("http://localhost:1/p?key=" + TOKEN, false));
    assertEquals(List.of(), warnings(plain.replace("http:", "https:"), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "http://localhost:1",
        "http://127.8.0.1",
        "http://[::1]:80"
      })
  void aTokenThatNoOtherMachineCanReadCausesNoWarning(String server) {
    assertEquals(List.of(), warnings(server, true));
  }

  private static List<String> warnings(String server, boolean token) {
    List<String> warnings = new ArrayList<>();
    JsonModel.Builder builder = JsonModel.builder(URI.create(server)).onWarning(warnings::add);
    if (token) {
      builder.bearerToken(TOKEN);
    }
    builder.build();
    return warnings;
  }
}
