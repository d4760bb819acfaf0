package io.linkteller.data.onnx;

import io.linkteller.models.architecture.GnnModel;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Writes a model as an ONNX file, with inputs {@code x}, n x d, and, unless the model needs no
 * graph, {@code edge_index}, 2 x m integers, both directions of each edge without self-loops; the
 * output is {@code logits}, n x c. Runtimes give the model's own logits up to rounding.
 *
 * <pre>{@code
 * OnnxExport.of(model).write(Path.of("gcn.onnx"));
 * }</pre>
 */
public final class OnnxExport {

  private final GnnModel<?> model;
  private final OnnxGraph.Type type;

  private OnnxExport(GnnModel<?> model, OnnxGraph.Type type) {
    this.model = model;
    this.type = type;
  }

  /**
   * Returns an export in doubles.
   *
   * @param model a model
   * @return the export
   */
  public static OnnxExport of(GnnModel<?> model) {
    return new OnnxExport(model, OnnxGraph.Type.DOUBLE);
  }

  /** {@return an export in floats, as most models are served} */
  public OnnxExport singlePrecision() {
    return new OnnxExport(model, OnnxGraph.Type.FLOAT);
  }

  /**
   * Returns the contents of the file.
   *
   * @return the bytes
   * @throws IllegalArgumentException if there is no {@link OnnxLayout} for the architecture
   */
  public byte[] toBytes() {
    return graph().toBytes();
  }

  /**
   * Writes the file. The file is replaced atomically.
   *
   * @param file the file to write
   * @throws IllegalArgumentException if there is no {@link OnnxLayout} for the architecture
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void write(Path file) {
    graph().write(file);
  }

  private OnnxGraph graph() {
    OnnxLayout layout = layout(model.settings().architecture());
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", type, "n", Integer.toString(model.inputWidth()));
    String logits =
        layout.write(new OnnxMessages(graph, type, x), model.settings(), model.parameters());
    graph.output(logits, "logits", type, "n", Integer.toString(model.outputWidth()));
    return graph;
  }

  private static OnnxLayout layout(String architecture) {
    TreeSet<String> known = new TreeSet<>();
    for (OnnxLayout layout : BuiltInLayouts.values()) {
      if (layout.architecture().equals(architecture)) {
        return layout;
      }
      known.add(layout.architecture());
    }
    for (OnnxLayout layout : ServiceLoader.load(OnnxLayout.class)) {
      if (layout.architecture().equals(architecture)) {
        return layout;
      }
      known.add(layout.architecture());
    }
    throw new IllegalArgumentException(
        "architecture " + architecture + " can't be exported; there are layouts for " + known);
  }
}
