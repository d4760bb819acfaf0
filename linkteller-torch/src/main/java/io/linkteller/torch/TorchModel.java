package io.linkteller.torch;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.TensorModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A model in a TorchScript file on a graph, as the black box G_BB of the paper, run by PyTorch.
 *
 * <p>TorchScript does not name its inputs, so they are given in the order that PyTorch Geometric's
 * models take them: features n x d; with a graph, its edges as 2 x m integers of 64 bits, both
 * directions of each edge among the nodes of a query; with {@link Builder#edgeWeights}, m weights.
 *
 * <pre>{@code
 * TorchModel api = TorchModel.open(Path.of("gcn.torchscript"), graph);
 * }</pre>
 *
 * <p>The features of the last query stay in native memory; a query that edits the same base writes
 * the edited rows only. Safe for use by several threads; {@link Builder#parallelism} copies of the
 * model answer at a time. Each run uses as many threads as PyTorch is told to by the system
 * property {@code ai.djl.pytorch.num_threads}, one per core by default.
 */
public final class TorchModel implements MeteredApi, AutoCloseable {

  private static final String ENGINE = "PyTorch";

  /** Forbids DJL to look for native libraries in the network. */
  private static final String OFFLINE = "ai.djl.offline";

  private final TensorModel model;

  private TorchModel(TensorModel model) {
    this.model = model;
  }

  /**
   * Opens a model that needs no graph, or has it inside.
   *
   * @param file a TorchScript file
   * @return the model
   * @throws ModelFormatException if the file can't be served; the message says why
   */
  public static TorchModel open(Path file) {
    return builder().open(file);
  }

  /**
   * Opens a model on a graph.
   *
   * @param file a TorchScript file
   * @param graph the served graph
   * @return the model
   * @throws ModelFormatException if the file can't be served; the message says why
   */
  public static TorchModel open(Path file, Graph graph) {
    return builder().graph(graph).open(file);
  }

  /** {@return a builder for a model of single precision that takes no graph} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws IllegalArgumentException if the graph does not have the nodes, or a feature overflows
   *     the model's number type
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

  /** Settings of a {@link TorchModel}. */
  public static final class Builder {

    private Optional<Graph> graph = Optional.empty();
    private Optional<EdgeWeighting> edgeWeights = Optional.empty();
    private boolean selfLoops;
    private boolean doublePrecision;
    private int output;
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
     * Gives the model weights of the edges as a third input.
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
     * Sets whether the model takes numbers of 64 bits.
     *
     * @param doublePrecision default false
     * @return this builder
     */
    public Builder doublePrecision(boolean doublePrecision) {
      this.doublePrecision = doublePrecision;
      return this;
    }

    /**
     * Sets which output has the logits, for a model with several.
     *
     * @param index its place, from 0; default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code index} is negative
     */
    public Builder output(int index) {
      if (index < 0) {
        throw new IllegalArgumentException("output = " + index + " is negative");
      }
      this.output = index;
      return this;
    }

    /**
     * Sets how many queries are answered at a time, each by a copy of the model.
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
     * Sets how many queries are answered in one run at most, as disjoint copies of the graph. Pays
     * for graphs of a few hundred nodes, where a run costs more than its arithmetic. Memory grows
     * with it.
     *
     * @param batch at least 1; default 1
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
     * @param file a TorchScript file
     * @return the model
     * @throws ModelFormatException if the file is missing or no TorchScript file
     * @throws IllegalStateException if PyTorch is not on the class path, or weights of edges are
     *     set without a graph
     */
    public TorchModel open(Path file) {
      if (!Files.isRegularFile(file)) {
        throw new ModelFormatException(file, "expected a TorchScript file, found none");
      }
      if (edgeWeights.isPresent() && graph.isEmpty()) {
        throw new IllegalStateException("edgeWeights is set, but no graph");
      }
      requireEngine();
      Optional<EdgeWeighting> weighting = edgeWeights;
      boolean takesGraph = graph.isPresent();
      boolean single = !doublePrecision;
      int index = output;
      try {
        return new TorchModel(
            new TensorModel(
                () -> new TorchSession(load(file), takesGraph, weighting, single, index),
                new TensorModel.Signature(0, single, Optional.empty(), Optional.empty()),
                graph,
                selfLoops,
                parallelism,
                batch));
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ModelFormatException(file, "could not be opened: " + e.getMessage(), e);
      }
    }

    /** A system property that was set by the user stays. */
    private static void requireEngine() {
      if (System.getProperty(OFFLINE) == null) {
        System.setProperty(OFFLINE, "true");
      }
      try {
        Engine.getEngine(ENGINE);
      } catch (EngineException | IllegalArgumentException | IllegalStateException e) {
        throw new IllegalStateException(
            "PyTorch can't be loaded; its native library for this platform must be on the class"
                + " path, such as ai.djl.pytorch:pytorch-native-cpu:2.1.1:linux-x86_64 and"
                + " ai.djl.pytorch:pytorch-jni:2.1.1-0.27.0",
            e);
      }
    }

    private static Model load(Path file) throws IOException {
      Model model = Model.newInstance("served", ENGINE);
      try (InputStream in = Files.newInputStream(file)) {
        model.load(in, null);
        return model;
      } catch (EngineException | MalformedModelException e) {
        model.close();
        throw new ModelFormatException(
            file,
            "expected a TorchScript file, as torch.jit.save writes it, found another: "
                + e.getMessage(),
            e);
      }
    }
  }
}
