package io.linkteller.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A server of the Open Inference Protocol with one model, "small", which is a function of features
 * and edges. Implemented from the specification, independently of the classes under test.
 */
final class ProtocolServer implements AutoCloseable {

  /** A request and its answer, without compression. */
  @SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
  record Exchanged(String method, String path, byte[] request, int status, byte[] answer) {}

  /** The function that the model computes. */
  interface Function {

    /**
     * Computes logits from features and edge_index (2 x m, empty if the model accepts no edges).
     */
    DMatrixRMaj of(DMatrixRMaj features, long[] edgeIndex);
  }

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Function function;
  private final String datatype;
  private final boolean binary;
  private final boolean takesEdges;
  private final boolean takesNodes;
  private final int width;
  private boolean hasBatchAxis;
  final AtomicLong bytes = new AtomicLong();
  final AtomicLong requests = new AtomicLong();
  final List<Exchanged> exchanged = new ArrayList<>();

  ProtocolServer(
      Function function, int width, String datatype, boolean binary, boolean takesEdges) {
    this(function, width, datatype, binary, takesEdges, false);
  }

  /** A server of a model that accepts node ids but ignores them. */
  ProtocolServer(
      Function function,
      int width,
      String datatype,
      boolean binary,
      boolean takesEdges,
      boolean takesNodes) {
    this.takesNodes = takesNodes;
    this.function = function;
    this.width = width;
    this.datatype = datatype;
    this.binary = binary;
    this.takesEdges = takesEdges;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Changes the shape of features to batch x n x d. */
  ProtocolServer withBatchAxis() {
    hasBatchAxis = true;
    return this;
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      // A gateway removes its part of the path.
      String path = exchange.getRequestURI().getPath().replaceFirst("^/gateway/tenant", "");
      byte[] none = {};
      switch (path) {
        case "/v2" -> reply(exchange, 200, none, MAPPER.writeValueAsBytes(serverPage()), -1);
        case "/v2/models/small", "/v2/models/small/versions/3" ->
            reply(exchange, 200, none, MAPPER.writeValueAsBytes(modelPage()), -1);
        case "/v2/models/small/infer", "/v2/models/small/versions/3/infer" -> infer(exchange);
        default ->
            reply(
                exchange,
                404,
                none,
                "{\"error\": \"unknown\"}".getBytes(StandardCharsets.UTF_8),
                -1);
      }
    }
  }

  private ObjectNode serverPage() {
    ObjectNode page = MAPPER.createObjectNode().put("name", "test").put("version", "1");
    ArrayNode extensions = page.putArray("extensions");
    if (binary) {
      extensions.add("binary_tensor_data");
    }
    return page;
  }

  private ObjectNode modelPage() {
    ObjectNode page = MAPPER.createObjectNode().put("name", "small").put("platform", "java");
    ArrayNode inputs = page.putArray("inputs");
    inputs.add(
        hasBatchAxis ? tensor("x", datatype, -1, -1, width) : tensor("x", datatype, -1, width));
    if (takesEdges) {
      inputs.add(tensor("edge_index", "INT64", 2, -1));
    }
    if (takesNodes) {
      inputs.add(tensor("ids", "INT32", -1));
    }
    page.putArray("outputs").add(tensor("logits", datatype, -1, -1));
    return page;
  }

  private static ObjectNode tensor(String name, String datatype, int... shape) {
    ObjectNode tensor = MAPPER.createObjectNode().put("name", name).put("datatype", datatype);
    ArrayNode extents = tensor.putArray("shape");
    for (int extent : shape) {
      extents.add(extent);
    }
    return tensor;
  }

