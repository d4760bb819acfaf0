package io.linkteller.cli;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.score.PairScores;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.search.Preset;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.models.weights.ModelWeights;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the pair scores on the paper's twitch experiments. */
@Command(
    name = "scores",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares the pair scores on twitch graphs.",
      "Attacks with each score at the rounded density k, and divides the F1 by the best that so many",
      "guesses allow: the mean over the paper's three samples of 500 targets."
    })
final class ScoresCommand implements Callable<Integer> {

  /** What is attacked. */
  enum Model {
    /** The paper's GCN of 2 layers. */
    GCN,
    /** A GCN of 3 layers. */
    GCN3,
    /** A GAT of 2 layers: 4 heads, hidden 64. */
    GAT;

    GnnModel<?> untrained() {
      return switch (this) {
        case GCN -> Preset.TWITCH.model(TwitchDataset.FEATURE_COUNT, 2, SEED);
        case GCN3 -> Preset.TWITCH_3_LAYERS.model(TwitchDataset.FEATURE_COUNT, 2, SEED);
        case GAT ->
            Gat.builder()
                .layers(TwitchDataset.FEATURE_COUNT, 64, 2)
                .heads(4)
                .dropout(0.5)
                .seed(SEED)
                .build();
      };
    }

    Trainer.Builder trainer() {
      return switch (this) {
        case GCN -> Preset.TWITCH.trainer();
        case GCN3 -> Preset.TWITCH_3_LAYERS.trainer();
        case GAT -> Trainer.builder().epochs(50).learningRate(0.005).weightDecay(5e-4);
      };
    }
  }

  private static final long SEED = 42;

  private static final int[] SAMPLES = {42, 2, 82};

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the twitch data, which holds ES, RU and the others.")
  private Path data;

  @Option(
      names = "--model",
      defaultValue = "gcn",
      description =
          "What to train on ES: ${COMPLETION-CANDIDATES} (2 layers, 3 layers, attention)."
              + " Default: ${DEFAULT-VALUE}.")
  private Model model;

  @Option(
      names = "--weights",
      paramLabel = "FILE.npz",
      description = "Weights to use instead of training.")
  private Optional<Path> weights = Optional.empty();

  @Option(
      names = "--countries",
      split = ",",
      defaultValue = "RU,DE,FR,ENGB,PTBR",
      description = "Graphs to attack. Default: ${DEFAULT-VALUE}.")
  private List<String> countries = List.of();

