package io.linkteller.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * A client of a server with a custom JSON format. Requests are generated from a template: a JSON
 * text in which certain strings are placeholders for parts of the query.
 *
 * <table>
 * <caption>Placeholders</caption>
 * <tr><th>string</th><th>replaced by</th></tr>
 * <tr><td>{@code ${features}}</td><td>X^(I), n arrays of d numbers</td></tr>
 * <tr><td>{@code ${nodes}}</td><td>V^(I), n ids</td></tr>
 * <tr><td>{@code ${changed-features}}</td><td>the edited rows of the features</td></tr>
 * <tr><td>{@code ${changed-nodes}}</td><td>the ids of the nodes of these rows</td></tr>
 * <tr><td>{@code ${observed-nodes}}</td><td>the ids of the observed nodes; the server may return only the rows of these nodes</td></tr>
 * </table>
 *
 * <pre>{@code
 * InferenceApi api =
 *     JsonModel.builder(URI.create("https://example.org/predict"))
 *         .requestTemplate("{\"ids\": \"${nodes}\", \"x\": \"${features}\"}")
 *         .answerPointer("/logits")
 *         .build();
 * }</pre>
 *
 * <p>A template with {@code ${changed-features}} but without {@code ${features}} is for a server
 * that stores X^(I) itself, so that a probe of one row sends d numbers instead of n d. The base
 * features of the first query are assumed to be those of the server; a query with other base
 * features is rejected.
 *
 * <p>With {@link Builder#batch}, a request is an array of filled templates, one for each query, and
 * the answer is an array with one element for each query, in which the pointer locates the logits.
 * Safe for use by several threads.
 */
public final class JsonModel implements MeteredApi {

  private static final String FEATURES = "${features}";
  private static final String NODES = "${nodes}";
  private static final String CHANGED_FEATURES = "${changed-features}";
  private static final String CHANGED_NODES = "${changed-nodes}";
  private static final String OBSERVED_NODES = "${observed-nodes}";

  /** The memory for a row of one number, in bytes. */
  private static final int ROW = 20;

  /** The memory for the id of a row in a list and in a hash table, in bytes. */
  private static final int ID = 40;

  /** The names of the field with the node's id in rows that are objects. */
  private static final Set<String> IDS = Set.of("id", "node", "node_id", "nodeId");

  private final HttpConnection connection;
  private final URI server;
  private final String template;
  private final JsonPointer pointer;
  private final Optional<String> inRow;
  private final boolean sendsBase;
  private final int batch;
  private Optional<FeatureMatrix> held = Optional.empty();

  private JsonModel(Builder builder) {
    this.connection = builder.connection();
    this.server = builder.server();
    this.template = builder.template;
    this.pointer = builder.pointer;
    this.inRow = builder.inRow;
    this.sendsBase = template.contains(FEATURES);
    this.batch = builder.batch();
  }

  /**
   * Returns a builder of a client that by default posts {@code {"nodes": ..., "features": ...}} and
   * expects an array of rows of logits as the answer.
   *
   * @param server the URI to which requests are posted
   * @return a builder
   * @throws IllegalArgumentException if {@code server} is not an http(s) URI with a host
   */
  public static Builder builder(URI server) {
    return new Builder(server);
  }

  /** A builder of clients. Not safe for use by several threads. */
  public static final class Builder extends HttpModelBuilder<Builder> {

    private String template = "{\"nodes\": \"${nodes}\", \"features\": \"${features}\"}";
    private JsonPointer pointer = JsonPointer.empty();
    private Optional<String> inRow = Optional.empty();

    private Builder(URI server) {
      super(server);
    }

    /**
     * Sets the template of requests.
     *
     * @param json a JSON text with the placeholders that are described at {@link JsonModel}
     * @return this builder
     * @throws IllegalArgumentException if it is not JSON, or contains neither {@code ${features}}
     *     nor {@code ${changed-features}}
     */
    public Builder requestTemplate(String json) {
      try (JsonParser parser = ProtocolJson.FACTORY.createParser(json)) {
        if (parser.nextToken() == null) {
          throw new IllegalArgumentException("the request template is empty");
        }
        parser.skipChildren();
        if (parser.nextToken() != null) {
          throw new IllegalArgumentException(
              "the request template has trailing text after the JSON value");
        }
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "the request template is not JSON: "
                + HttpConnection.printable(HttpConnection.firstLine(e)),
            e);
      }
      if (!json.contains('"' + FEATURES + '"') && !json.contains('"' + CHANGED_FEATURES + '"')) {
        throw new IllegalArgumentException(
            "the request template contains neither " + FEATURES + " nor " + CHANGED_FEATURES);
      }
      this.template = json;
      return this;
    }

    /**
     * Sets the location of the logits in the answer: an array of n arrays of c numbers, of n
     * numbers, or of n objects. Each object has one such array or number and, optionally, the
     * {@code id} or {@code node} to which it belongs; with ids, objects may be in any order.
     *
     * @param jsonPointer a JSON pointer (RFC 6901) such as {@code /data/logits}; by default empty,
     *     which denotes the whole answer. {@code /data/*}{@code /logits} denotes a field of each
     *     object
     * @return this builder
     * @throws IllegalArgumentException if it is not a JSON pointer
     */
    public Builder answerPointer(String jsonPointer) {
      int star = jsonPointer.lastIndexOf("/*/");
      this.pointer = JsonPointer.compile(star < 0 ? jsonPointer : jsonPointer.substring(0, star));
      this.inRow =
          star < 0 ? Optional.empty() : Optional.of(jsonPointer.substring(star + "/*/".length()));
      return this;
    }

    /**
     * Builds the client. Nothing is sent before the first query.
     *
     * @return the model as an {@link InferenceApi}
     */
    public JsonModel build() {
      return new JsonModel(this);
    }

    @Override
    Builder self() {
      return this;
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
    queries.forEach(this::requireHeld);
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    for (int from = 0; from < queries.size(); from += batch) {
      List<InferenceQuery> together = queries.subList(from, Math.min(queries.size(), from + batch));
      HttpConnection.Answer answer =
          connection.post(server, "application/json", Map.of(), request(together));
      try {
        answers.addAll(logits(answer.body(), together));
      } catch (IOException e) {
        throw connection.failure(
            HttpModelBuilder.shown(server)
                + " sent an answer without logits at '"
                + pointer
                + "': "
                + connection.explained(e),
            e);
      }
    }
    return answers;
  }

  private synchronized void requireHeld(InferenceQuery query) {
    if (sendsBase) {
      return;
    }
    if (held.isEmpty()) {
      held = Optional.of(query.base());
    }
    if (held.get() != query.base()) {
      throw new IllegalArgumentException(
          "the request template sends changed rows only, but the base features of the query differ"
              + " from those of the first query; use "
              + FEATURES);
    }
  }

  private byte[] request(List<InferenceQuery> queries) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtocolJson.FACTORY.createGenerator(body)) {
      if (batch > 1) {
        json.writeStartArray();
      }
      for (InferenceQuery query : queries) {
        fill(query, json);
      }
      if (batch > 1) {
        json.writeEndArray();
      }
    } catch (IOException e) {
      throw new AssertionError(
          "the template has been parsed before, and writing to memory cannot fail", e);
    }
    return body.toByteArray();
  }

  private void fill(InferenceQuery query, JsonGenerator json) throws IOException {
    try (JsonParser parser = ProtocolJson.FACTORY.createParser(template)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          writeString(parser.getText(), query, json);
        } else {
          json.copyCurrentEvent(parser);
        }
      }
    }
  }

  private static void writeString(String text, InferenceQuery query, JsonGenerator json)
      throws IOException {
    switch (text) {
      case FEATURES -> writeRows(query, upTo(query.nodes().size()), json);
      case NODES -> writeIds(query.nodes(), json);
      case CHANGED_FEATURES -> writeRows(query, query.edit().rows(), json);
      case CHANGED_NODES -> writeIds(nodesOf(query.edit().rows(), query), json);
      case OBSERVED_NODES -> writeIds(nodesOf(query.observed(), query), json);
      default -> json.writeString(text);
    }
  }

  private static IntList upTo(int count) {
    return IntList.of(IntStream.range(0, count).toArray());
  }

  private static IntList nodesOf(IntList rows, InferenceQuery query) {
    return IntList.of(rows.intStream().map(query.nodes()::getInt).toArray());
  }

  private static void writeRows(InferenceQuery query, IntList rows, JsonGenerator json)
      throws IOException {
    FeatureMatrix x = query.features();
    double[] row = new double[x.cols()];
    json.writeStartArray();
    for (int i = 0; i < rows.size(); i++) {
      x.copyRow(rows.getInt(i), row);
      json.writeArray(row, 0, row.length);
    }
    json.writeEndArray();
  }

  private static void writeIds(IntList nodes, JsonGenerator json) throws IOException {
    json.writeArray(nodes.toIntArray(), 0, nodes.size());
  }

  /**
   * The rows of an answer.
   *
   * @param numbers the numbers of each row
   * @param ids the id of the node in each row, if present
   */
  private record Rows(DMatrixRMaj numbers, IntList ids) {

    /**
     * Returns the rows in the order of a query. Their ids are either those of its nodes or
     * positions among them.
     */
    DMatrixRMaj of(InferenceQuery query) throws IOException {
      int n = numbers.numRows;
      int width = numbers.numCols;
      IntList nodes = n == query.nodes().size() ? query.nodes() : nodesOf(query.observed(), query);
      if (ids.size() != n || nodes.size() != n) {
        return numbers;
      }
      Int2IntOpenHashMap rows = new Int2IntOpenHashMap(n);
      for (int row = 0; row < n; row++) {
        rows.put(ids.getInt(row), row);
      }
      IntList places = upTo(n);
      IntList called = rows.keySet().containsAll(nodes) ? nodes : places;
      if (!rows.keySet().containsAll(called)) {
        throw new AnswerFormatException("rows have ids, but not one for each node of the query");
      }
      DMatrixRMaj ordered = new DMatrixRMaj(n, width);
      for (int i = 0; i < n; i++) {
        int row = rows.get(called.getInt(i));
        System.arraycopy(numbers.data, row * width, ordered.data, i * width, width);
      }
      return ordered;
    }
  }

  private List<DMatrixRMaj> logits(byte[] body, List<InferenceQuery> queries) throws IOException {
    int count = queries.size();
    List<Rows> answers = new ArrayList<>(count);
    ReadingBudget budget = ProtocolJson.budget();
    try (JsonParser parser = ProtocolJson.FACTORY.createParser(body)) {
      JsonToken first = parser.nextToken();
      if (batch == 1) {
        find(parser, pointer, budget, answers);
      } else if (first == JsonToken.START_ARRAY) {
        while (parser.nextToken() != JsonToken.END_ARRAY && answers.size() < count) {
          find(parser, pointer, budget, answers);
        }
      }
      if (answers.size() != count || parser.nextToken() != null) {
        throw new AnswerFormatException(
            answers.isEmpty()
                ? "no value found"
                : "there are not exactly as many answers as queries");
      }
    }
    List<DMatrixRMaj> logits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      logits.add(answers.get(i).of(queries.get(i)));
    }
    return logits;
  }

  /** Reads the logits at a pointer within the value that begins here, and advances to its end. */
  private void find(JsonParser parser, JsonPointer pointer, ReadingBudget budget, List<Rows> found)
      throws IOException {
    if (pointer.matches()) {
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        throw new AnswerFormatException("not an array");
      }
      found.add(rows(parser, budget));
    } else if (parser.isExpectedStartArrayToken()) {
      for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
        findOrSkip(pointer.matchesElement(i), parser, pointer, budget, found);
      }
    } else if (parser.isExpectedStartObjectToken()) {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        boolean matches = pointer.matchesProperty(parser.currentName());
        parser.nextToken();
        findOrSkip(matches, parser, pointer, budget, found);
      }
    }
  }

  private void findOrSkip(
      boolean matches,
      JsonParser parser,
      JsonPointer pointer,
      ReadingBudget budget,
      List<Rows> found)
      throws IOException {
    if (matches) {
      find(parser, pointer.tail(), budget, found);
    } else {
      parser.skipChildren();
    }
  }

  /**
   * Reads a row that is an object: its numbers, which are at the pointer within rows or in its only
   * list, and the id of its node.
   */
  private void readObject(
      JsonParser parser, DoubleArrayList values, IntList ids, ReadingBudget budget)
      throws IOException {
    int lists = 0;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      boolean wanted =
          inRow.isEmpty() ? token == JsonToken.START_ARRAY : inRow.equals(Optional.of(name));
      lists += wanted ? 1 : 0;
      if (wanted && token == JsonToken.START_ARRAY && lists == 1) {
        ProtocolJson.readNumbers(parser, values, budget);
      } else if (wanted && token.isNumeric() && lists == 1) {
        values.add(parser.getDoubleValue());
      } else if (token == JsonToken.VALUE_NUMBER_INT && IDS.contains(name)) {
        budget.take(ID);
        ids.add(parser.getIntValue());
      } else {
        parser.skipChildren();
      }
    }
    if (lists != 1) {
      throw new AnswerFormatException(
          "a row is an object without exactly one list of numbers; select the field of each row"
              + " with answerPointer(/.../*/name)");
    }
  }

  private Rows rows(JsonParser parser, ReadingBudget budget) throws IOException {
    DoubleArrayList values = new DoubleArrayList();
    IntList ids = new IntArrayList();
    int rows = 0;
    int width = -1;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonToken token = parser.currentToken();
      budget.take(ROW);
      int before = values.size();
      if (token == JsonToken.START_ARRAY) {
        ProtocolJson.readNumbers(parser, values, budget);
      } else if (token == JsonToken.START_OBJECT) {
        readObject(parser, values, ids, budget);
      } else if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
        values.add(parser.getDoubleValue());
      } else {
        throw new AnswerFormatException("a row is " + token + " instead of numbers", "row " + rows);
      }
      int found = values.size() - before;
      if (width >= 0 && found != width) {
        throw new AnswerFormatException(
            "rows differ in length",
            "row " + rows + " has " + found + " numbers where previous rows have " + width);
      }
      width = found;
      rows++;
    }
    return new Rows(DMatrixRMaj.wrap(rows, Math.max(0, width), values.toDoubleArray()), ids);
  }

  /** {@return the URI without the parts that may be secret} */
  @Override
  public String toString() {
    return HttpModelBuilder.shown(server);
  }
}
