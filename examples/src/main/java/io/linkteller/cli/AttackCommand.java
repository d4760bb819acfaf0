package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.PairScore;
import io.linkteller.eval.dataset.Dataset;
import io.linkteller.eval.dataset.TwitchDataset;
import io.linkteller.eval.experiment.BeliefFactor;
import io.linkteller.eval.experiment.DegreeClass;
import io.linkteller.eval.experiment.DegreeThresholds;
import io.linkteller.eval.experiment.NodeSample;
import io.linkteller.eval.experiment.RoundedDensity;
import io.linkteller.eval.metric.ClassificationMetrics;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.SingleLabels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.models.weights.ModelWeights;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  private static final List<String> TRAINING_OPTIONS =
      List.of(
          "--train",
          "--hidden",
          "--epochs",
          "--learning-rate",
          "--weight-decay",
          "--dropout",
          "--train-seed",
          "--save-weights");

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
          "Weights (W1, b1, ..., and mean, std of the features) to use instead of training.")
  private Optional<Path> weights = Optional.empty();

  @Option(
      names = "--save-weights",
      paramLabel = "FILE.npz",
      description = "Where to save the weights and the scaler of the features.")
  private Optional<Path> saveWeights = Optional.empty();

  @Option(
      names = "--hidden",
      defaultValue = "256",
      split = ",",
      paramLabel = "WIDTH",
      description =
          "Widths of the hidden layers, for example 256 or 64,64. Default: ${DEFAULT-VALUE}.")
  private int[] hidden;

  @Option(
      names = "--normalization",
      defaultValue = "first_order_gcn",
      description =
          "Normalization of the adjacency matrix: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Normalization normalization;

  @Option(names = "--epochs", defaultValue = "200", description = "Default: ${DEFAULT-VALUE}.")
  private int epochs;

  @Option(
      names = "--learning-rate",
      defaultValue = "0.01",
      description = "Default: ${DEFAULT-VALUE}.")
  private double learningRate;

  @Option(
      names = "--weight-decay",
      defaultValue = "5e-4",
      description = "Default: ${DEFAULT-VALUE}.")
  private double weightDecay;

  @Option(names = "--dropout", defaultValue = "0.5", description = "Default: ${DEFAULT-VALUE}.")
  private double dropout;

  @Option(
      names = "--train-seed",
      defaultValue = "42",
      description = "Seed of initial weights and dropout. Default: ${DEFAULT-VALUE}.")
  private long trainSeed;

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
  private record Trained(Gcn model, FeatureScaler scaler, double seconds) {}

  @Override
  public Integer call() {
    LinkTeller.Builder attack =
        Arguments.read(
            spec, () -> LinkTeller.builder().delta(delta).score(score).parallelism(threads));
    Trainer.Builder trainer = Arguments.read(spec, this::trainer);
    requireTrainingOptionsOnlyInTraining();
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
        file ->
            new ModelWeights(trained.model().parameters(), Optional.of(trained.scaler()))
                .write(file));
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
      again[i] = seconds(attack.onProgress(AttackListener.SILENT).build().attack(api, nodes, kHat));
    }
    double rareClassF1 = rareClassF1(served, api, nodes);
    Report report =
        new Report(served, sample, truth, density, found, trained, rareClassF1, median(again));
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Output.json(fields(report)) : text(report));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private void requireTrainingOptionsOnlyInTraining() {
    for (String option : TRAINING_OPTIONS) {
      if (weights.isPresent() && spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), option + " has no effect with --weights, which trains nothing");
      }
    }
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

  private Trainer.Builder trainer() {
    gcn(1, 1).build();
    return Trainer.builder()
        .epochs(epochs)
        .learningRate(learningRate)
        .weightDecay(weightDecay)
        .seed(trainSeed)
        .parallelism(threads);
  }

  private Trained train(Trainer.Builder trainer, Dataset served) {
    Dataset source = train.equals(infer) ? served : load(train);
    FeatureScaler scaler = FeatureScaler.fit(source.features());
    Gcn untrained =
        gcn(source.features().cols(), source.labels().classCount()).seed(trainSeed).build();
    try (Progress progress = Progress.of("training", epochs)) {
      TrainingRun<Gcn> run =
          trainer
              .onEpoch(progress.epochs())
              .build()
              .train(
                  untrained, source.graph(), scaler.transform(source.features()), source.labels());
      return new Trained(run.model(), scaler, run.elapsed().toNanos() / 1e9);
    }
  }

  private Trained fromFile(Path file, Dataset served) {
    ModelWeights read = ModelWeights.read(file);
    FeatureScaler scaler =
        read.scaler()
            .orElseThrow(
                () -> new IllegalArgumentException(file + " has no mean and std of the features"));
    Gcn model;
    try {
      model = Gcn.ofParameters(read.parameters(), normalization);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
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

  private Gcn.Builder gcn(int features, int classes) {
    int[] widths = new int[hidden.length + 2];
    widths[0] = features;
    System.arraycopy(hidden, 0, widths, 1, hidden.length);
    widths[hidden.length + 1] = classes;
    return Gcn.builder().layers(widths).normalization(normalization).dropout(dropout);
  }

  /** F1 of the class that is rarer in the served graph, as the paper measures utility on twitch. */
  private static double rareClassF1(Dataset served, ServedModel api, InferenceNodes nodes) {
    SingleLabels labels = (SingleLabels) served.labels();
    return ClassificationMetrics.rareClassF1(
        ClassificationMetrics.argMax(api.predict(nodes.query())),
        labels,
        ClassificationMetrics.rarestClass(labels));
  }

  private static double seconds(LinkPrediction found) {
    return found.elapsed().toNanos() / 1e9;
  }

  private static OptionalDouble median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[sorted.length / 2]);
  }

  /** All that is printed. */
  private record Report(
      Dataset served,
      NodeSample sample,
      Graph truth,
      Optional<RoundedDensity> density,
      LinkPrediction found,
      Trained trained,
      double rareClassF1,
      OptionalDouble warmSeconds) {

    EdgeMetrics metrics(LinkPrediction cut) {
      return PredictionMetrics.edges(cut, served.graph());
    }

    /** Empty where all or none of the pairs are edges, so that there is no area. */
    Optional<Double> auc() {
      long pairs = found.scores().pairCount();
      return truth.edgeCount() == 0 || truth.edgeCount() == pairs
          ? Optional.empty()
          : Optional.of(PredictionMetrics.rocAuc(found, served.graph()));
    }

    double attackSeconds() {
      return seconds(found);
    }
  }

  private static Map<String, Object> fields(Report report) {
    EdgeMetrics metrics = report.metrics(report.found());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", report.served().name());
    fields.put("nodes", report.served().graph().nodeCount());
    fields.put("targets", report.sample().nodes().size());
    fields.put("nodesSha256", report.sample().sha256());
    fields.put("edges", report.truth().edgeCount());
    fields.put("density", report.truth().density());
    fields.put("roundedDensity", report.density().map(d -> d.value().doubleValue()).orElse(0.0));
    fields.put("kHat", report.found().kHat());
    fields.put("m", report.found().m());
    fields.put("truePositives", metrics.truePositives());
    fields.put("precision", metrics.precision());
    fields.put("recall", metrics.recall());
    fields.put("f1", metrics.f1());
    report.auc().ifPresent(auc -> fields.put("auc", auc));
    fields.put("queries", report.found().queries());
    fields.put("trainSeconds", report.trained().seconds());
    fields.put("attackSeconds", report.attackSeconds());
    report.warmSeconds().ifPresent(warm -> fields.put("attackSecondsWarm", warm));
    fields.put("rareClassF1", report.rareClassF1());
    return fields;
  }

  private String text(Report report) {
    Graph truth = report.truth();
    List<List<String>> rows = new ArrayList<>();
    if (belief.number().isPresent() || report.density().isEmpty()) {
      rows.add(row("as given", report.found(), report));
    } else {
      for (BeliefFactor each : BeliefFactor.values()) {
        double kHat = report.density().get().kHat(each);
        rows.add(row(each.symbol(), report.found().withBelief(kHat), report));
      }
    }
    return String.format(
            Locale.ROOT,
            "%s: %,d of %,d nodes are targets, %,d of their %,d pairs are edges (density %.3g)%n",
            report.served().name(),
            truth.nodeCount(),
            report.served().graph().nodeCount(),
            truth.edgeCount(),
            report.found().scores().pairCount(),
            truth.density())
        + String.format(
            Locale.ROOT,
            "model: %s, %s, rare-class F1 %.3f%n",
            report.trained().model(),
            weights.isPresent()
                ? "weights from " + weights.get()
                : "trained on " + train + " in " + Output.seconds(report.trained().seconds()),
            report.rareClassF1())
        + String.format(
            Locale.ROOT,
            "LinkTeller: %,d queries in %s%s, AUC %s%n%n",
            report.found().queries(),
            Output.seconds(report.attackSeconds()),
            report.warmSeconds().isPresent()
                ? " (" + Output.seconds(report.warmSeconds().getAsDouble()) + " when repeated)"
                : "",
            report.auc().map(Output::number).orElse("undefined"))
        + Output.table(
            List.of("belief", "k-hat", "guesses", "right", "precision", "recall", "F1"), rows);
  }

  private static List<String> row(String name, LinkPrediction cut, Report report) {
    EdgeMetrics metrics = report.metrics(cut);
    return List.of(
        name,
        String.format(Locale.ROOT, "%.3g", cut.kHat()),
        String.format(Locale.ROOT, "%,d", cut.m()),
        String.format(Locale.ROOT, "%,d", metrics.truePositives()),
        Output.percent(metrics.precision()),
        Output.percent(metrics.recall()),
        Output.percent(metrics.f1()));
  }
}
