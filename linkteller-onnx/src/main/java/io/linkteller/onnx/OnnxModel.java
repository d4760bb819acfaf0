package io.linkteller.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.TensorModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A model in an ONNX file, served on a graph by ONNX Runtime: an implementation of the black box
 * G_BB of the paper.
 *
 * <p>The model's inputs are the features, an n x d tensor of {@code float} or {@code double}, and
 * usually the edges as pairs of nodes, a 2 x m tensor of integers ({@code edge_index}), which
 * contains both directions of each edge between the nodes of a query. Weights of the edges, m
 * numbers, are optional. Inputs are recognized by their names and shapes; use the {@link
 * #builder()} where these are ambiguous. The output has one row per node.
 *
 * <pre>{@code
 * OnnxModel api = OnnxModel.open(Path.of("gcn.onnx"), graph);
 * }</pre>
 *
 * <p>The features of the last query are kept in native memory; a query that edits the same base
 * writes the edited rows only. Safe for use by several threads; up to {@link Builder#parallelism}
 * queries are answered at the same time.
 */
public final class OnnxModel implements MeteredApi, AutoCloseable {

  private final TensorModel model;

  private OnnxModel(TensorModel model) {
    this.model = model;
  }

  /**
   * Opens a model that takes no graph as input.
   *
   * @param file an ONNX file
   * @return the model
   * @throws ModelFormatException if the file cannot be served; the message states the reason
   */
  public static OnnxModel open(Path file) {
    return builder().open(file);
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
    return builder().graph(graph).open(file);
  }

  /** {@return a builder with the settings for a model that takes no graph} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws IllegalArgumentException if the query has the wrong number of features or nodes, or
   *     nodes outside the graph, or a feature overflows the model's number type
   * @throws IllegalStateException if the model is closed
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return model.predict(query);
  }

  /**
   * Answers several queries. Up to {@link #batchSize} queries with the same base are answered in
   * one run.
   *
   * @throws IllegalStateException if the model is closed, or the queries of a run influence each
   *     other
   */
  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return model.predictAll(queries);
  }

  /** {@return the maximum number of queries per run} */
  @Override
  public int batchSize() {
    return model.batchSize();
  }

  @Override
  public long bytesMoved() {
    return model.bytesMoved();
  }

  /**
   * Frees native memory. Queries in progress are completed; later ones throw {@link
   * IllegalStateException}.
   */
  @Override
  public void close() {
    model.close();
  }

  /** A builder of models. Not safe for use by several threads. */
  public static final class Builder {

    private Optional<Graph> graph = Optional.empty();
    private final OnnxNames names = new OnnxNames();
    private Optional<EdgeWeighting> edgeWeights = Optional.empty();
    private boolean selfLoops;
    private int parallelism = 1;
    private int threads = 1;
    private int batch = 1;

    private Builder() {}

    /**
     * Sets the served graph.
     *
     * @param graph the graph
     * @return this builder
     */
    public Builder graph(Graph graph) {
      this.graph = Optional.of(graph);
      return this;
    }

    /**
     * Sets the name of the input for the features. By default this is {@code x}, or else the only
     * floating-point input with one row per node.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder inputName(String name) {
      names.features = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the input for the edges. By default this is {@code edge_index}, or else the
     * only integer input.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder edgeInputName(String name) {
      names.edges = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the input for the weights of the edges. By default this is {@code
     * edge_weight} or {@code edge_attr}, or else the only floating-point input with one number per
     * edge.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder edgeWeightInputName(String name) {
      names.weights = Optional.of(name);
      return this;
    }

    /**
     * Sets the name of the output that contains the logits. By default this is {@code logits}, or
     * else the only output.
     *
     * @param name the name of the output
     * @return this builder
     */
    public Builder outputName(String name) {
      names.output = Optional.of(name);
      return this;
    }

    /**
     * Sets the weights of the edges. Required if the model takes them as input.
     *
     * @param weighting the weights of the edges
     * @return this builder
     */
    public Builder edgeWeights(EdgeWeighting weighting) {
      edgeWeights = Optional.of(weighting);
      return this;
    }

    /**
     * Sets whether the edges include a self-loop at each node. Layers of PyTorch Geometric and DGL
     * add self-loops themselves where they need them.
     *
     * @param selfLoops whether to add self-loops; default false
     * @return this builder
     */
    public Builder selfLoops(boolean selfLoops) {
      this.selfLoops = selfLoops;
      return this;
    }

    /**
     * Sets the maximum number of queries that are answered at the same time, each by a separate
     * session.
     *
     * @param parallelism the number of sessions, at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code parallelism} is below 1
     */
    public Builder parallelism(int parallelism) {
      this.parallelism = requireAtLeastOne(parallelism, "parallelism");
      return this;
    }

    /**
     * Sets the number of threads that ONNX Runtime uses per query. Increasing {@link #parallelism}
     * is usually more efficient.
     *
     * @param threads the number of threads, at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder threads(int threads) {
      this.threads = requireAtLeastOne(threads, "threads");
      return this;
    }

    /**
     * Sets the maximum number of queries per run. They are passed as disjoint copies of the graph,
     * or along the model's batch axis if it has one. Batches pay off for graphs of a few hundred
     * nodes, where the overhead of a run exceeds its arithmetic. Memory is proportional to the
     * batch.
     *
     * @param batch the number of queries, at least 1; default 1. A batch axis of fixed length takes
     *     precedence
     * @return this builder
     * @throws IllegalArgumentException if {@code batch} is below 1
     */
    public Builder batch(int batch) {
      this.batch = requireAtLeastOne(batch, "batch");
      return this;
    }

    private static int requireAtLeastOne(int value, String name) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " = " + value + " is below 1");
      }
      return value;
    }

    /**
     * Opens a model.
     *
     * @param file an ONNX file
     * @return the model
     * @throws ModelFormatException if the file is missing or not an ONNX file, requires operators
     *     that the runtime does not support, or has unsuitable inputs or outputs; the message
     *     states the reason
     */
    public OnnxModel open(Path file) {
      if (!Files.isRegularFile(file)) {
        throw new ModelFormatException(file, "expected an ONNX file, found none");
      }
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      OnnxSignature signature;
      try (OrtSession.SessionOptions options = options();
          OrtSession session = environment.createSession(file.toString(), options)) {
        signature = OnnxSignature.of(file, session, names, graph, edgeWeights, batch);
        return new OnnxModel(
            new TensorModel(
                () -> {
                  try (OrtSession.SessionOptions own = options()) {
                    return new OnnxSession(
                        environment,
                        environment.createSession(file.toString(), own),
                        signature,
                        edgeWeights);
                  }
                },
                signature.tensors(),
                graph,
                selfLoops,
                parallelism,
                batch));
      } catch (OrtException e) {
        throw refused(file, environment, e);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ModelFormatException(file, "could not be opened: " + e.getMessage(), e);
      }
    }

    private OrtSession.SessionOptions options() throws OrtException {
      OrtSession.SessionOptions options = new OrtSession.SessionOptions();
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      return options;
    }

    private static ModelFormatException refused(
        Path file, OrtEnvironment environment, OrtException e) {
      String runtime = "ONNX Runtime " + environment.getVersion();
      String problem =
          switch (e.getCode()) {
            case ORT_INVALID_PROTOBUF, ORT_NO_MODEL -> "not a valid ONNX file: ";
            case ORT_NOT_IMPLEMENTED, ORT_INVALID_GRAPH ->
                "is invalid, or has operators that " + runtime + " does not support: ";
            default -> runtime + " cannot load the model: ";
          };
      return new ModelFormatException(file, problem + e.getMessage(), e);
    }
  }
}
