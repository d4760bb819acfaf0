package io.linkteller.cli;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.models.program.GraphModel;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.remote.HttpModelBuilder;
import io.linkteller.remote.JsonModel;
import io.linkteller.remote.OpenInferenceModel;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that select an external model, in a file or behind a URL. */
final class OtherModel {

  /** The protocols for a model behind a URL. */
  enum Protocol {
    /** The Open Inference Protocol, version 2. */
    OIP,
    /** JSON requests and answers of any form. */
    JSON
  }

  /** The edge weights for a model with an input for them. */
  enum Weights {
    ONES,
    SYMMETRIC,
    MEAN;

    private EdgeWeighting weighting() {
      return switch (this) {
        case ONES -> EdgeWeighting.ONES;
        case SYMMETRIC -> EdgeWeighting.SYMMETRIC;
        case MEAN -> EdgeWeighting.MEAN;
      };
    }
  }

  /** The options that affect the answers of a given file or server. */
  private static final List<String> OF_ANSWERS =
      List.of(
          "--self-loops",
          "--edge-normalization",
          "--onnx-engine",
          "--precision",
          "--input-name",
          "--edge-input-name",
          "--output-name",
          "--protocol",
          "--model",
          "--model-version",
          "--answer-pointer");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @CommandLine.Mixin private OnnxEngine onnxEngine;

  @Option(
      names = "--onnx",
      paramLabel = "FILE.onnx",
      description =
          "Attack the model in an ONNX file, on the graph of the data. Unsupported operators run"
              + " in native code, so use only files from sources that you trust. External data"
              + " outside the model's folder are not read.")
  private Optional<Path> onnx = Optional.empty();

  /** Parses a URL. Messages omit the URL, since it may contain a password. */
  static final class Url implements CommandLine.ITypeConverter<URI> {

    @Override
    public URI convert(String text) {
      try {
        return new URI(text);
      } catch (URISyntaxException e) {
        throw new CommandLine.TypeConversionException(
            "not a URL: " + e.getReason() + " at character " + e.getIndex());
      }
    }
  }

  @Option(
      names = "--url",
      converter = Url.class,
      description = "Attack the model behind a URL. Use only your own model, or get permission.")
  private Optional<URI> url = Optional.empty();

  @Option(
      names = "--protocol",
      defaultValue = "oip",
      description =
          "The protocol of the URL: oip (Open Inference Protocol v2: KServe, Triton, Seldon,"
              + " MLServer) or json. Default: ${DEFAULT-VALUE}.")
  private Protocol protocol;

  @Option(names = "--model", paramLabel = "NAME", description = "Name of the model, for oip.")
  private Optional<String> model = Optional.empty();

  @Option(
      names = "--model-version",
      paramLabel = "V",
      description = "Version of the model, for oip. Default: the server's.")
  private Optional<String> version = Optional.empty();

