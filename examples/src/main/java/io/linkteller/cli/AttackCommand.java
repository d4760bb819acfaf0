package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.PairScore;
import io.linkteller.eval.dataset.Dataset;
import io.linkteller.eval.dataset.TwitchDataset;
import io.linkteller.eval.experiment.DegreeClass;
import io.linkteller.eval.experiment.DegreeThresholds;
import io.linkteller.eval.experiment.NodeSample;
import io.linkteller.eval.experiment.RoundedDensity;
import io.linkteller.eval.metric.ClassificationMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.SingleLabels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.models.weights.ModelWeights;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains the paper's GCN on one graph, serves it on another, and recovers the other's edges. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a GCN on one graph, serves it on another, and recovers the other's edges.",
      "Defaults are those of the paper's experiments."
    })
final class AttackCommand implements Callable<Integer> {

  /** Where data sets come from. */
  enum Format {
    TWITCH
  }

  /** What the served model recomputes for a probe. */
  enum Probe {
    INCREMENTAL(Recompute.CHANGED_ROWS),
    FULL(Recompute.EVERYTHING);

    private final Recompute recompute;

    Probe(Recompute recompute) {
      this.recompute = recompute;
    }
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--format",
      defaultValue = "twitch",
      description = "Format of the data: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the data; for twitch the one that holds ES, RU and the others.")
  private Path data;

  @Option(
      names = "--train",
      defaultValue = "ES",
      paramLabel = "NAME",
      description = "Graph to train on. Default: ${DEFAULT-VALUE}.")
  private String train;

  @Option(
      names = "--infer",
      defaultValue = "RU",
      paramLabel = "NAME",
      description = "Graph to serve and attack. Default: ${DEFAULT-VALUE}.")
  private String infer;

  @Option(
      names = "--degree",
      defaultValue = "unconstrained",
      description = "Degree of the targets: low, unconstrained or high. Default: ${DEFAULT-VALUE}.")
  private DegreeClass degree;

