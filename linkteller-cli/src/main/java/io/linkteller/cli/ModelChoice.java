package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.architecture.RelationalGcn;
import io.linkteller.models.statedict.ImportedModel;
import io.linkteller.models.statedict.StateDictFormatException;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.models.weights.WeightFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The options that select the source of a model of this library: a file with weights, or training.
 */
final class ModelChoice {

  private static final String NORMALIZATION = "--normalization";

  private static final String GCN = "gcn";

  private static final String LAYERS = "--layers";

  @Option(
      names = "--weights",
      paramLabel = "FILE.npz",
      description =
          "Weights of a GCN, or of the model that the file states, to use instead of training: W1,"
              + " b1, ..., and mean and std of the features.")
  private Optional<Path> weights = Optional.empty();

  @Option(
      names = "--state-dict",
      paramLabel = "FILE",
      description =
          "A PyTorch state dict (torch.save, safetensors or .npz) for a model of --architecture,"
              + " instead of training. Its names may be those of PyTorch Geometric or DGL.")
  private Optional<Path> stateDict = Optional.empty();

  @Option(
      names = "--architecture",
      paramLabel = "NAME",
      description =
          "The architecture of the state dict or of the model to train: gcn (default), gat, sage,"
              + " gin, appnp, rgcn, mlp, deep-gcn or one added on the class path.")
  private Optional<String> architecture = Optional.empty();

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description =
          "A setting of --architecture, such as steps=4 for appnp: for training, or if the state"
              + " dict does not contain it. May be given several times. A trained rgcn has as"
              + " many relations as the graph unless relations=R is given.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = LAYERS,
      split = ",",
      paramLabel = "MODULE",
      description =
          "The modules of the state dict in the order in which the model applies them, such as"
              + " input,hidden,output; needed if their names and shapes do not imply the order.")
  private List<String> layers = List.of();

  @Option(
      names = "--save-weights",
      paramLabel = "FILE.npz",
      description = "Where to save the weights and the scaler of the features.")
  private Optional<Path> saveWeights = Optional.empty();

  @CommandLine.Mixin private GcnTraining training;

  @Option(
      names = NORMALIZATION,
      defaultValue = "first-order-gcn",
      completionCandidates = NormalizationNames.class,
      description =
          "Normalization of the adjacency matrix: ${COMPLETION-CANDIDATES}. Default: the one in"
              + " --weights if the file has one, otherwise ${DEFAULT-VALUE}.")
  private Normalization normalization;

  /**
   * A model and the features with which it is served.
   *
   * @param model the model
   * @param features the features of the served nodes, scaled for the model
   * @param origin a readable description of where the model is from
   * @param trainSeconds the training time in seconds, 0 if the model was not trained
   */
  record Chosen(GnnModel model, FeatureMatrix features, String origin, double trainSeconds) {}

  /** Rejects options that are invalid or have no effect, before any work is done. */
  void check(CommandSpec spec) {
    Arguments.check(spec, () -> training.trainer(1));
    if (trains() && !isGcn()) {
      Arguments.requireNotGiven(spec, List.of(NORMALIZATION), "is for a GCN; use --setting");
    }
    architecture.ifPresent(name -> Arguments.check(spec, () -> Architecture.named(name)));
    saveWeights.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
  }

  /** Returns whether a new model is trained. */
  boolean trains() {
    return weights.isEmpty() && stateDict.isEmpty();
  }

  private boolean isGcn() {
    return architecture.orElse(GCN).equals(GCN);
  }

  /** Returns the untrained model for a graph. */
  GnnModel untrained(Graph graph, int features, int classes) {
    ModelBuilder model = ModelBuilder.of(Architecture.named(architecture.orElse(GCN)));
    if (isGcn()) {
      model = model.with(Normalization.SETTING, normalization);
    }
    boolean typed = model.hasSetting(RelationalGcn.RELATIONS.name());
    if (typed && !graph.relations().isEmpty()) {
      model = model.with(RelationalGcn.RELATIONS.name(), "" + graph.relations().size());
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      model = model.with(setting.getKey(), setting.getValue());
    }
    return training.untrained(model, features, classes);
  }

  GcnTraining training() {
    return training;
  }

  /** Returns whether the model was exported by another program. */
  boolean isImported() {
    return stateDict.isPresent();
  }

  /** Reads or trains the model, and saves it if requested. */
  Chosen load(CommandSpec spec, ServedData data, int threads) {
    if (!trains()) {
      EdgeOptions.tellOrder(spec, data.served().graph());
    }
    if (stateDict.isPresent()) {
      return fromStateDict(spec, stateDict.get(), data);
    }
    if (weights.isPresent()) {
      return fromFile(spec, weights.get(), data);
    }
    Dataset source = data.source().get();
    FeatureScaler scaler = data.scalerOf(source);
    GnnModel untrained =
        untrained(source.graph(), source.features().cols(), source.labels().classCount());
    TrainingRun run;
    try (Progress progress = Remarks.of(spec).progress("training", training.epochs())) {
      Trainer trainer = training.trainer(threads).onEpoch(progress.epochs()).build();
      run = trainer.train(untrained, data.trainingData(source, data.features(source, scaler)));
    }
    saveWeights.ifPresent(file -> ModelWeights.of(run.model(), Optional.of(scaler)).write(file));
    double seconds = run.elapsed().toNanos() / 1e9;
    return new Chosen(
        run.model(),
        data.features(data.served(), scaler),
        "trained on " + data.sourceName() + " in " + Output.seconds(seconds),
        seconds);
  }

  /**
   * Returns the model that the file declares, or a GCN if it declares none. The weights of a GCN
   * fit any normalization, so {@code --normalization} replaces the one in the file.
   */
  private GnnModel modelOf(CommandSpec spec, ModelWeights read, Path file) {
    if (read.settings().isPresent()) {
      GnnModel model = read.model();
      if (model.architecture() instanceof Gcn
          && spec.commandLine().getParseResult().hasMatchedOption(NORMALIZATION)) {
        return Gcn.ofParameters(read.parameters(), normalization);
      }
      Arguments.requireNotGiven(
          spec,
          List.of(NORMALIZATION),
          "replaces the normalization of a GCN; " + file + " contains " + model);
      return model;
    }
    try {
      return Gcn.ofParameters(read.parameters(), normalization);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private Chosen fromStateDict(CommandSpec spec, Path file, ServedData data) {
    int features = data.served().features().cols();
    StateDictImport port =
        StateDictImport.of(architecture.orElseThrow()).layers(layers).features(features);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      port = port.setting(setting.getKey(), setting.getValue());
    }
    GnnModel model;
    try {
      ImportedModel read = port.read(StateDictFile.read(file));
      read.doubts().forEach(Remarks.of(spec)::warn);
      model = read.model();
    } catch (StateDictFormatException e) {
      String problem = file + ": " + e.getMessage();
      throw new IllegalArgumentException(
          problem + (problem.contains("export it to ONNX") ? "; --onnx reads it" : ""), e);
    } catch (ModelFormatException e) {
      throw new IllegalArgumentException(e.getMessage() + ifOnnx(file), e);
    }
    requireFits(file, model, data, features);
    return new Chosen(model, data.features(), "state dict " + file, 0);
  }

  private Chosen fromFile(CommandSpec spec, Path file, ServedData data) {
    Dataset served = data.served();
    ModelWeights read;
    try {
      read = ModelWeights.read(file);
    } catch (WeightFormatException e) {
      String other = ifOnnx(file);
      throw new IllegalArgumentException(
          e.getMessage() + (other.isEmpty() ? ifStateDict(file) : other), e);
    }
    FeatureScaler scaler =
        data.standardized()
            ? read.scaler()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            file + " has no mean and std of the features" + ifStateDict(file)))
            : data.scalerOf(served);
    GnnModel model = modelOf(spec, read, file);
    requireFits(file, model, data, scaler.mean().length);
    return new Chosen(model, data.features(served, scaler), "weights from " + file, 0);
  }

  /** Returns advice on a rejected file if it is an ONNX file, otherwise "". */
  private static String ifOnnx(Path file) {
    try {
      OnnxProgram.outputs(file);
      return "; it is an ONNX file, which --onnx reads";
    } catch (ModelFormatException e) {
      return "";
    }
  }

  /**
   * Returns advice on a rejected file if it contains weights from another program, otherwise "".
   */
  private static String ifStateDict(Path file) {
    try {
      StateDictFile.read(file);
      return "; --state-dict reads files saved by PyTorch, safetensors or NumPy";
    } catch (ModelFormatException e) {
      return "";
    }
  }

  private static void requireFits(Path file, GnnModel model, ServedData data, int scaled) {
    int features = data.served().features().cols();
    int classes = data.served().labels().classCount();
    boolean labeled = data.utility().isPresent();
    if (model.inputWidth() != features
        || (labeled && !data.takesOutputs(model.outputWidth()))
        || scaled != features) {
      throw new IllegalArgumentException(
          file
              + " maps "
              + model.inputWidth()
              + " features"
              + (scaled == features ? "" : " (its scaler has " + scaled + ")")
              + " to "
              + model.outputWidth()
              + " logits; "
              + data.served().name()
              + " has "
              + features
              + " features"
              + (labeled ? " and " + classes + " classes, counted from 0" : "")
              + (features == model.inputWidth() + 1
                  ? "; in a table, the first column names the nodes, and only the others are"
                      + " features"
                  : ""));
    }
    String relations = model.settings().byName().get(RelationalGcn.RELATIONS.name());
    int found = data.served().graph().relations().size();
    if (relations != null && Integer.parseInt(relations) != Math.max(1, found)) {
      throw new IllegalArgumentException(
          file
              + " distinguishes "
              + relations
              + " relations; "
              + data.served().name()
              + " has "
              + (found == 0 ? "none" : found)
              + "; --edge-type or --type-column specifies the relation of each edge, counted from"
              + " 0, and --relations lists all of them, including those without edges");
    }
  }
}