  @Option(
      names = "--header",
      paramLabel = "'K: V'",
      description = "A header of every request. May be given several times.")
  private List<String> headers = List.of();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with a bearer token, which no message shows.")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--request-template",
      paramLabel = "FILE.json",
      description =
          "The template of a request, for json: a text with \"$${features}\" or"
              + " \"$${changed-features}\", and \"$${nodes}\". Default: {\"nodes\": ...,"
              + " \"features\": ...}.")
  private Optional<Path> template = Optional.empty();

  @Option(
      names = "--answer-pointer",
      paramLabel = "/a/b",
      description = "Where the logits are in the answer, for json. Default: the whole answer.")
  private Optional<String> pointer = Optional.empty();

  @Option(
      names = "--batch",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "How many queries a request may contain: for oip, along a batch axis of the features or"
              + " as parts of one graph; for json, as an array of filled templates. Default:"
              + " ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--input-name",
      paramLabel = "NAME",
      description = "The name of the input for the features, if it cannot be detected.")
  private Optional<String> input = Optional.empty();

  @Option(
      names = "--edge-input-name",
      paramLabel = "NAME",
      description = "The name of the input for the edges.")
  private Optional<String> edgeInput = Optional.empty();

  @Option(names = "--output-name", paramLabel = "NAME", description = "The name of the output.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--edge-normalization",
      paramLabel = "HOW",
      description =
          "Edge weights for a model file with an input for them: ones, symmetric (D^-1/2 A D^-1/2)"
              + " or mean (D^-1 A).")
  private @Nullable Weights edgeWeights;

  @Option(
      names = "--self-loops",
      description = "Add a self-loop for each node to the edges passed to a model file.")
  private boolean selfLoops;

  /**
   * A model that answers queries.
   *
   * @param api the model
   * @param name its name in reports
   * @param identity the text that identifies it in a journal
   * @param isLocal whether it runs in this process, so that queries are free
   * @param exact the model in double precision, if it can be differentiated
   */
  record Opened(
      InferenceApi api, String name, String identity, boolean isLocal, Optional<GraphModel> exact)
      implements AutoCloseable {

    /**
     * Returns the name for reports, which may leave this machine and be compared with other
     * reports. The name of a file omits its path, and that of a server on this machine omits its
     * port, which may differ in another run.
     */
    String title() {
      return isLocal
          ? String.valueOf(Path.of(name).getFileName())
          : name.replaceFirst("(//(localhost|127[.0-9]*|\\[::1])):\\d+", "$1");
    }

    @Override
    public void close() {
      if (api instanceof OnnxModel opened) {
        opened.close();
      } else if (api instanceof OnnxEngine.Compared compared) {
        compared.close();
      }
    }
  }

  /** Returns whether the model is on another machine. */
  boolean isElsewhere() {
    return url.filter(to -> !String.valueOf(to.getHost()).matches("localhost|127[.].*|\\[::1]"))
        .isPresent();
  }

  /** Returns whether the model is in an ONNX file, which can usually be differentiated. */
  boolean isOnnx() {
    return onnx.isPresent();
  }

  /** Returns whether an external model is specified. */
  boolean isGiven() {
    return onnx.isPresent() || url.isPresent();
  }

  /** Rejects options that are invalid or have no effect, before any work is done. */
  void check() {
    if (url.isPresent()) {
      Arguments.check(spec, this::connectNowhere);
    }
    if (onnx.isPresent()) {
      Arguments.requireExists(onnx.get());
      onnxEngine.check(spec);
    }
  }

  /**
   * Rejects a file with several outputs unless one was selected, since an audit of one output says
   * nothing about what the others reveal.
   */
  void requireOneOutput() {
    if (onnx.isEmpty() || output.isPresent()) {
      return;
    }
    List<String> outputs = OnnxProgram.outputs(onnx.get());
    if (outputs.size() > 1) {
      throw new IllegalArgumentException(
          onnx.get()
              + " has the outputs "
              + String.join(", ", outputs)
              + ", each of which may reveal edges: audit each that is served, one at a time"
              + " (--output-name)");
    }
  }

  /** Returns whether queries include the graph. */
  boolean takesGraph() {
    return url.isEmpty() || protocol == Protocol.OIP;
  }

  /** Builds the client in order to validate its arguments. */
  private void connectNowhere() {
    if (protocol == Protocol.OIP) {
      for (var each : List.of(template, pointer)) {
        if (each.isPresent()) {
          throw new IllegalArgumentException(
              "--request-template and --answer-pointer need --protocol json");
        }
      }
      openInference(Graph.empty(1));
    } else {
      if (model.isPresent() || version.isPresent() || input.isPresent() || output.isPresent()) {
        throw new IllegalArgumentException(
            "--model, --model-version and names of inputs and outputs have no effect on --protocol"
                + " json");
      }
      json();
    }
  }

  Opened open(Graph graph, int threads) {
    if (takesGraph()) {
      EdgeOptions.tellOrder(spec, graph);
    }
    if (onnx.isPresent()) {
      return onnx(onnx.get(), graph, threads);
    }
    InferenceApi api = protocol == Protocol.OIP ? openInference(graph) : json();
    String server = api + template.map(file -> " " + Fingerprint.of(file)).orElse("") + options();
    return new Opened(api, api.toString(), server, false, Optional.empty());
  }

  private String identity(Path file) {
    return Fingerprint.of(file) + options();
  }

  /** Returns the given options on which answers depend. */
  private String options() {
    CommandLine.ParseResult given = spec.commandLine().getParseResult();
    return OF_ANSWERS.stream()
        .filter(given::hasMatchedOption)
        .map(name -> " " + name + given.matchedOption(name).stringValues())
        .collect(Collectors.joining());
  }

  private Opened onnx(Path file, Graph graph, int threads) {
    OnnxEngine.Setup setup =
        new OnnxEngine.Setup(file, input, edgeInput, output, weighting(), selfLoops, threads);
    InferenceApi api = onnxEngine.open(setup, graph, spec);
    Optional<GraphModel> exact =
        api instanceof OnnxModel ? Optional.empty() : Optional.of(onnxEngine.exact(setup));
    return new Opened(api, file.toString(), identity(file), true, exact);
  }

  private Optional<EdgeWeighting> weighting() {
    return Optional.ofNullable(edgeWeights).map(Weights::weighting);
  }

  private InferenceApi openInference(Graph graph) {
    OpenInferenceModel.Builder builder =
        OpenInferenceModel.builder(
            url.orElseThrow(),
            model.orElseThrow(
                () -> new IllegalArgumentException("--url needs --model, or --protocol json")));
    builder.graph(graph);
    version.ifPresent(builder::version);
    input.ifPresent(builder::inputName);
    edgeInput.ifPresent(builder::edgeInputName);
    output.ifPresent(builder::outputName);
    authenticate(builder);
    return builder.build();
  }

  private InferenceApi json() {
    JsonModel.Builder builder = JsonModel.builder(url.orElseThrow());
    template.ifPresent(file -> builder.requestTemplate(text(file)));
    pointer.ifPresent(builder::answerPointer);
    authenticate(builder);
    return builder.build();
  }

  private void authenticate(HttpModelBuilder<?> builder) {
    builder.batch(batch);
    builder.onWarning(text -> spec.commandLine().getErr().println("warning: " + text));
    tokenFile.ifPresent(file -> builder.bearerToken(text(file).strip()));
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        // The text may be a secret.
        throw new IllegalArgumentException("--header is not of the form 'Name: value'");
      }
      all.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    all.forEach(builder::header);
  }

  static String text(Path file) {
    return ReadingBudget.of(problem -> DatasetFormatException.inFile(file, problem)).textOf(file);
  }
}
