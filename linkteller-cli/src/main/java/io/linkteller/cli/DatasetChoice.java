package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.InductivePair;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.graphsaint.GraphSaintDataset;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.graph.Graph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select the training data and the served data. */
final class DatasetChoice {

  /** The sources of data sets, each with its default feature scaling. */
  enum Format {
    TWITCH(FeatureScaling.STANDARDIZE, FeatureScaling.STANDARDIZE),
    PLANETOID(FeatureScaling.ROWS, FeatureScaling.ROWS),
    GRAPHSAINT(FeatureScaling.STANDARDIZE, FeatureScaling.STANDARDIZE),
    CSV(FeatureScaling.STANDARDIZE, FeatureScaling.NONE),
    BINARY(FeatureScaling.STANDARDIZE, FeatureScaling.NONE);

    private final FeatureScaling ownModels;
    private final FeatureScaling otherModels;

    Format(FeatureScaling ownModels, FeatureScaling otherModels) {
      this.ownModels = ownModels;
      this.otherModels = otherModels;
    }

    private FeatureScaling scaling(boolean ownModel) {
      return ownModel ? ownModels : otherModels;
    }
  }

  @Option(
      names = "--format",
      defaultValue = "twitch",
      description = {
        "Format of the data: twitch (train on one country, serve another), planetoid (train and"
            + " serve one citation graph), graphsaint (train on adj_train, serve adj_full), csv"
            + " (your own) or binary (written by convert, mapped into memory). Default:"
            + " ${DEFAULT-VALUE}."
      })
  private Format format;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory of the data; for twitch, the one with ES, RU and the other countries.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--train",
      paramLabel = "NAME",
      description =
          "Graph to train on: a country (default ES), or for csv and binary a directory within DIR"
              + " (default: the served graph).")
  private Optional<String> train = Optional.empty();

  @Option(
      names = "--infer",
      paramLabel = "NAME",
      description =
          "Graph to serve: a country (default RU), a citation graph (default cora), or for csv"
              + " and binary a directory within DIR (default: DIR itself).")
  private Optional<String> infer = Optional.empty();

  @Option(
      names = "--arrays",
      paramLabel = "A.npz",
      description =
          "One file from numpy.savez with x, edge_index and, optionally, edge_weight, edge_type and"
              + " y, instead of --features, --edge-index, --edge-weight, --edge-type and --labels.")
  private Optional<Path> arrays = Optional.empty();

  @Option(
      names = "--features",
      paramLabel = "X.npy",
      description =
          "Features (n x d) of the served graph, with --edge-index instead of --data: an array, as"
              + " in PyTorch Geometric, or a table whose first column names the nodes.")
  private Optional<Path> features = Optional.empty();

  @Option(
      names = "--edge-index",
      paramLabel = "E.npy",
      description =
          "Edges (2 x m) of the served graph, sources first; or an edge list in text, GraphML or"
              + " GML. If an edge lacks its reverse and the file does not state whether edges are"
              + " directed, --directed or --undirected is required.")
  private Optional<Path> edgeIndex = Optional.empty();

  @Option(
      names = "--edge-weight",
      paramLabel = "W.npy",
      description = "Weights of the m columns of --edge-index, at least 0.")
  private Optional<Path> edgeWeight = Optional.empty();

  @Option(
      names = "--edge-type",
      paramLabel = "T.npy",
      description = "Relations of the m columns of --edge-index, counted from 0, for an R-GCN.")
  private Optional<Path> edgeType = Optional.empty();

  @CommandLine.Mixin private EdgeOptions edgeOptions;

  @Option(
      names = "--labels",
      paramLabel = "Y.npy",
      description =
          "Classes of the n nodes, an array or a table like --features, to train a model or to"
              + " measure its accuracy. Not needed to attack an existing model.")
  private Optional<Path> labels = Optional.empty();

  @Option(
      names = "--normalize-features",
      paramLabel = "HOW",
      completionCandidates = FeatureScaling.Names.class,
      description =
          "Preprocessing of features: divide each row by its sum (rows), change nothing (none), or"
              + " scale columns to mean 0 and deviation 1 over the training data (standardize)."
              + " Default: rows for planetoid, standardize for twitch and graphsaint; for csv,"
              + " binary and .npy, standardize with models of this program (--weights, training)"
              + " and none with others.")
  private Optional<FeatureScaling> scaling = Optional.empty();

  /** Rejects incompatible options before any work is done. */
  void check(CommandSpec spec, boolean training) {
    Stream.of(arrays, features, edgeIndex, edgeWeight, edgeType, labels)
        .flatMap(Optional::stream)
        .forEach(Arguments::requireExists);
    if (arrays.isPresent()) {
      if (!NumpyDataset.isArchiveOfArrays(arrays.get())) {
        throw new ParameterException(
            spec.commandLine(),
            "--arrays "
                + arrays.get()
                + " is not an archive of arrays (.npz); --features and --edge-index accept tables"
                + " and single arrays");
      }
      features = Optional.of(arrays.get().resolve("x"));
      edgeIndex = arrays;
      List<String> names = NumpyDataset.names(arrays.get());
      labels = arrays.filter(file -> names.contains("y")).map(f -> f.resolve("y"));
    }
    edgeOptions.check(spec, edgeIndex, List.of("--edge-weight"));
    if (features.isEmpty() && edgeIndex.isEmpty()) {
      if (data.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "Missing required option: '--data=DIR', or --features and --edge-index, or --arrays");
      }
      if (format != Format.CSV) {
        Arguments.requireNotGiven(
            spec,
            EdgeOptions.NAMES,
            "can be used only with --format csv, or with --features and --edge-index");
      }
      return;
    }
    if (!NumpyDataset.isArrays(edgeIndex.get())) {
      Arguments.requireNotGiven(
          spec,
          List.of("--edge-weight", "--edge-type"),
          "is only for arrays; use --weight-column or --type-column");
    }
    if (training && labels.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "training a model needs --labels; without them, give an existing model, such as --onnx");
    }
  }

  /**
   * Reads the served data. The training data, if they are in another file, are read on demand.
   *
   * @param ownModel whether the model is from this library rather than external
   */
  ServedData load(CommandSpec spec, boolean ownModel) {
    if (features.isPresent() && edgeIndex.isPresent()) {
      Path x = features.get();
      Dataset read =
          NumpyDataset.load(
              x,
              labels,
              nodes -> EdgeFile.namesOfRows(edgeIndex.get(), nodes, edgeOptions.remarks()),
              names -> EdgeFile.read(edgeIndex.get(), names, edges(), edgeWeight, edgeType));
      ServedData served = ServedData.of(read, read.name(), () -> read);
      if (labels.isPresent() && served.utility().isEmpty()) {
        edgeOptions.remarks().accept("no accuracy: no node has a class in " + labels.get());
      }
      return served.scaled(scaling.orElse(Format.CSV.scaling(ownModel)));
    }
    Path directory = data.orElseThrow();
    ServedData read =
        switch (format) {
          case TWITCH -> twitch(directory);
          case PLANETOID -> planetoid(spec, directory);
          case GRAPHSAINT -> graphSaint(spec, directory);
          case CSV -> own(spec, directory, each -> CsvDataset.load(each, edges()));
          case BINARY -> own(spec, directory, BinaryDataset::load);
        };
    return read.scaled(scaling.orElse(format.scaling(ownModel)));
  }

  /**
   * Returns the reader of edges. By default, each edge must have its reverse if the format has
   * options for edges; otherwise, edges are undirected.
   */
  EdgeListReader edges() {
    return edgeOptions.reader(
        features.isEmpty() && format != Format.CSV
            ? EdgeDirection.UNDIRECTED
            : EdgeDirection.SYMMETRIC);
  }

  /**
   * Returns the name of the served edges: their file if they have a separate one, or the data set.
   */
  String edgesOf(ServedData data) {
    return edgeIndex.map(Path::toString).orElse(data.served().name());
  }

  /** Returns the archive that contains an array, or the array's own file. */
  private static Path fileOf(Path array) {
    return Optional.ofNullable(array.getParent()).filter(Files::isRegularFile).orElse(array);
  }

  /** Returns the files next to the data that state that the served graph is perturbed. */
  Stream<Path> guarantees(Graph served) {
    if (features.isPresent() && edgeIndex.isPresent()) {
      Path edges = fileOf(edgeIndex.get());
      return Stream.of(fileOf(features.get()), edges)
          .map(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
          .flatMap(Optional::stream)
          .distinct()
          .flatMap(directory -> GuaranteeFile.of(served, directory, edges));
    }
    Path directory = data.orElseThrow();
    return switch (format) {
      case TWITCH -> {
        String country = infer.orElse("RU");
        Path own = directory.resolve(country);
        yield GuaranteeFile.of(served, own, own.resolve("musae_" + country + "_edges.csv"));
      }
      case CSV, BINARY -> {
        Path own = infer.map(directory::resolve).orElse(directory);
        yield GuaranteeFile.of(served, own, own.resolve("edges.csv"));
      }
      case PLANETOID, GRAPHSAINT -> GuaranteeFile.of(served, directory, directory);
    };
  }

  private ServedData twitch(Path data) {
    String source = train.orElse("ES");
    String country = infer.orElse("RU");
    Dataset served = TwitchDataset.load(data, country);
    return new ServedData(
        served,
        served.graph(),
        DegreeThresholds.forTwitch(country),
        Optional.of(Utility.RARE_CLASS_F1),
        false,
        source,
        () -> source.equals(country) ? served : TwitchDataset.load(data, source));
  }

  private ServedData planetoid(CommandSpec spec, Path data) {
    String name = infer.or(() -> train).orElse("cora");
    if (!train.orElse(name).equals(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "--train " + train.get() + " and --infer " + name + " differ: planetoid is transductive");
    }
    Dataset served = PlanetoidDataset.load(data, name);
    return ServedData.of(served, name, () -> served);
  }

  private ServedData graphSaint(CommandSpec spec, Path data) {
    requireNoName(spec, "--train", train);
    requireNoName(spec, "--infer", infer);
    InductivePair pair = GraphSaintDataset.load(data);
    return ServedData.of(pair.inference(), pair.train().name(), pair::train);
  }

  private static void requireNoName(CommandSpec spec, String option, Optional<String> name) {
    if (name.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          option
              + " "
              + name.get()
              + " has no effect: in graphsaint's format, DIR is a single data set");
    }
  }

  private ServedData own(CommandSpec spec, Path data, Function<Path, Dataset> loader) {
    if (train.isPresent() && infer.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--train " + train.get() + " needs --infer, the graph to serve");
    }
    Dataset served = loader.apply(infer.map(data::resolve).orElse(data));
    if (train.equals(infer) || train.isEmpty()) {
      return ServedData.of(served, served.name(), () -> served);
    }
    Path source = data.resolve(train.get());
    return ServedData.of(
        served, train.get(), () -> new InductivePair(loader.apply(source), served).train());
  }
}