  private void infer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    byte[] body = exchange.getRequestBody().readAllBytes();
    bytes.addAndGet(body.length);
    String length = exchange.getRequestHeaders().getFirst("Inference-Header-Content-Length");
    int jsonLength = length == null ? body.length : Integer.parseInt(length);
    JsonNode request = MAPPER.readTree(body, 0, jsonLength);
    DMatrixRMaj features = new DMatrixRMaj(0, 0);
    int batch = 1;
    long[] edges = new long[0];
    int at = jsonLength;
    for (JsonNode input : request.get("inputs")) {
      int size = input.path("parameters").path("binary_data_size").asInt(-1);
      double[] values = size < 0 ? numbers(input) : numbers(input, body, at, size);
      at += Math.max(0, size);
      if (input.get("name").asText().equals("x")) {
        JsonNode shape = input.get("shape");
        batch = hasBatchAxis ? shape.get(0).asInt() : 1;
        int axis = hasBatchAxis ? 1 : 0;
        features =
            DMatrixRMaj.wrap(batch * shape.get(axis).asInt(), shape.get(axis + 1).asInt(), values);
      } else if (input.get("name").asText().equals("edge_index")) {
        edges = java.util.Arrays.stream(values).mapToLong(value -> (long) value).toArray();
      }
    }
    int rows = features.numRows / batch;
    DMatrixRMaj[] each = new DMatrixRMaj[batch];
    for (int i = 0; i < batch; i++) {
      DMatrixRMaj one =
          CommonOps_DDRM.extract(features, i * rows, (i + 1) * rows, 0, features.numCols);
      each[i] = function.of(one, edges);
    }
    DMatrixRMaj logits = CommonOps_DDRM.concatRowsMulti(each);
    boolean binaryAnswer =
        request.get("outputs").get(0).path("parameters").path("binary_data").asBoolean();
    ObjectNode answer = MAPPER.createObjectNode().put("model_name", "small");
    ObjectNode output =
        hasBatchAxis
            ? tensor("logits", datatype, batch, rows, logits.numCols)
            : tensor("logits", datatype, logits.numRows, logits.numCols);
    answer.putArray("outputs").add(output);
    if (!binaryAnswer) {
      ArrayNode data = output.putArray("data");
      for (int i = 0; i < logits.getNumElements(); i++) {
        if (datatype.equals("FP32")) {
          data.add((float) logits.data[i]);
        } else {
          data.add(logits.data[i]);
        }
      }
      reply(exchange, 200, body, MAPPER.writeValueAsBytes(answer), -1);
      return;
    }
    boolean single = datatype.equals("FP32");
    ByteBuffer tail =
        ByteBuffer.allocate(logits.getNumElements() * (single ? 4 : 8))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < logits.getNumElements(); i++) {
      if (single) {
        tail.putFloat((float) logits.data[i]);
      } else {
        tail.putDouble(logits.data[i]);
      }
    }
    output.putObject("parameters").put("binary_data_size", tail.capacity());
    byte[] json = MAPPER.writeValueAsBytes(answer);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(json);
    both.write(tail.array());
    reply(exchange, 200, body, both.toByteArray(), json.length);
  }

  private static double[] numbers(JsonNode input) {
    double[] values = new double[input.get("data").size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = input.get("data").get(i).asDouble();
    }
    return values;
  }

  private static double[] numbers(JsonNode input, byte[] body, int at, int size) {
    ByteBuffer bytes = ByteBuffer.wrap(body, at, size).order(ByteOrder.LITTLE_ENDIAN);
    String type = input.get("datatype").asText();
    double[] values = new double[size / (type.endsWith("32") ? 4 : 8)];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (type) {
            case "FP32" -> bytes.getFloat();
            case "FP64" -> bytes.getDouble();
            case "INT32" -> bytes.getInt();
            default -> bytes.getLong();
          };
    }
    return values;
  }

  private void reply(HttpExchange exchange, int status, byte[] request, byte[] body, int jsonLength)
      throws IOException {
    synchronized (exchanged) {
      exchanged.add(
          new Exchanged(
              exchange.getRequestMethod(),
              exchange.getRequestURI().getPath(),
              request,
              status,
              body));
    }
    exchange
        .getResponseHeaders()
        .add("Content-Type", jsonLength < 0 ? "application/json" : "application/octet-stream");
    byte[] sent = body;
    if (jsonLength >= 0) {
      exchange
          .getResponseHeaders()
          .add("Inference-Header-Content-Length", Integer.toString(jsonLength));
    }
    if (String.valueOf(exchange.getRequestHeaders().getFirst("Accept-Encoding")).contains("gzip")) {
      exchange.getResponseHeaders().add("Content-Encoding", "gzip");
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(body);
      }
      sent = packed.toByteArray();
    }
    exchange.sendResponseHeaders(status, sent.length);
    exchange.getResponseBody().write(sent);
  }
}
