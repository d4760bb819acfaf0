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
 * A model in an ONNX file on a graph, as the black box G_BB of the paper, run by ONNX Runtime.
 *
 * <p>The model's inputs are features, n x d of {@code float} or {@code double}, and usually the
 * edges as pairs of nodes, 2 x m integers ({@code edge_index}), which are derived from the graph:
 * both directions of each edge among the nodes of a query. Weights of the edges, m numbers, are
 * optional. What names and shapes do not tell is set in the {@link #builder()}. The output has one
 * row per node.
 *
 * <pre>{@code
 * OnnxModel api = OnnxModel.open(Path.of("gcn.onnx"), graph);
 * }</pre>
 *
 * <p>The features of the last query stay in native memory; a query that edits the same base writes
 * the edited rows only. Safe for use by several threads; {@link Builder#parallelism} sessions
 * answer at a time.
 */
public final class OnnxModel implements MeteredApi, AutoCloseable {

  private final TensorModel model;

  private OnnxModel(TensorModel model) {
    this.model = model;
  }

  /**
   * Opens a model that needs no graph, or has it inside.
   *
   * @param file an ONNX file
   * @return the model
   * @throws ModelFormatException if the file can't be served; the message says why
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
   * @throws ModelFormatException if the file can't be served; the message says why
   */
  public static OnnxModel open(Path file, Graph graph) {
    return builder().graph(graph).open(file);
  }

  /**
   * Starts with settings for a model that takes no graph.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws IllegalArgumentException if the model takes another number of features or nodes, the
   *     graph does not have the nodes, or a feature overflows the model's number type
   * @throws IllegalStateException if the model is closed
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return model.predict(query);
  }

  /**
   * Answers several queries; up to {@link #batchSize} that edit the same base in one run.
   *
   * @throws IllegalStateException if the model is closed, or mixes the queries of a run
   */
  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return model.predictAll(queries);
  }

  /** Returns how many queries are answered in one run at most. */
  @Override
  public int batchSize() {
    return model.batchSize();
  }

  @Override
  public long bytesMoved() {
    return model.bytesMoved();
  }

  /** Frees native memory. Queries that are being answered end first; later ones are refused. */
  @Override
  public void close() {
    model.close();
  }

  /** Settings of an {@link OnnxModel}. */
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
     * Sets which input takes the features. Default: {@code x}, or the only one of floating-point
     * numbers that has a row per node.
     *
     * @param name the input's name
     * @return this builder
     */
    public Builder inputName(String name) {
      names.features = Optional.of(name);
      return this;
    }

    /**
     * Sets which input takes the edges. Default: {@code edge_index}, or the only one of integers.
     *
     * @param name the input's name
     * @return this builder
     */
    public Builder edgeInputName(String name) {
      names.edges = Optional.of(name);
      return this;
    }

    /**
     * Sets which input takes the weights of the edges. Default: {@code edge_weight} or {@code
     * edge_attr}, or the only one of floating-point numbers that has one number per edge.
     *
     * @param name the input's name
     * @return this builder
     */
    public Builder edgeWeightInputName(String name) {
      names.weights = Optional.of(name);
      return this;
    }

    /**
     * Sets which output has the logits. Default: {@code logits}, or the only output.
     *
     * @param name the output's name
     * @return this builder
     */
    public Builder outputName(String name) {
      names.output = Optional.of(name);
      return this;
    }

    /**
     * Sets the weights of the edges, for a model that takes them. Without this call such a model is
     * refused.
     *
     * @param weighting the weight of an edge
     * @return this builder
     */
    public Builder edgeWeights(EdgeWeighting weighting) {
      edgeWeights = Optional.of(weighting);
      return this;
    }

    /**
     * Sets whether the edges include one from each node to itself. Layers of PyTorch Geometric and
     * DGL add them where they need them.
     *
     * @param selfLoops default false
     * @return this builder
     */
    public Builder selfLoops(boolean selfLoops) {
      this.selfLoops = selfLoops;
      return this;
    }

    /**
     * Sets how many queries are answered at a time, each by a session of its own.
     *
     * @param parallelism at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code parallelism} is below 1
     */
    public Builder parallelism(int parallelism) {
      this.parallelism = requireAtLeastOne(parallelism, "parallelism");
      return this;
    }

    /**
     * Sets how many threads of ONNX Runtime work on one query.
     *
     * @param threads at least 1; default 1, which {@link #parallelism} makes better use of
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder threads(int threads) {
      this.threads = requireAtLeastOne(threads, "threads");
      return this;
    }

    /**
     * Sets how many queries are answered in one run at most: as disjoint copies of the graph, or
     * along the model's batch axis where it has one. Pays for graphs of a few hundred nodes, where
     * a run costs more than its arithmetic. Memory grows with it.
     *
     * @param batch at least 1; default 1. A batch axis of a fixed length overrules it.
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
     * @throws ModelFormatException if the file is missing or no ONNX file, needs operators that the
     *     runtime lacks, or has inputs or outputs that do not fit; the message says which
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
            case ORT_INVALID_PROTOBUF, ORT_NO_MODEL -> "expected an ONNX file, found another: ";
            case ORT_NOT_IMPLEMENTED, ORT_INVALID_GRAPH ->
                "is invalid, or has operators that " + runtime + " lacks: ";
            default -> runtime + " can't load the model: ";
          };
      return new ModelFormatException(file, problem + e.getMessage(), e);
    }
  }
}
