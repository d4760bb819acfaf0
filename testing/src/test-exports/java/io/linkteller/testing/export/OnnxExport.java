package io.linkteller.testing.export;

import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.models.program.GraphModel;
import io.linkteller.parallel.Workers;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes a model as an ONNX file, with inputs {@code x}, n x d, and, unless the model needs no
 * graph, {@code edge_index}, 2 x m integers, both directions of each edge without self-loops; the
 * output is {@code logits}, n x c. Runtimes give the model's own logits up to rounding.
 *
 * <pre>{@code
 * OnnxExport.of(model).write(Path.of("gcn.onnx"));
 * }</pre>
 *
 * <p>The model is traced: its program is composed on two graphs, and what its operators read of
 * them is expressed by edges and degrees up to factors. A program that depends on the graph in
 * another way can be exported {@linkplain #on for one graph}.
 */
public final class OnnxExport {

  private final GraphModel model;
  private final OnnxGraph.Type type;
  private final Optional<Graph> graph;

  private OnnxExport(GraphModel model, OnnxGraph.Type type, Optional<Graph> graph) {
    this.model = model;
    this.type = type;
    this.graph = graph;
  }

  /**
   * Returns an export in doubles.
   *
   * @param model a model
   * @return the export
   */
  public static OnnxExport of(GraphModel model) {
    return new OnnxExport(model, OnnxGraph.Type.DOUBLE, Optional.empty());
  }

  /** {@return an export in floats, as most models are served} */
  public OnnxExport singlePrecision() {
    return new OnnxExport(model, OnnxGraph.Type.FLOAT, graph);
  }

  /**
   * Returns an export for one graph, which the file contains, so that it has no input {@code
   * edge_index}.
   *
   * @param only the graph
   * @return the export
   */
  public OnnxExport on(Graph only) {
    return new OnnxExport(model, type, Optional.of(only));
  }

  /**
   * Returns the contents of the file.
   *
   * @return the bytes
   * @throws UnsupportedOperationException if an operator has no form in ONNX, or the program
   *     depends on the graph otherwise than through edges and degrees; the message names which
   */
  public byte[] toBytes() {
    if (graph.isPresent()) {
      return trace(graph.get(), false).toBytes();
    }
    OnnxTrace first = trace(OnnxTrace.probe(211), true);
    first.requireSame(trace(OnnxTrace.probe(223), true));
    return first.toBytes();
  }

  private OnnxTrace trace(Graph on, boolean edgesAreInput) {
    OnnxTrace trace = new OnnxTrace(on, edgesAreInput, type);
    trace.follow(model.on(on, Workers.sequential()), model.inputWidth());
    return trace;
  }

  /**
   * Writes the file. The file is replaced atomically.
   *
   * @param file the file to write
   * @throws UnsupportedOperationException as {@link #toBytes}
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void write(Path file) {
    byte[] bytes = toBytes();
    AtomicFile.write(file, out -> out.write(bytes));
  }
}
