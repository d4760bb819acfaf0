package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.attack.direct.RandomAttack;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PrecisionRecallCurve;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.NumpyRandom;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.report.ReportText;
import io.linkteller.report.figure.PrecisionRecallPlot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a complete example on a generated graph: train, serve, attack, compare and plot. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the attack on graphs generated from a seed. Needs no data.",
      "Trains a GCN on one graph, serves it on another, recovers the other's edges, and compares",
      "that with weaker attacks."
    })
final class QuickstartCommand implements Callable<Integer> {

  private static final int EPOCHS = 100;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "Seed of everything random. Default: ${DEFAULT-VALUE}.")
  private int seed;

  @Option(
      names = "--out",
      defaultValue = "linkteller-quickstart.png",
      paramLabel = "FILE.png",
      description = "Where the precision-recall plot goes. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  /** An attack and its results. */
  private record Result(String name, LinkPrediction found, EdgeMetrics metrics, double auc) {}

  @Override
  public Integer call() {
    Arguments.check(spec, () -> Output.requirePicture(out));
    Arguments.check(spec, () -> NumpyRandom.seeded(seed));
    InductivePair graphs =
        SyntheticDataset.builder()
            .nodes(2000)
            .classes(4)
            .averageDegree(10)
            .homophily(0.7)
            .featureColumns(500)
            .featuresPerNode(20)
            .classSignal(0.2)
            .build()
            .generatePair("synthetic", seed);
    Dataset alices = graphs.inference();
    FeatureScaler scaler = FeatureScaler.fit(graphs.train().features());
    TrainingRun run = train(graphs.train(), scaler);
    FeatureMatrix features = scaler.transform(alices.features());
    ServedModel api = GraphOwner.of(alices.graph()).serve(run.model());

    NodeSample sample =
        NodeSample.draw(
            alices.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.TWITCH,
            NodeSample.PAPER_SIZE,
            seed);
    InferenceNodes nodes = InferenceNodes.of(features).targeting(sample.nodes());
    Graph truth = alices.graph().inducedSubgraph(sample.nodes());
    double kHat = RoundedDensity.of(truth).kHat(BeliefFactor.RIGHT);
    List<Result> results = new ArrayList<>();
    for (LinkAttack attack :
        List.of(
            LinkTeller.builder().build(),
            Lsa2Attack.onPosteriors(),
            Lsa2Attack.onFeatures(),
            RandomAttack.of(seed))) {
      LinkPrediction found = attack.run(api, nodes, kHat);
      results.add(
          new Result(
              found.attack(),
              found,
              PredictionMetrics.edges(found, alices.graph()),
              PredictionMetrics.rocAuc(found, alices.graph())));
    }
    double accuracy =
        ClassificationMetrics.of(
                api.predict(nodes.query()), alices.labels(), alices.graph().nodes())
            .accuracy();
    answer.print(
        () -> fields(alices, truth, accuracy, results),
        () -> text(alices, truth, accuracy, run, results));
    draw(results, alices.graph());
    return CommandLine.ExitCode.OK;
  }

  private TrainingRun train(Dataset source, FeatureScaler scaler) {
    GnnModel untrained =
        Gcn.builder()
            .layers(source.features().cols(), 64, source.labels().classCount())
            .dropout(0.5)
            .seed(seed)
            .build();
    try (Progress progress = Remarks.of(spec).progress("training", EPOCHS)) {
      return Trainer.builder()
          .epochs(EPOCHS)
          .learningRate(0.01)
          .weightDecay(5e-4)
          .seed(seed)
          .onEpoch(progress.epochs())
          .build()
          .train(untrained, source.graph(), scaler.transform(source.features()), source.labels());
    }
  }

  private void draw(List<Result> results, Graph graph) {
    PrecisionRecallPlot plot =
        PrecisionRecallPlot.titled("Private edges recovered from a GCN's answers");
    results.forEach(
        result -> plot.with(result.name(), PrecisionRecallCurve.of(result.found(), graph)));
    plot.writePng(out);
  }

  private Map<String, Object> fields(
      Dataset alices, Graph truth, double accuracy, List<Result> results) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", alices.graph().nodeCount());
    fields.put("edges", alices.graph().edgeCount());
    fields.put("targets", truth.nodeCount());
    fields.put("targetEdges", truth.edgeCount());
    fields.put("accuracy", accuracy);
    Map<String, Object> attacks = new LinkedHashMap<>();
    for (Result result : results) {
      Map<String, Object> attack = new LinkedHashMap<>();
      attack.put("m", result.found().m());
      attack.put("truePositives", result.metrics().truePositives());
      attack.put("precision", result.metrics().precision());
      attack.put("recall", result.metrics().recall());
      attack.put("f1", result.metrics().f1());
      attack.put("auc", result.auc());
      attack.put("queries", result.found().queries());
      attacks.put(result.name(), attack);
    }
    fields.put("attacks", attacks);
    fields.put("plot", out.toString());
    return fields;
  }

  private String text(
      Dataset alices, Graph truth, double accuracy, TrainingRun run, List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    for (Result result : results) {
      rows.add(
          List.of(
              result.name(),
              Output.percent(result.metrics().precision()),
              Output.percent(result.metrics().recall()),
              Output.percent(result.metrics().f1()),
              Output.number(result.auc()),
              String.format(Locale.ROOT, "%,d", result.found().queries())));
    }
    return String.format(
            Locale.ROOT,
            "Alice serves a GCN (accuracy %s, trained in %s on another graph) on a private"
                + " graph%nof %,d nodes and %,d edges. Bob knows the features and may ask for"
                + " predictions.%nOf the %,d pairs of %,d nodes %,d are edges; each attack names"
                + " %,d.%n%n",
            Output.percent(accuracy),
            Output.seconds(run.elapsed().toNanos() / 1e9),
            alices.graph().nodeCount(),
            alices.graph().edgeCount(),
            results.get(0).found().scores().pairCount(),
            truth.nodeCount(),
            truth.edgeCount(),
            results.get(0).found().m())
        + ReportText.table(List.of("attack", "precision", "recall", "F1", "AUC", "queries"), rows)
        + String.format(Locale.ROOT, "%n%nPrecision-recall plot: %s", out);
  }
}
