package io.linkteller.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SpecializedOps_DDRM;

/**
 * A client of servers that implement version 2 of the Open Inference Protocol: KServe, NVIDIA
 * Triton, Seldon MLServer, TorchServe.
 *
 * <pre>{@code
 * OpenInferenceModel api =
 *     OpenInferenceModel.builder(URI.create("https://models.example.org"), "gcn")
 *         .bearerToken(token)
 *         .build();
 * LinkPrediction found = LinkTeller.attack(api, nodes, kHat);
 * }</pre>
 *
 * <p>Before the first query, the client reads the names, types and shapes of the model's inputs and
 * outputs from {@code /v2/models/NAME[/versions/VERSION]}; each query is a {@code POST} to {@code
 * .../infer} with the features X^(I), n x d, as FP32 or FP64. If the model also takes an {@code
 * edge_index}, the edges of {@link Builder#graph} between the queried nodes are sent in the format
 * of PyTorch Geometric: 2 x 2|E| row numbers, both directions of each edge. Tensors are sent in
 * binary form if the server lists the extension {@code binary_tensor_data}, and as JSON otherwise.
 *
 * <p>A query takes O(n d) bytes, 4 n d in binary form and single precision, because the protocol
 * does not support sending only changed rows. Several queries share a request ({@link
 * Builder#batch}) along the batch axis of features of the shape batch x n x d, or, if edges are
 * sent, as disjoint parts of one graph. Safe for use by several threads.
 *
 * @see <a href="https://github.com/kserve/open-inference-protocol">The protocol</a>
 */
public final class OpenInferenceModel implements MeteredApi {

  private static final String HEADER_LENGTH = "Inference-Header-Content-Length";

  private final HttpConnection connection;
  private final URI server;
  private final URI model;
  private final Optional<String> featureInput;
  private final Optional<String> edgeInput;
  private final Optional<String> nodeInput;
  private final Optional<String> outputName;
  private final Optional<Graph> graph;
  private final Optional<Boolean> wantsBinary;
  private final int batch;
  private volatile boolean partsAreIndependent;
  private final Object signatureLock = new Object();
  private Optional<Signature> signature = Optional.empty();

  private OpenInferenceModel(Builder builder) {
    this.connection = builder.connection();
    this.server = URI.create(root(builder.server()) + "/v2");
    this.model =
        URI.create(
            server
                + "/models/"
                + encoded(builder.model)
                + builder.version.map(version -> "/versions/" + encoded(version)).orElse(""));
    this.featureInput = builder.featureInput;
    this.edgeInput = builder.edgeInput;
    this.nodeInput = builder.nodeInput;
    this.outputName = builder.output;
    this.graph = builder.graph;
    this.wantsBinary = builder.binary;
    this.batch = builder.batch();
  }

  /**
   * Returns a builder of a client.
   *
   * @param server the server, such as {@code https://models.example.org:8000}; {@code /v2} is
   *     appended to its path unless the path ends with it
   * @param model the name of the model
   * @return a builder
   * @throws IllegalArgumentException if {@code server} is not an http(s) URI with a host, or has a
   *     query or a fragment, or the name is empty
   */
  public static Builder builder(URI server, String model) {
    return new Builder(server, model);
  }

  /** A builder of clients. Not safe for use by several threads. */
  public static final class Builder extends HttpModelBuilder<Builder> {

    private final String model;
    private Optional<String> version = Optional.empty();
    private Optional<String> featureInput = Optional.empty();
    private Optional<String> edgeInput = Optional.empty();
    private Optional<String> nodeInput = Optional.empty();
    private Optional<String> output = Optional.empty();
    private Optional<Graph> graph = Optional.empty();
    private Optional<Boolean> binary = Optional.empty();

    private Builder(URI server, String model) {
      super(server);
      if (server.getRawQuery() != null || server.getRawFragment() != null) {
        throw new IllegalArgumentException(
            "server = " + shown(server) + " has a query or a fragment; paths are appended to it");
      }
      if (model.isBlank()) {
        throw new IllegalArgumentException("the name of the model is empty");
      }
      this.model = model;
    }

    /**
     * Sets the version of the model.
     *
     * @param value the version; by default the server chooses it
     * @return this builder
     */
    public Builder version(String value) {
      this.version = Optional.of(value);
      return this;
    }

