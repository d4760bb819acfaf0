package io.linkteller.reference;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server of the Open Inference Protocol for all ONNX files of a directory: ONNX Runtime behind
 * the JDK's HTTP server, written from the specification and without a class of this project.
 * Accepts and returns tensors as JSON and, if {@code binary} is set, in binary form.
 */
public final class OnnxServer implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HEADER_LENGTH = "Inference-Header-Content-Length";

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final Path directory;
  private final boolean binary;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Map<String, OrtSession> sessions = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();

  public OnnxServer(Path directory, boolean binary) {
    this.directory = directory;
    this.binary = binary;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public URI uri() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  /** The bytes of all bodies, received and sent. */
  public long bytes() {
    return bytes.get();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    for (OrtSession session : sessions.values()) {
      try {
        session.close();
      } catch (OrtException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      List<String> path = List.of(exchange.getRequestURI().getPath().substring(1).split("/", -1));
      if (path.equals(List.of("v2"))) {
        ObjectNode page = MAPPER.createObjectNode().put("name", "onnx").put("version", "1");
        ArrayNode extensions = page.putArray("extensions");
        if (binary) {
          extensions.add("binary_tensor_data");
        }
        json(exchange, 200, page);
      } else if (path.size() < 3 || !directory.resolve(path.get(2) + ".onnx").toFile().isFile()) {
        json(exchange, 404, MAPPER.createObjectNode().put("error", "unknown"));
      } else {
        OrtSession session = sessions.computeIfAbsent(path.get(2), this::open);
        if (path.get(path.size() - 1).equals("infer")) {
          infer(path.get(2), session, exchange);
        } else {
          json(exchange, 200, metadata(path.get(2), session));
        }
      }
    } catch (OrtException e) {
      json(exchange, 400, MAPPER.createObjectNode().put("error", e.getMessage()));
    }
  }

  private OrtSession open(String model) {
    try {
      return environment.createSession(directory.resolve(model + ".onnx").toString());
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode metadata(String model, OrtSession session) throws OrtException {
    ObjectNode page = MAPPER.createObjectNode().put("name", model).put("platform", "onnxruntime");
    page.putArray("versions").add("1");
    describe(page.putArray("inputs"), session.getInputInfo());
    describe(page.putArray("outputs"), session.getOutputInfo());
    return page;
  }

  private static void describe(ArrayNode tensors, Map<String, NodeInfo> infos) {
    for (NodeInfo info : infos.values()) {
      TensorInfo tensor = (TensorInfo) info.getInfo();
      ObjectNode described = tensors.addObject().put("name", info.getName());
      described.put("datatype", tensor.type == OnnxJavaType.FLOAT ? "FP32" : "INT64");
      ArrayNode shape = described.putArray("shape");
      for (long extent : tensor.getShape()) {
        shape.add(extent);
      }
    }
  }

  private void infer(String model, OrtSession session, HttpExchange exchange)
      throws IOException, OrtException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    bytes.addAndGet(body.length);
    String length = exchange.getRequestHeaders().getFirst(HEADER_LENGTH);
    int at = length == null ? body.length : Integer.parseInt(length);
    JsonNode asked = MAPPER.readTree(body, 0, at);
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      for (JsonNode input : asked.get("inputs")) {
        int size = input.path("parameters").path("binary_data_size").asInt(0);
        ByteBuffer part = ByteBuffer.wrap(body, at, size).order(ByteOrder.LITTLE_ENDIAN);
        inputs.put(input.get("name").asText(), tensor(input, part.slice().order(part.order())));
        at += size;
      }
      String output = asked.get("outputs").get(0).get("name").asText();
      boolean inBinary =
          asked.at("/outputs/0/parameters/binary_data").asBoolean(false) && length != null;
      try (OrtSession.Result result = session.run(inputs)) {
        OnnxTensor logits = (OnnxTensor) result.get(output).orElseThrow();
        answer(exchange, model, output, logits, inBinary);
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private OnnxTensor tensor(JsonNode input, ByteBuffer part) throws OrtException {
    JsonNode data = input.get("data");
    long[] shape = MAPPER.convertValue(input.get("shape"), long[].class);
    return switch (input.get("datatype").asText()) {
      case "FP32" -> {
        FloatBuffer values = part.asFloatBuffer();
        if (data != null) {
          values = FloatBuffer.allocate(data.size());
          for (JsonNode each : data) {
            values.put(each.floatValue());
          }
          values.flip();
        }
        yield OnnxTensor.createTensor(environment, values, shape);
      }
      case "INT64" -> {
        LongBuffer values = part.asLongBuffer();
        if (data != null) {
          values = LongBuffer.allocate(data.size());
          for (JsonNode each : data) {
            values.put(each.longValue());
          }
          values.flip();
        }
        yield OnnxTensor.createTensor(environment, values, shape);
      }
      default -> throw new IllegalArgumentException(input.get("datatype").asText());
    };
  }

  private void answer(
      HttpExchange exchange, String model, String name, OnnxTensor values, boolean inBinary)
      throws IOException {
    FloatBuffer logits = values.getFloatBuffer();
    ObjectNode page = MAPPER.createObjectNode().put("model_name", model).put("model_version", "1");
    ObjectNode output = page.putArray("outputs").addObject().put("name", name);
    output.put("datatype", "FP32");
    output.set("shape", MAPPER.valueToTree(values.getInfo().getShape()));
    if (!inBinary) {
      ArrayNode data = output.putArray("data");
      while (logits.hasRemaining()) {
        data.add(logits.get());
      }
      json(exchange, 200, page);
      return;
    }
    int size = logits.remaining() * Float.BYTES;
    output.putObject("parameters").put("binary_data_size", size);
    byte[] header = MAPPER.writeValueAsBytes(page);
    ByteBuffer body =
        ByteBuffer.allocate(header.length + size).order(ByteOrder.LITTLE_ENDIAN).put(header);
    while (logits.hasRemaining()) {
      body.putFloat(logits.get());
    }
    exchange.getResponseHeaders().set(HEADER_LENGTH, Integer.toString(header.length));
    send(exchange, 200, "application/octet-stream", body.array());
  }

  private void json(HttpExchange exchange, int status, ObjectNode page) throws IOException {
    send(exchange, status, "application/json", page.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    bytes.addAndGet(body.length);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