  @Option(
      names = "--score",
      split = ",",
      completionCandidates = ScoreNames.class,
      description = "Scores to compare: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<PairScore> scores = PairScore.all();

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  /** The mean of the samples of one degree class of one graph under one score. */
  private record Cell(double share, double f1, double queries, double seconds) {

    static Cell mean(List<Cell> cells) {
      return new Cell(
          cells.stream().mapToDouble(Cell::share).average().orElse(0),
          cells.stream().mapToDouble(Cell::f1).average().orElse(0),
          cells.stream().mapToDouble(Cell::queries).average().orElse(0),
          cells.stream().mapToDouble(Cell::seconds).average().orElse(0));
    }
  }

  @Override
  public Integer call() {
    Arguments.check(spec, () -> LinkTeller.builder().parallelism(threads.count()));
    ModelWeights trained = weights.map(ModelWeights::read).orElseGet(this::train);
    GnnModel<?> attacked =
        trained.settings().isPresent()
            ? trained.model()
            : Gcn.ofParameters(trained.parameters(), Normalization.FIRST_ORDER_GCN);
    FeatureScaler scaler =
        trained
            .scaler()
            .orElseThrow(
                () -> new IllegalArgumentException("the weights have no mean and std of features"));
    Map<PairScore, Map<DegreeClass, List<Cell>>> all = new LinkedHashMap<>();
    List<Map<String, Object>> listed = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (String country : countries) {
      Dataset served = TwitchDataset.load(data, country);
      FeatureMatrix x = scaler.transform(served.features());
      ServedModel api = GraphOwner.of(served.graph()).serve(attacked).parallelism(threads.count());
      for (PairScore score : scores) {
        Attacked attacking = attacking(served, InferenceNodes.of(x), api, score);
        for (DegreeClass degree : DegreeClass.values()) {
          Cell cell = cell(served, country, degree, attacking);
          all.computeIfAbsent(score, s -> new LinkedHashMap<>())
              .computeIfAbsent(degree, d -> new ArrayList<>())
              .add(cell);
          rows.add(row(country, score, degree, cell));
          listed.add(fields(country, score, degree, cell));
        }
      }
    }
    all.forEach(
        (score, classes) ->
            classes.forEach(
                (degree, cells) -> {
                  rows.add(row("mean", score, degree, Cell.mean(cells)));
                  listed.add(fields("mean", score, degree, Cell.mean(cells)));
                }));
    answer.print(
        () -> Map.of("model", attacked.toString(), "cells", listed),
        () ->
            attacked
                + System.lineSeparator()
                + Output.table(
                    List.of(
                        "graph", "score", "degree", "share of best F1", "F1", "queries", "time"),
                    rows));
    return CommandLine.ExitCode.OK;
  }

  private ModelWeights train() {
    Dataset source = TwitchDataset.load(data, "ES");
    FeatureScaler scaler = FeatureScaler.fit(source.features());
    TrainingData examples =
        TrainingData.of(source.graph(), scaler.transform(source.features()), source.labels());
    Trainer trainer = model.trainer().seed(SEED).parallelism(threads.count()).build();
    return ModelWeights.of(trainer.train(model.untrained(), examples).model(), Optional.of(scaler));
  }

  /** From targets and a belief to what is found. */
  private interface Attacked {
    LinkPrediction by(IntList targets, double kHat);
  }

  private Attacked attacking(
      Dataset served, InferenceNodes nodes, ServedModel api, PairScore score) {
    LinkAttack attack = LinkTeller.builder().score(score).parallelism(threads.count()).build();
    if (score.extent() != InfluenceExtent.OF_ALL_NODES) {
      return (targets, kHat) -> attack.run(api, nodes.targeting(targets), kHat);
    }
    // Influences of all nodes are the same whoever is a target: one attack does for all samples.
    LinkPrediction all = attack.run(api, nodes, served.graph().density());
    return (targets, kHat) ->
        LinkPrediction.of(
            all.attack(),
            nodes.targeting(targets),
            kHat,
            PairScores.ofAll(
                targets.size(), (i, j) -> all.scores().score(targets.getInt(i), targets.getInt(j))),
            all.queries(),
            all.elapsed());
  }

  private static Cell cell(Dataset served, String country, DegreeClass degree, Attacked attacking) {
    List<Cell> cells = new ArrayList<>();
    for (int seed : SAMPLES) {
      NodeSample sample =
          NodeSample.draw(
              served.graph(),
              degree,
              DegreeThresholds.forTwitch(country),
              NodeSample.PAPER_SIZE,
              seed);
      double kHat =
          RoundedDensity.of(served.graph().inducedSubgraph(sample.nodes()))
              .kHat(BeliefFactor.RIGHT);
      LinkPrediction found = attacking.by(sample.nodes(), kHat);
      EdgeMetrics edges = PredictionMetrics.edges(found, served.graph());
      cells.add(
          new Cell(
              edges.shareOfBestF1(), edges.f1(), found.queries(), found.elapsed().toNanos() / 1e9));
    }
    return Cell.mean(cells);
  }

  private static Map<String, Object> fields(
      String graph, PairScore score, DegreeClass degree, Cell cell) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("graph", graph);
    fields.put("score", score.name());
    fields.put("degree", degree);
    fields.put("shareOfBestF1", cell.share());
    fields.put("f1", cell.f1());
    fields.put("queries", cell.queries());
    fields.put("seconds", cell.seconds());
    return fields;
  }

  private static List<String> row(String graph, PairScore score, DegreeClass degree, Cell cell) {
    return List.of(
        graph,
        score.name(),
        degree.name().toLowerCase(Locale.ROOT),
        Output.number(cell.share()),
        Output.percent(cell.f1()),
        String.format(Locale.ROOT, "%,.0f", cell.queries()),
        Output.seconds(cell.seconds()));
  }
}