    /**
     * Sets the name of the input for the features.
     *
     * @param name the name; by default the only floating-point matrix among the inputs
     * @return this builder
     */
    public Builder inputName(String name) {
      this.featureInput = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the input for the edges, 2 x 2|E| row numbers.
     *
     * @param name the name; by default, if there is a graph, the only integer matrix among the
     *     inputs
     * @return this builder
     */
    public Builder edgeInputName(String name) {
      this.edgeInput = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the input for the ids of the queried nodes, n integers.
     *
     * @param name the name; by default ids are not sent
     * @return this builder
     */
    public Builder nodeInputName(String name) {
      this.nodeInput = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the output that contains the logits.
     *
     * @param name the name; by default the only floating-point output
     * @return this builder
     */
    public Builder outputName(String name) {
      this.output = Optional.of(name);
      return this;
    }

    /**
     * Sets the graph whose edges are sent with each query. Required if the server does not store
     * the graph, as when a graph owner audits a model.
     *
     * @param edges the graph to which the node ids of queries refer
     * @return this builder
     */
    public Builder graph(Graph edges) {
      this.graph = Optional.of(edges);
      return this;
    }

    /**
     * Sets whether tensors are sent in binary form or as JSON.
     *
     * @param always true for binary, false for JSON; by default binary if the server lists the
     *     extension
     * @return this builder
     */
    public Builder binary(boolean always) {
      this.binary = Optional.of(always);
      return this;
    }

    /**
     * Builds the client. Nothing is sent before the first query.
     *
     * @return the model as an {@link InferenceApi}
     */
    public OpenInferenceModel build() {
      return new OpenInferenceModel(this);
    }

    @Override
    Builder self() {
      return this;
    }
  }

  /** The inputs and the output of the model, and whether tensors are sent in binary form. */
  private record Signature(
      Tensor features,
      Optional<Tensor> edges,
      Optional<Tensor> nodes,
      Tensor output,
      boolean binary) {

    boolean hasBatchAxis() {
      return features.shape().length == 3;
    }

    /** Returns the size of an axis of the features of one query; negative if it is free. */
    long features(int axis) {
      return features.shape()[features.shape().length - 2 + axis];
    }
  }

  @Override
  public long bytesMoved() {
    return connection.bytesMoved();
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws InterruptedException {
    return predictAll(List.of(query)).get(0);
  }

  /** {@return the maximum number of queries per request} */
  @Override
  public int batchSize() {
    return batch;
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws InterruptedException {
    Signature known = signature();
    queries.forEach(query -> requireWidth(known, query));
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    try {
      for (int from = 0; from < queries.size(); ) {
        int until = from + 1;
        while (until < queries.size()
            && until - from < batch
            && queries.get(from).nodes().equals(queries.get(until).nodes())) {
          until++;
        }
        List<InferenceQuery> together = queries.subList(from, until);
        if (together.size() > 1 && !known.hasBatchAxis()) {
          requireIndependentParts(known, together.get(0));
        }
        answers.addAll(ask(known, together));
        from = until;
      }
    } catch (IOException e) {
      throw connection.failure(
          HttpModelBuilder.shown(model)
              + " sent an answer that violates the protocol: "
              + connection.explained(e),
          e);
    }
    return answers;
  }

  private void requireWidth(Signature known, InferenceQuery query) {
    long width = known.features(1);
    if (width >= 0 && width != query.base().cols()) {
      throw new IllegalArgumentException(
          "the model does not take "
              + query.base().cols()
              + " features per node; its input is "
              + connection.shown(known.features().toString()));
    }
  }

  /**
   * Rejects a model that normalizes over all nodes of a request, which would mix its queries. Sends
   * a query twice in one request, and again with the features of one copy doubled; the answer to
   * the other copy must not change.
   */
  private void requireIndependentParts(Signature known, InferenceQuery query)
      throws IOException, InterruptedException {
    if (partsAreIndependent) {
      return;
    }
    DMatrixRMaj doubled = query.features().toDense();
    CommonOps_DDRM.scale(2, doubled);
    List<DMatrixRMaj> equal = ask(known, List.of(query, query));
    List<DMatrixRMaj> moved = ask(known, List.of(query, query.about(FeatureMatrix.dense(doubled))));
    double most = SpecializedOps_DDRM.diffNormP1(moved.get(1), equal.get(1));
    // The square root of the machine precision is far above rounding errors, and far below the
    // effect of a normalization.
    double share =
        Math.sqrt(
            switch (known.features().width()) {
              case 2 -> 0x1p-10;
              case 4 -> Math.ulp(1f);
              default -> Math.ulp(1.0);
            });
    if (SpecializedOps_DDRM.diffNormP1(moved.get(0), equal.get(0)) > share * most) {
      throw new InferenceException(
          HttpModelBuilder.shown(model)
              + " couples all nodes of a request, so several queries cannot share one: batch = "
              + batch
              + " is not 1");
    }
    partsAreIndependent = true;
  }

  private Signature signature() throws InterruptedException {
    synchronized (signatureLock) {
      if (signature.isEmpty()) {
        signature = Optional.of(read());
      }
      return signature.get();
    }
  }

  private Signature read() throws InterruptedException {
    HttpConnection.Answer page =
        connection
            .get(model)
            .orElseThrow(
                () -> new InferenceException(HttpModelBuilder.shown(model) + ": no such model"));
    try {
      ProtocolJson.Metadata metadata = ProtocolJson.metadata(page.body());
      List<Tensor> inputs = metadata.inputs().isEmpty() ? given() : metadata.inputs();
      List<Tensor> outputs =
          metadata.outputs().isEmpty()
              ? outputName.map(name -> new Tensor(name, "FP32", -1, -1)).stream().toList()
              : metadata.outputs();
      Tensor features =
          chosen(
              "input",
              "inputName(...)",
              featureInput,
              inputs,
              t -> t.isFloating() && isMatrixOrBatch(t));
      require(
          isMatrixOrBatch(features) && features.isFloating(),
          "the input for features is not an FP32, FP64 or FP16 matrix",
          features);
      Optional<Tensor> nodes =
          nodeInput.map(name -> chosen("input", "", Optional.of(name), inputs, Tensor::isInteger));
      Optional<Tensor> edges =
          graph.isEmpty() && edgeInput.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  chosen(
                      "input",
                      "edgeInputName(...)",
                      edgeInput,
                      inputs,
                      t ->
                          t.isInteger() && t.shape().length == 2 && !nodes.equals(Optional.of(t))));
      edges.ifPresent(
          input ->
              require(
                  input.isInteger() && input.shape().length == 2,
                  "the input for edges is not an INT32 or INT64 matrix",
                  input));
      nodes.ifPresent(
          input ->
              require(
                  input.isInteger() && input.shape().length == 1,
                  "the input for node ids is not an INT32 or INT64 list",
                  input));
      if (edges.isPresent() && graph.isEmpty()) {
        throw new IllegalArgumentException(
            "an input takes edges, so a graph must be set: "
                + connection.shown(edges.get().toString()));
      }
      for (Tensor input : inputs) {
        if (!input.equals(features)
            && !edges.equals(Optional.of(input))
            && !nodes.equals(Optional.of(input))) {
          throw new InferenceException(
              "cannot provide an input of "
                  + HttpModelBuilder.shown(model)
                  + "; set a graph if it takes edges, or nodeInputName(...) if it takes node ids: "
                  + connection.shown(input.toString()));
        }
      }
      Tensor output = chosen("output", "outputName(...)", outputName, outputs, Tensor::isFloating);
      require(output.isFloating(), "the output does not contain floating-point numbers", output);
      Signature read = new Signature(features, edges, nodes, output, binary());
      if (batch > 1 && !read.hasBatchAxis() && (edges.isEmpty() || read.features(0) >= 0)) {
        throw new IllegalArgumentException(
            "the model accepts neither a batch of features nor a graph of any size, so several"
                + " queries cannot share a request: batch = "
                + batch
                + " is not 1");
      }
      return read;
    } catch (IOException e) {
      throw connection.failure(
          HttpModelBuilder.shown(model)
              + " does not return the metadata of a model: "
              + connection.explained(e),
          e);
    }
  }

  /** Returns the inputs named by the builder, for servers that do not list any. */
  private List<Tensor> given() {
    List<Tensor> named = new ArrayList<>();
    featureInput.ifPresent(name -> named.add(new Tensor(name, "FP32", -1, -1)));
    edgeInput.ifPresent(name -> named.add(new Tensor(name, "INT64", 2, -1)));
    nodeInput.ifPresent(name -> named.add(new Tensor(name, "INT64", -1)));
    return named;
  }

  private static boolean isMatrixOrBatch(Tensor tensor) {
    return tensor.shape().length == 2 || tensor.shape().length == 3;
  }

  private void require(boolean fits, String problem, Tensor found) {
    if (!fits) {
      throw new InferenceException(problem + ": " + connection.shown(found.toString()));
    }
  }

  private boolean binary() throws InterruptedException, IOException {
    if (wantsBinary.isPresent()) {
      return wantsBinary.get();
    }
    Optional<HttpConnection.Answer> page = connection.get(server);
    return page.isPresent() && ProtocolJson.hasExtension(page.get().body(), "binary_tensor_data");
  }

  private Tensor chosen(
      String kind,
      String setting,
      Optional<String> name,
      List<Tensor> tensors,
      Predicate<Tensor> fits) {
    List<Tensor> fitting =
        tensors.stream()
            .filter(t -> name.map(wanted -> wanted.equals(t.name())).orElseGet(() -> fits.test(t)))
            .toList();
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    String found =
        tensors.isEmpty()
            ? " lists no %ss: name features, edges and logits with inputName(...), edgeInputName(...) and"
                + " outputName(...)"
            : " has " + (fitting.isEmpty() ? "no" : "several") + " %ss ";
    String wanted =
        name.map(each -> "named '" + each + "'").orElse("that fit; name one with " + setting);
    throw new InferenceException(
        HttpModelBuilder.shown(model)
            + found.formatted(kind)
            + (tensors.isEmpty() ? "" : wanted + ": " + connection.shown(tensors.toString())));
  }

  /** Returns both directions of the induced edges as row numbers: all sources, then all targets. */
  private int[] edgeIndex(IntList nodes) {
    Graph induced = graph.orElseThrow().requireSimple("the server").inducedSubgraph(nodes);
    int[] index = new int[4 * induced.edgeCount()];
    int half = index.length / 2;
    int[] at = {0};
    induced.forEachEdge(
        (u, v) -> {
          index[at[0]] = u;
          index[half + at[0]++] = v;
          index[at[0]] = v;
          index[half + at[0]++] = u;
        });
    return index;
  }

  /** Receives the numbers of a tensor one by one. */
  private interface Sink {
    void add(double value) throws IOException;
  }

  /** The numbers of a tensor, row-major. */
  private interface Numbers {
    void into(Sink sink) throws IOException;
  }

  /** An input of a request. */
  @SuppressWarnings("ArrayRecordComponent") // Written once.
  private record Input(Tensor tensor, Numbers numbers, int... shape) {

    static Input of(Tensor tensor, int[] integers, int... shape) {
      return new Input(
          tensor,
          sink -> {
            for (int integer : integers) {
              sink.add(integer);
            }
          },
          shape);
    }

    int bytes() throws AnswerFormatException {
      long bytes = tensor.width();
      for (int extent : shape) {
        bytes = Math.multiplyExact(bytes, extent);
      }
      return Math.toIntExact(bytes);
    }
  }

  /** Sends queries of the same nodes in one request. */
  private List<DMatrixRMaj> ask(Signature known, List<InferenceQuery> queries)
      throws IOException, InterruptedException {
    int count = queries.size();
    IntList nodes = queries.get(0).nodes();
    int n = nodes.size();
    int d = queries.get(0).base().cols();
    // Along a batch axis, the queries share their edges and ids.
    int parts = known.hasBatchAxis() ? 1 : count;
    int[] shape = known.hasBatchAxis() ? new int[] {count, n, d} : new int[] {count * n, d};
    List<Input> inputs = new ArrayList<>();
    inputs.add(new Input(known.features(), sink -> writeFeatures(queries, sink), shape));
    if (known.edges().isPresent()) {
      int[] index = repeated(edgeIndex(nodes), 2, parts, n);
      inputs.add(Input.of(known.edges().get(), index, 2, index.length / 2));
    }
    if (known.nodes().isPresent()) {
      int[] ids = repeated(nodes.toIntArray(), 1, parts, 0);
      inputs.add(Input.of(known.nodes().get(), ids, ids.length));
    }
    DMatrixRMaj all = output(known, post(known, inputs));
    if (count == 1) {
      return List.of(all);
    }
    if (all.numRows != count * n) {
      throw new AnswerFormatException(
          "the answer to several queries does not have a row for each of their nodes");
    }
    List<DMatrixRMaj> answers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      answers.add(CommonOps_DDRM.extract(all, i * n, (i + 1) * n, 0, all.numCols));
    }
    return answers;
  }

  private static void writeFeatures(List<InferenceQuery> queries, Sink sink) throws IOException {
    for (InferenceQuery query : queries) {
      FeatureMatrix x = query.features();
      double[] row = new double[x.cols()];
      for (int r = 0; r < x.rows(); r++) {
        x.copyRow(r, row);
        for (double value : row) {
          sink.add(value);
        }
      }
    }
  }

  /** Repeats each row of an integer matrix several times, adding the offset once more each time. */
  private static int[] repeated(int[] integers, int rows, int times, int offset) {
    int width = integers.length / rows;
    int[] repeated = new int[Math.multiplyExact(integers.length, times)];
    for (int i = 0; i < repeated.length; i++) {
      int part = i / width % times;
      repeated[i] = integers[i / (width * times) * width + i % width] + part * offset;
    }
    return repeated;
  }

  private HttpConnection.Answer post(Signature known, List<Input> inputs)
      throws IOException, InterruptedException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    int size = 0;
    try (JsonGenerator json = ProtocolJson.FACTORY.createGenerator(header)) {
      json.writeStartObject();
      json.writeArrayFieldStart("inputs");
      for (Input input : inputs) {
        json.writeStartObject();
        json.writeStringField("name", input.tensor().name());
        json.writeFieldName("shape");
        json.writeArray(input.shape(), 0, input.shape().length);
        json.writeStringField("datatype", input.tensor().datatype());
        if (known.binary()) {
          size = Math.addExact(size, input.bytes());
          json.writeObjectFieldStart("parameters");
          json.writeNumberField("binary_data_size", input.bytes());
          json.writeEndObject();
        } else {
          json.writeArrayFieldStart("data");
          input.numbers().into(value -> input.tensor().write(value, json));
          json.writeEndArray();
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("outputs");
      json.writeStartObject();
      json.writeStringField("name", known.output().name());
      if (known.binary()) {
        json.writeObjectFieldStart("parameters");
        json.writeBooleanField("binary_data", true);
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
    }
    if (!known.binary()) {
      return connection.post(inferUri(), "application/json", Map.of(), header.toByteArray());
    }
    ByteBuffer body =
        ByteBuffer.allocate(Math.addExact(size, header.size()))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(header.toByteArray());
    for (Input input : inputs) {
      input.numbers().into(value -> input.tensor().write(value, body));
    }
    return connection.post(
        inferUri(),
        "application/octet-stream",
        Map.of(HEADER_LENGTH, Integer.toString(header.size())),
        body.array());
  }

  private DMatrixRMaj output(Signature known, HttpConnection.Answer answer) throws IOException {
    byte[] body = answer.body();
    int jsonLength = jsonLength(answer);
    int at = jsonLength;
    for (ProtocolJson.Output output : ProtocolJson.outputsOf(body, jsonLength)) {
      boolean wanted = output.tensor().name().equals(known.output().name());
      if (output.binarySize() >= 0) {
        if (output.binarySize() > body.length - at) {
          throw new AnswerFormatException(
              "an output declares more bytes than were received",
              output.tensor()
                  + " declares "
                  + output.binarySize()
                  + " bytes, but only "
                  + (body.length - at)
                  + " were received");
        }
        int size = (int) output.binarySize();
        if (wanted) {
          ByteBuffer bytes = ByteBuffer.wrap(body, at, size);
          return output.tensor().matrix(output.tensor().read(bytes), known.hasBatchAxis());
        }
        at += size;
      } else if (wanted) {
        return output.tensor().matrix(output.values(), known.hasBatchAxis());
      }
    }
    // The name comes from the server, which may repeat anything sent to it.
    throw new AnswerFormatException("no output has the name that the metadata give");
  }

  private static int jsonLength(HttpConnection.Answer answer) throws IOException {
    Optional<String> length = answer.headers().firstValue(HEADER_LENGTH);
    if (length.isEmpty()) {
      return answer.body().length;
    }
    try {
      int value = Integer.parseInt(length.get().trim());
      if (value >= 0 && value <= answer.body().length) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, together with numbers out of range.
    }
    throw new AnswerFormatException(
        HEADER_LENGTH + " is not a length within the body",
        length.get() + " for a body of " + answer.body().length + " bytes");
  }

  private URI inferUri() {
    return URI.create(model + "/infer");
  }

  /** Returns the URI without trailing slashes and without {@code /v2} at its end. */
  private static String root(URI uri) {
    String path = uri.getRawPath().replaceFirst("/+$", "").replaceFirst("/v2$", "");
    return uri.getScheme() + "://" + uri.getRawAuthority() + path;
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return HttpModelBuilder.shown(model);
  }
}
