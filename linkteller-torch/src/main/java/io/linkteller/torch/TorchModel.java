package io.linkteller.torch;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.TensorModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

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
 * <p><b>Trust.</b> A TorchScript file is a program that PyTorch runs with all rights of this
 * process. Nothing in it is checked; open only files that you would run as programs. Parameters in
 * a file of {@code torch.save} or of safetensors need no such trust: {@code StateDictFile} of
 * linkteller-data reads them.
 *
 * <p>The features of the last query stay in native memory; a query that edits the same base writes
 * the edited rows only. Safe for use by several threads; {@link Builder#parallelism} copies of the
 * model answer at a time. Each run uses as many threads as PyTorch is told to by the system
 * property {@code ai.djl.pytorch.num_threads}, one per core by default.
 */
public final class TorchModel extends TensorModel {

  private static final String ENGINE = "PyTorch";

  /** Forbids DJL to look for native libraries in the network. */
  private static final String OFFLINE = "ai.djl.offline";

  private TorchModel(SessionFactory factory, Signature signature, Builder settings)
      throws Exception {
    super(factory, signature, settings);
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
   * A builder of models. {@link #edgeWeights} makes the weights a third input. Not safe for use by
   * several threads.
   */
  public static final class Builder extends TensorModel.Builder<Builder> {

    private boolean doublePrecision;
    private int output;

    private Builder() {}

    @Override
    protected Builder self() {
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
     * Opens a model.
     *
     * @param file a TorchScript file
     * @return the model
     * @throws ModelFormatException if the file is missing or no TorchScript file
     * @throws IllegalArgumentException if the graph has relations
     * @throws IllegalStateException if PyTorch is not on the class path, or weights of edges are
     *     set without a graph
     */
    public TorchModel open(Path file) {
      if (!Files.isRegularFile(file)) {
        throw new ModelFormatException(file, "expected a TorchScript file, found none");
      }
      if (edgeWeights().isPresent() && graph().isEmpty()) {
        throw new IllegalStateException("edgeWeights is set, but no graph");
      }
      graph()
          .ifPresent(
              served ->
                  served.requireOneRelation(
                      "a TorchScript model, unlike an ONNX file with an input edge_type,"));
      requireEngine();
      Optional<EdgeWeighting> weighting = edgeWeights();
      boolean takesGraph = graph().isPresent();
      boolean single = !doublePrecision;
      int index = output;
      try {
        return new TorchModel(
            () -> new TorchSession(load(file), takesGraph, weighting, single, index),
            new Signature(0, single, Optional.empty(), Optional.empty()),
            this);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ModelFormatException(file, "could not be opened: " + e.getMessage(), e);
      }
    }

    /** In a line of its own; each can be copied as the artifact of Maven's dependency:copy. */
    private static final String ARTIFACTS =
        "ai.djl.pytorch:pytorch-native-cpu:2.1.1:jar:"
            + classifier()
            + " ai.djl.pytorch:pytorch-jni:2.1.1-0.27.0";

    private static String classifier() {
      String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
      boolean arm = System.getProperty("os.arch").equals("aarch64");
      if (os.contains("win")) {
        return "win-x86_64";
      }
      return (os.contains("mac") ? "osx-" : "linux-") + (arm ? "aarch64" : "x86_64");
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
            "PyTorch can't be loaded: its native library is not on the class path. Export the model"
                + " to ONNX, which needs none, or add these artifacts:\n"
                + ARTIFACTS,
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