  @Option(
      names = "--targets",
      defaultValue = "500",
      paramLabel = "N|all",
      description =
          "How many targets to draw, or all nodes of the degree class, in ascending order. Default: ${DEFAULT-VALUE}.")
  private String targets;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "Seed of the draw; the paper's are 42, 2 and 82. Default: ${DEFAULT-VALUE}.")
  private int seed;

  @Option(
      names = "--k-hat",
      defaultValue = "k",
      paramLabel = "BELIEF",
      converter = Belief.Converter.class,
      description =
          "Belief of the density: k/4, k/2, k, 2k or 4k of the rounded density k, or a number. Default: ${DEFAULT-VALUE}.")
  private Belief belief;

  @Option(
      names = "--score",
      defaultValue = "paper",
      description =
          "How a pair is scored: paper, max, mean, geometric or self_normalized. Default: ${DEFAULT-VALUE}.")
  private PairScore score;

  @Option(
      names = "--delta",
      defaultValue = "1e-4",
      description = "Features are scaled by 1 + delta. Default: ${DEFAULT-VALUE}.")
  private double delta;

  @Option(
      names = "--probe",
      defaultValue = "incremental",
      description =
          "What the served model recomputes for a query: incremental (the rows that can change) or full. Default: ${DEFAULT-VALUE}.")
  private Probe probe;

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
      defaultValue = "first_order_gcn",
      description =
          "Normalization of the adjacency matrix: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Normalization normalization;

  @Option(
      names = "--threads",
      description = "Number of threads; the result does not depend on it. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Attack N times. The time of the first includes warming up; that of the others is"
              + " reported beside it, as a median. Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  /** A model with the scaler of its features, and how long it took to train. */
  private record Trained(GnnModel<?> model, FeatureScaler scaler, double seconds) {}

  @Override
  public Integer call() {
    LinkTeller.Builder attack =
        Arguments.read(
            spec, () -> LinkTeller.builder().delta(delta).score(score).parallelism(threads));
    Trainer.Builder trainer = Arguments.read(spec, () -> training.trainer(threads));
    if (weights.isPresent()) {
      GcnTraining.requireNoneGiven(spec);
    }
    if (repeat < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--repeat is " + repeat + ", below 1");
    }
    saveWeights.ifPresent(file -> Arguments.check(spec, () -> Output.requireWritable(file)));
    Dataset served = load(infer);
    NodeSample sample = sample(served.graph());
    Graph truth = served.graph().inducedSubgraph(sample.nodes());
    Optional<RoundedDensity> density =
        truth.edgeCount() == 0 ? Optional.empty() : Optional.of(RoundedDensity.of(truth));
    double kHat = Arguments.read(spec, () -> belief.kHat(density));
    Trained trained =
        weights.isPresent() ? fromFile(weights.get(), served) : train(trainer, served);
    saveWeights.ifPresent(
        file -> ModelWeights.of(trained.model(), Optional.of(trained.scaler())).write(file));
    FeatureMatrix features = trained.scaler().transform(served.features());
    ServedModel api =
        GraphOwner.of(served.graph()).serve(trained.model(), probe.recompute).onThreads(threads);
    InferenceNodes nodes = InferenceNodes.of(features).targeting(sample.nodes());
    LinkPrediction found;
    try (Progress progress = Progress.of("querying", nodes.targets().size() + 1)) {
      found = attack.onProgress(progress.queries()).build().attack(api, nodes, kHat);
    }
    double[] again = new double[repeat - 1];
    for (int i = 0; i < again.length; i++) {
      again[i] =
          attack
                  .onProgress(AttackListener.SILENT)
                  .build()
                  .attack(api, nodes, kHat)
                  .elapsed()
                  .toNanos()
              / 1e9;
    }
    double rareClassF1 = rareClassF1(served, api, nodes);
    AttackReport report =
        new AttackReport(
            served,
            sample,
            truth,
            density,
            found,
            trained.model(),
            weights
                .map(file -> "weights from " + file)
                .orElse("trained on " + train + " in " + Output.seconds(trained.seconds())),
            trained.seconds(),
            rareClassF1,
            median(again));
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Output.json(report.fields()) : report.text(belief));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private Dataset load(String name) {
    return switch (format) {
      case TWITCH -> TwitchDataset.load(data, name);
    };
  }

  private NodeSample sample(Graph graph) {
    DegreeThresholds thresholds =
        switch (format) {
          case TWITCH -> DegreeThresholds.forTwitch(infer);
        };
    if (targets.equals("all")) {
      return new NodeSample(degree.pool(graph, thresholds));
    }
    return Arguments.read(
        spec, () -> NodeSample.draw(graph, degree, thresholds, targetCount(), seed));
  }

  private int targetCount() {
    try {
      int count = Integer.parseInt(targets);
      if (count >= 2) {
        return count;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, together with the numbers out of range.
    }
    throw new CommandLine.ParameterException(
        spec.commandLine(), "--targets is '" + targets + "', not 'all' or a number from 2");
  }

  private Trained train(Trainer.Builder trainer, Dataset served) {
    Dataset source = train.equals(infer) ? served : load(train);
    FeatureScaler scaler = FeatureScaler.fit(source.features());
    Gcn untrained =
        training.gcn(source.features().cols(), source.labels().classCount(), normalization);
    try (Progress progress = Progress.of("training", training.epochs())) {
      TrainingRun<Gcn> run =
          trainer
              .onEpoch(progress.epochs())
              .build()
              .train(
                  untrained, source.graph(), scaler.transform(source.features()), source.labels());
      return new Trained(run.model(), scaler, run.elapsed().toNanos() / 1e9);
    }
  }

  /** What the file says that it is, or a GCN where it says nothing. */
  private GnnModel<?> modelOf(ModelWeights read, Path file) {
    if (read.settings().isPresent()) {
      if (spec.commandLine().getParseResult().hasMatchedOption("--normalization")) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--normalization has no effect: " + file + " has its own");
      }
      return read.model();
    }
    try {
      return Gcn.ofParameters(read.parameters(), normalization);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private Trained fromFile(Path file, Dataset served) {
    ModelWeights read = ModelWeights.read(file);
    FeatureScaler scaler =
        read.scaler()
            .orElseThrow(
                () -> new IllegalArgumentException(file + " has no mean and std of the features"));
    GnnModel<?> model = modelOf(read, file);
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
    return new Trained(model, scaler, 0);
  }

  /** F1 of the class that is rarer in the served graph, as the paper measures utility on twitch. */
  private static double rareClassF1(Dataset served, ServedModel api, InferenceNodes nodes) {
    SingleLabels labels = (SingleLabels) served.labels();
    return ClassificationMetrics.rareClassF1(
        ClassificationMetrics.argMax(api.predict(nodes.query())),
        labels,
        ClassificationMetrics.rarestClass(labels));
  }

  private static OptionalDouble median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[sorted.length / 2]);
  }
}
