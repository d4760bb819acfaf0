package io.linkteller.cli;

import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.onnx.UnsupportedOperatorException;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.program.Precision;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.parallel.Workers;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that specify how to evaluate the model in an ONNX file. */
final class OnnxEngine {

  private static final String ARTIFACT = "com.microsoft.onnxruntime:onnxruntime";

  /** The engine that evaluates the model. */
  enum Engine {
    AUTO,
    PROGRAM,
    RUNTIME,
    COMPARE
  }

  @Option(
      names = "--onnx-engine",
      defaultValue = "auto",
      paramLabel = "WHAT",
      description =
          "The engine for an ONNX file: program (this program, which recomputes only the rows that"
              + " a query changes), runtime (ONNX Runtime, which recomputes everything), compare"
              + " (program, comparing its first answers with those of ONNX Runtime), or auto"
              + " (program, or runtime if the file has unknown operators). Default:"
              + " ${DEFAULT-VALUE}.")
  private Engine engine;

  @Option(
      names = "--precision",
      defaultValue = "single",
      paramLabel = "WHICH",
      description =
          "The precision of computation for an ONNX file with 32-bit numbers: single, as in"
              + " PyTorch, or double, for exact influences. Default: ${DEFAULT-VALUE}.")
  private Precision precision;

  private boolean isWarned;

  /**
   * The settings with which a file is opened.
   *
   * @param file the file
   * @param input the name of the input for the features, if it is set
   * @param edgeInput the name of the input for the edges, if it is set
   * @param output the name of the output, if it is set
   * @param weighting how the weights of the edges are computed, if the model has an input for them
   * @param selfLoops whether edges include self-loops
   * @param threads the number of threads
   */
  record Setup(
      Path file,
      Optional<String> input,
      Optional<String> edgeInput,
      Optional<String> output,
      Optional<EdgeWeighting> weighting,
      boolean selfLoops,
      int threads) {}

  /** Rejects options that exclude each other. */
  void check(CommandSpec spec) {
    if (engine == Engine.RUNTIME && precision == Precision.DOUBLE) {
      throw new ParameterException(
          spec.commandLine(), "--precision has no effect on --onnx-engine runtime");
    }
  }

  /** Opens the model on a graph. If ONNX Runtime has to evaluate it, prints the reason once. */
  InferenceApi open(Setup setup, Graph graph, CommandSpec spec) {
    OnnxProgram program = program(setup, precision);
    if (engine == Engine.RUNTIME) {
      return runtime(program, graph, setup.threads(), "");
    }
    try {
      requireSupported(program, graph);
    } catch (UnsupportedOperatorException e) {
      if (engine != Engine.AUTO || precision == Precision.DOUBLE) {
        // ONNX Runtime uses the precision of the file.
        throw new IllegalArgumentException(setup.file() + ": " + e.getMessage(), e);
      }
      if (!isWarned) {
        isWarned = true;
        spec.commandLine()
            .getErr()
            .println(
                Terminal.printable(
                    "warning: "
                        + e.getMessage()
                        + ", so ONNX Runtime evaluates the model; it recomputes everything for each"
                        + " query, which is about a hundred times slower"));
      }
      return runtime(program, graph, setup.threads(), e.getMessage() + "; ");
    }
    InferenceApi own = GraphOwner.of(graph).serve(program).parallelism(setup.threads());
    return engine == Engine.COMPARE
        ? new Compared(own, runtime(program, graph, setup.threads(), ""), Remarks.of(spec))
        : own;
  }

  /**
   * Checks that all operators are supported, using a small graph unless the file fixes the graph.
   */
  private static void requireSupported(OnnxProgram program, Graph graph) {
    try {
      program.on(Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build(), Workers.sequential());
    } catch (ModelFormatException e) {
      program.on(graph, Workers.sequential());
    }
  }

  /** Returns the program of a file in double precision, to be differentiated. */
  OnnxProgram exact(Setup setup) {
    return program(setup, Precision.DOUBLE);
  }

  private static OnnxProgram program(Setup setup, Precision precision) {
    OnnxProgram.Builder builder =
        OnnxProgram.builder().precision(precision).selfLoops(setup.selfLoops());
    setup.input().ifPresent(builder::inputName);
    setup.edgeInput().ifPresent(builder::edgeInputName);
    setup.output().ifPresent(builder::outputName);
    setup.weighting().ifPresent(builder::edgeWeights);
    return builder.read(setup.file());
  }

  private static InferenceApi runtime(
      OnnxProgram program, Graph graph, int threads, String reason) {
    try {
      return OnnxModel.open(program, Optional.of(graph), threads);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
      throw new IllegalArgumentException(
          reason
              + "ONNX Runtime, or its native library for "
              + System.getProperty("os.name")
              + " on "
              + System.getProperty("os.arch")
              + ", is not on the class path ("
              + e
              + "); add "
              + ARTIFACT,
          e);
    }
  }

  /** Returns the program's answers, and compares the first of them with those of ONNX Runtime. */
  static final class Compared implements InferenceApi, AutoCloseable {

    /** The number of answers to compare: the base answer and the probes of the first targets. */
    private static final int COMPARED = 5;

    private final InferenceApi own;
    private final InferenceApi runtime;
    private final Remarks remarks;
    private int compared;
    private double largest;

    Compared(InferenceApi own, InferenceApi runtime, Remarks remarks) {
      this.own = own;
      this.runtime = runtime;
      this.remarks = remarks;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      DMatrixRMaj answer = own.predict(query);
      compare(answer, query);
      return answer;
    }

    private synchronized void compare(DMatrixRMaj answer, InferenceQuery query) throws Exception {
      if (compared == COMPARED) {
        return;
      }
      compared++;
      DMatrixRMaj other = runtime.predict(query);
      double largestLogit = 0;
      double difference = 0;
      for (int i = 0; i < answer.getNumElements(); i++) {
        largestLogit = Math.max(largestLogit, Math.abs(other.data[i]));
        difference = Math.max(difference, Math.abs(answer.data[i] - other.data[i]));
      }
      largest = Math.max(largest, largestLogit == 0 ? difference : difference / largestLogit);
      if (compared == COMPARED) {
        remarks.print(
            String.format(
                Locale.ROOT,
                "%d answers differ from those of ONNX Runtime by at most %.1e of the largest logit",
                COMPARED,
                largest));
      }
    }

    @Override
    public void close() {
      if (runtime instanceof OnnxModel opened) {
        opened.close();
      }
    }
  }
}
