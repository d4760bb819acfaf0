package io.linkteller.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.onnx.OnnxRoles;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.ModelFormatException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.ejml.data.DMatrixRMaj;

/**
 * A model in an ONNX file, served on a graph by ONNX Runtime: an implementation of the black box
 * G_BB of the paper, for files with operators that {@link OnnxProgram} does not support.
 *
 * <p>Inputs, output and edges are the same as in {@link OnnxProgram}, whose builder has the
 * settings.
 *
 * <pre>{@code
 * OnnxModel api = OnnxModel.open(Path.of("gcn.onnx"), graph);
 * }</pre>
 *
 * <p><b>Trust.</b> An ONNX file is a program run by native code, without limits on memory or time,
 * and it can exploit flaws in ONNX Runtime. Open only files that you would run as programs. Numbers
 * stored outside the file must be in its folder: a model that refers to a file elsewhere, by {@code
 * ../}, an absolute path or a symbolic link, or to an address in memory, is rejected before the
 * runtime reads it. Anyone who can write to the folder while a model is opened must be trusted.
 *
 * <p>The features of the last query are kept in native memory; a query that edits the same base
 * writes only the edited rows. Safe for use by several threads.
 */
public final class OnnxModel implements InferenceApi, AutoCloseable {

  private final OnnxProgram program;
  private final Optional<Graph> graph;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final int parallelism;

  /**
   * One permit for each query that may run concurrently. Closing the model acquires all of them.
   */
  private final Semaphore free;

  /**
   * The inputs that no query is using. The most recently used inputs, which are likely to have the
   * base of the next query, come first.
   */
  private final Deque<OnnxInputs> idle = new ConcurrentLinkedDeque<>();

  private boolean closed;

  private OnnxModel(OnnxProgram program, Optional<Graph> graph, int parallelism)
      throws OrtException {
    this.program = program;
    this.graph = graph;
    this.parallelism = parallelism;
    this.free = new Semaphore(parallelism, true);
    this.environment = NativeLibraries.environment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // By default, the name of the file could select the runtime's own format, which is not
      // checked.
      options.addConfigEntry("session.load_model_format", "ONNX");
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      this.session = environment.createSession(program.path().toString(), options);
    }
  }

  /**
   * Opens a model that does not require a graph.
   *
   * @param file an ONNX file
   * @return the model
   * @throws ModelFormatException if the file cannot be served; the message states the reason
   */
  public static OnnxModel open(Path file) {
    return open(read(file), Optional.empty(), 1);
  }

  /**
   * Opens a model on a graph.
   *
   * @param file an ONNX file
   * @param graph the served graph
   * @return the model
   * @throws ModelFormatException if the file cannot be served; the message states the reason
   */
  public static OnnxModel open(Path file, Graph graph) {
    return open(read(file), Optional.of(graph), 1);
  }

  private static OnnxProgram read(Path file) {
    OnnxRoles.requireNumbersInFolder(file);
    return OnnxProgram.read(file);
  }

  /**
   * Opens a model with settings.
   *
   * @param program the file with its settings; its precision has no effect
   * @param graph the served graph, if the model requires one
   * @param parallelism the maximum number of queries that run concurrently, at least 1
   * @return the model
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   * @throws ModelFormatException if the file requires operators that the runtime does not support,
   *     has inputs that do not fit the graph, or stores numbers outside its folder; the message
   *     states the reason
   */
  public static OnnxModel open(OnnxProgram program, Optional<Graph> graph, int parallelism) {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
    Path file = program.path();
    OnnxRoles roles = program.roles();
    if (!roles.features().type().orElse("").matches("FLOAT|DOUBLE")) {
      throw new ModelFormatException(
          file,
          roles.features() + " has an unsupported type; the supported types are DOUBLE and FLOAT");
    }
    if (roles.edges().isPresent() && graph.isEmpty()) {
      throw new ModelFormatException(
          file, "input " + roles.edges().get() + " requires edges, so a graph must be set");
    }
    graph.ifPresent(program::edges);
    // Files are checked before they reach the native library.
    OnnxRoles.requireNumbersInFolder(file);
    try {
      return new OnnxModel(program, graph, parallelism);
    } catch (OrtException e) {
      String runtime = "ONNX Runtime " + NativeLibraries.environment().getVersion();
      String problem =
          switch (e.getCode()) {
            case ORT_INVALID_PROTOBUF, ORT_NO_MODEL -> "not a valid ONNX file: ";
            case ORT_NOT_IMPLEMENTED, ORT_INVALID_GRAPH ->
                "is invalid, or has operators that " + runtime + " does not support: ";
            default -> runtime + " cannot load the model: ";
          };
      throw new ModelFormatException(file, problem + e.getMessage(), e);
    }
  }

  /**
   * Answers a query, returning only its observed rows.
   *
   * @throws IllegalArgumentException if the query has the wrong number of features, or nodes
   *     outside the graph, or a feature overflows the model's number type
   * @throws ModelFormatException if the model was exported for other numbers of nodes or edges
   * @throws IllegalStateException if the model is closed
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    int width = program.roles().width();
    if (width > 0 && query.base().cols() != width) {
      throw new IllegalArgumentException(
          "the model takes " + width + " features per node, not " + query.base().cols());
    }
    free.acquire();
    OnnxInputs known = idle.poll();
    OnnxInputs inputs = known == null ? new OnnxInputs(environment, program, graph) : known;
    try {
      if (closed) {
        throw new IllegalStateException("the model is closed");
      }
      return inputs.answer(session, query);
    } finally {
      idle.push(inputs);
      free.release();
    }
  }

  /**
   * Frees native memory after the queries in progress have been answered. Later queries throw
   * {@link IllegalStateException}.
   */
  @Override
  public void close() {
    free.acquireUninterruptibly(parallelism);
    try {
      if (!closed) {
        closed = true;
        idle.forEach(OnnxInputs::close);
        session.close();
      }
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime could not close a session", e);
    } finally {
      free.release(parallelism);
    }
  }
}
