package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.AtomicFile;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.models.weights.ModelWeights;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say where the model comes from: a file of weights, or training. */
final class ModelChoice {

  @Option(
      names = "--weights",
      paramLabel = "FILE.npz",
      description =
          "Weights (W1, b1, ..., and mean, std of the features) to use instead of training: of a GCN,"
              + " or of the model that the file names.")
  private Optional<Path> weights = Optional.empty();

  @Option(
      names = "--save-weights",
      paramLabel = "FILE.npz",
      description = "Where to save the weights and the scaler of the features.")
  private Optional<Path> saveWeights = Optional.empty();

  @CommandLine.Mixin private GcnTraining training;

  @Option(
      names = "--normalization",
      defaultValue = "first-order-gcn",
      completionCandidates = NormalizationNames.class,
      description =
          "Normalization of the adjacency matrix: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Normalization normalization;

  /**
   * A model and the features it is to be served with.
   *
   * @param model the model
   * @param features those of the served nodes, as the model takes them
   * @param origin where the model comes from, for people
   * @param trainSeconds how long it was trained, 0 if it was not
   */
  record Chosen(GnnModel<?> model, FeatureMatrix features, String origin, double trainSeconds) {}

  /** Refuses options that are wrong or without effect, before any work. */
  void check(CommandSpec spec) {
    Arguments.check(spec, () -> training.trainer(1));
    if (weights.isPresent()) {
      GcnTraining.requireNoneGiven(spec);
    }
    saveWeights.ifPresent(file -> Arguments.check(spec, () -> AtomicFile.require(file)));
  }

  /** Reads or trains the model, and saves it where that is wanted. */
  Chosen load(CommandSpec spec, ServedData data, int threads) {
    if (weights.isPresent()) {
      return fromFile(spec, weights.get(), data);
    }
    Dataset source = data.source().get();
    FeatureScaler scaler = data.scalerOf(source);
    Gcn untrained =
        training.gcn(source.features().cols(), source.labels().classCount(), normalization);
    TrainingRun<Gcn> run;
    try (Progress progress = Progress.of("training", training.epochs())) {
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

  /** What the file says that it is, or a GCN where it says nothing. */
  private GnnModel<?> modelOf(CommandSpec spec, ModelWeights read, Path file) {
    if (read.settings().isPresent()) {
      Arguments.requireNotGiven(
          spec, List.of("--normalization"), "has no effect: " + file + " has its own");
      return read.model();
    }
    try {
      return Gcn.ofParameters(read.parameters(), normalization);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private Chosen fromFile(CommandSpec spec, Path file, ServedData data) {
    Dataset served = data.served();
    ModelWeights read = ModelWeights.read(file);
    FeatureScaler scaler =
        data.standardized()
            ? read.scaler()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(file + " has no mean and std of the features"))
            : data.scalerOf(served);
    GnnModel<?> model = modelOf(spec, read, file);
    int features = served.features().cols();
    int classes = served.labels().classCount();
    if (model.inputWidth() != features
        || model.outputWidth() != classes
        || scaler.mean().length != features) {
      throw new IllegalArgumentException(
          file
              + " maps "
              + model.inputWidth()
              + " features, scaled by "
              + scaler.mean().length
              + ", to "
              + model.outputWidth()
              + " logits; "
              + served.name()
              + " has "
              + features
              + " features and "
              + classes
              + " classes");
    }
    return new Chosen(model, data.features(served, scaler), "weights from " + file, 0);
  }
}
