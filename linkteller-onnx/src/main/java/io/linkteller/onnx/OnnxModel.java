package io.linkteller.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxRoles;
import io.linkteller.data.onnx.OnnxSlot;
import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
 * <p><b>Trust.</b> An ONNX file is a program that native code runs, with no limit on memory or time
 * and with the faults of ONNX Runtime; open only files that you would run as programs. This class
 * keeps numbers outside the file to the folder of the model: a model that names a file elsewhere,
 * by {@code ../}, an absolute path or a symbolic link, or an address in memory, is refused before
 * the runtime sees it. Whoever can write to the folder while a model is opened is trusted.
 *
 * <p>The features of the last query are kept in native memory; a query that edits the same base
 * writes the edited rows only. Safe for use by several threads; up to {@link Builder#parallelism}
 * queries are answered at the same time.
 */
public final class OnnxModel extends TensorModel {

  /** The types of features that the runtime is given. */
  private static final Set<String> FLOATING = Set.of("FLOAT", "DOUBLE");

  private OnnxModel(SessionFactory factory, Signature signature, Builder settings)
      throws Exception {
    super(
        factory,
        signature,
        settings.graph,
        settings.selfLoops,
        settings.parallelism,
        settings.batch);
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

  /** A builder of models. Not safe for use by several threads. */
  public static final class Builder {

    private final Map<String, String> names = new HashMap<>();
    private int threads = 1;
    private Optional<Graph> graph = Optional.empty();
    private Optional<EdgeWeighting> edgeWeights = Optional.empty();
    private boolean selfLoops;
    private int parallelism = 1;
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
     * Sets the weights of the edges. Required if the model takes them as input and the graph has
     * none.
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
     * session with a copy of the model.
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

    /**
     * Sets the name of the input for the features. By default this is {@code x}, or else the only
     * floating-point input with one row per node.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder inputName(String name) {
      names.put(OnnxRoles.FEATURES, name);
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
      names.put(OnnxRoles.EDGES, name);
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
      names.put(OnnxRoles.WEIGHTS, name);
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
      names.put(OnnxRoles.OUTPUT, name);
      return this;
    }

    /**
     * Sets the number of threads that ONNX Runtime uses per query. Increasing {@code parallelism}
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
     * Opens a model.
     *
     * @param file an ONNX file
     * @return the model
     * @throws ModelFormatException if the file is missing or not an ONNX file, requires operators
     *     that the runtime does not support, has unsuitable inputs or outputs, or keeps numbers
     *     outside its folder; the message states the reason
     */
    public OnnxModel open(Path file) {
      OnnxRoles.requireNumbersInFolder(file);
      OnnxRoles roles = OnnxRoles.of(file, names);
      requireFits(file, roles);
      OrtEnvironment environment = NativeLibraries.environment();
      // Sessions are opened on demand, when this builder may have other settings.
      int threadsPerQuery = threads;
      Optional<EdgeWeighting> weighting = weighting();
      try {
        return new OnnxModel(
            () -> {
              try (OrtSession.SessionOptions own = options(threadsPerQuery)) {
                return new OnnxSession(
                    environment, session(environment, file, own), roles, weighting);
              }
            },
            signature(roles),
            this);
      } catch (OrtException e) {
        throw refused(file, environment, e);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ModelFormatException(file, "could not be opened: " + e.getMessage(), e);
      }
    }

    /** Returns the weights of the edges, if they are set or the graph has its own. */
    private Optional<EdgeWeighting> weighting() {
      return edgeWeights.or(() -> graph.filter(Graph::isWeighted).map(own -> EdgeWeighting.ONES));
    }

    private void requireFits(Path file, OnnxRoles roles) {
      OnnxSlot features = roles.features();
      if (!FLOATING.contains(features.type().orElse(""))) {
        throw new ModelFormatException(
            file, features + " has an unsupported type; supported are DOUBLE, FLOAT");
      }
      if (batch > 1 && !roles.isBatched() && (roles.nodes() >= 0 || roles.entries() >= 0)) {
        throw new ModelFormatException(
            file,
            (roles.nodes() >= 0
                    ? "takes " + roles.nodes() + " nodes only"
                    : "takes a fixed number of entries of edges, " + roles.entries())
                + ", so several queries cannot be answered in one run: batch = "
                + batch
                + " is not 1");
      }
      if (roles.edges().isPresent() && graph.isEmpty()) {
        throw new ModelFormatException(
            file, "input " + roles.edges().get() + " takes edges, so a graph must be set");
      }
      boolean typed = graph.filter(each -> !each.relations().isEmpty()).isPresent();
      if (typed && roles.types().isEmpty()) {
        throw new ModelFormatException(file, "no input takes the relations of the graph");
      }
      roles.requireGiven(file, weighting().isPresent(), typed);
      if (weighting().isPresent() && roles.weights().isEmpty()) {
        throw new ModelFormatException(
            file,
            "edgeWeights is set, but no input takes weights; the inputs are "
                + features
                + roles.edges().map(slot -> ", " + slot).orElse(""));
      }
    }

    private static int requireAtLeastOne(int value, String name) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " = " + value + " is below 1");
      }
      return value;
    }

    private static Signature signature(OnnxRoles roles) {
      int queries = roles.isBatched() ? roles.features().shape().get(0) : -1;
      return new Signature(
          roles.width(),
          roles.features().type().equals(Optional.of("FLOAT")),
          Optional.of(roles.nodes()).filter(n -> n >= 0),
          Optional.of(queries).filter(q -> q >= 0));
    }

    /** Nothing reaches the native library before it was checked, each time that it is read. */
    private static OrtSession session(
        OrtEnvironment environment, Path file, OrtSession.SessionOptions options)
        throws OrtException {
      OnnxRoles.requireNumbersInFolder(file);
      return environment.createSession(file.toString(), options);
    }

    private static OrtSession.SessionOptions options(int threads) throws OrtException {
      OrtSession.SessionOptions options = new OrtSession.SessionOptions();
      // The runtime's own format is chosen by the name of the file, and is not checked.
      options.addConfigEntry("session.load_model_format", "ONNX");
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
