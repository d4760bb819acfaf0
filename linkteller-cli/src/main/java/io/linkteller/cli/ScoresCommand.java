package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
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
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
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
import java.time.Duration;
import java.util.ArrayList;
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

/** Compares scores and attacks on the paper's twitch experiments. */
@Command(
    name = "scores",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares pair scores and attacks on twitch graphs: model x kind of answer x attack.",
      "Attacks at the rounded density k, and divides the F1 by the best that so many guesses"
          + " allow.",
      "The last table holds, for each model and kind of answer, the least lead of each attack over"
          + " the",
      "better of the scores paper and self-normalized in the same cell."
    })
final class ScoresCommand implements Callable<Integer> {

  /** The attacked models. */
  enum Model {
    /** The paper's GCN of 2 layers. */
    GCN,
    /** A GCN of 3 layers. */
    GCN3,
    /** A GAT of 2 layers: 4 heads, hidden 64. */
    GAT;

    GnnModel untrained(long seed) {
      return switch (this) {
        case GCN -> Preset.TWITCH.model(TwitchDataset.FEATURE_COUNT, 2, seed);
        case GCN3 -> Preset.TWITCH_3_LAYERS.model(TwitchDataset.FEATURE_COUNT, 2, seed);
        case GAT ->
            Gat.builder()
                .layers(TwitchDataset.FEATURE_COUNT, 64, 2)
                .with(Gat.HEADS, IntList.of(4))
                .dropout(0.5)
                .seed(seed)
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

  /** The countries of a quick run. */
  private static final List<String> QUICK_COUNTRIES = List.of("RU", "PTBR");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the twitch data, which holds ES, RU and the others.")
  private Path data;

  @Option(
      names = "--model",
      split = ",",
      description =
          "What to train on ES: ${COMPLETION-CANDIDATES} (2 layers, 3 layers, attention). Default:"
              + " gcn, unless there are --weights.")
  private List<Model> models = List.of();

  @Option(
      names = "--weights",
      split = ",",
      paramLabel = "FILE.npz",
      description = "Weights to use beside, or instead of, training.")
  private List<Path> weights = List.of();

  @Option(
      names = "--training-seeds",
      split = ",",
      defaultValue = "42",
      description =
          "Seeds to train with. With more than one, a table of precision and recall over them is"
              + " added. Default: ${DEFAULT-VALUE}.")
  private List<Long> trainingSeeds = List.of();

  @Option(
      names = "--normalization",
      split = ",",
      description =
          "Normalizations to serve GCNs with: ${COMPLETION-CANDIDATES}. Default: that of the"
              + " weights, or first-order-gcn.",
      completionCandidates = NormalizationNames.class)
  private List<Normalization> normalizations = List.of();

  @Option(
      names = "--countries",
      split = ",",
      defaultValue = "RU,DE,FR,ENGB,PTBR",
      description = "Graphs to attack. Default: ${DEFAULT-VALUE}.")
  private List<String> countries = List.of();

  @Option(
      names = "--degree",
      split = ",",
      description = "Classes of targets: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<DegreeClass> degrees = List.of(DegreeClass.values());

  @Option(
      names = "--samples",
      split = ",",
      defaultValue = "42,2,82",
      description = "Seeds of the samples of 500 targets. Default: ${DEFAULT-VALUE}.")
  private List<Integer> samples = List.of();

  @Option(
      names = "--answers",
      split = ",",
      defaultValue = "double",
      converter = ServedAnswers.Converter.class,
      paramLabel = "KIND",
      description =
          "Kinds of answers: double, single (precision), a number of decimals, noise: and the"
              + " standard deviation of Gaussian noise, or range (features outside their columns"
              + " are refused). Default: ${DEFAULT-VALUE}.")
  private List<ServedAnswers> answers = List.of();

  @Option(
      names = "--score",
      split = ",",
      completionCandidates = ScoreNames.class,
      description =
          "Scores to compare, of influences with a delta of 1e-4: ${COMPLETION-CANDIDATES}."
              + " Default: all, with --attack paper and self-normalized.")
  private List<PairScore> scores = List.of();

  @Option(
      names = "--attack",
      split = ",",
      completionCandidates = AttackNames.class,
      description = "Attacks to compare with the scores: ${COMPLETION-CANDIDATES}. Default: none.")
  private List<LinkAttackProvider> attacks = List.of();

  @Option(names = "--quick", description = "Two small countries and the first sample only.")
  private boolean quick;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  /** A model and its name in tables. */
  private record Named(String name, GnnModel model, FeatureScaler scaler) {}

  /** The result of one attack on one sample. */
  private record Cell(
      String model,
      String answers,
      String country,
      DegreeClass degree,
      int sample,
      String attack,
      EdgeMetrics edges,
      OptionalDouble ownF1,
      LinkPrediction.Finding finding,
      double queries,
      double seconds) {

    double share() {
      return edges.shareOfBestF1();
    }

    /** Returns the setting in which attacks are compared. */
    List<Object> place() {
      return List.of(model, answers, country, degree, sample);
    }
  }

  @Override
  public Integer call() {
    Arguments.check(spec, () -> LinkTeller.builder().parallelism(threads.count()));
    if (quick) {
      countries = countries.stream().filter(QUICK_COUNTRIES::contains).toList();
      samples = samples.subList(0, 1);
    }
    if (scores.isEmpty()) {
      scores =
          attacks.isEmpty() ? PairScore.all() : List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED);
    }
    List<Cell> cells = new ArrayList<>();
    for (Named model : models()) {
      for (String country : countries) {
        Dataset served = TwitchDataset.load(data, country);
        FeatureMatrix x = model.scaler().transform(served.features());
        ServedModel api =
            GraphOwner.of(served.graph()).serve(model.model()).parallelism(threads.count());
        for (ServedAnswers kind : answers) {
          cells.addAll(attacked(model, country, served, InferenceNodes.of(x), api, kind));
        }
      }
    }
    List<List<String>> rows = means(cells);
    answer.print(
        () -> Map.of("cells", cells.stream().map(ScoresCommand::fields).toList()),
        () ->
            Output.table(
                    List.of(
                        "model", "answers", "attack", "degree", "graph", "mean", "least", "F1",
                        "own F1", "queries", "time"),
                    rows)
                + leads(cells)
                + seeds(cells));
    return CommandLine.ExitCode.OK;
  }

  private List<Named> models() {
    List<Named> all = new ArrayList<>();
    for (Path file : weights) {
      ModelWeights read = ModelWeights.read(file);
      String name = String.valueOf(file.getFileName()).replaceFirst("[.]npz$", "");
      all.addAll(normalized(name, read));
    }
    List<Model> trained = models.isEmpty() && weights.isEmpty() ? List.of(Model.GCN) : models;
    for (Model model : trained) {
      for (long seed : trainingSeeds) {
        String name = EnumNames.of(model) + (trainingSeeds.size() > 1 ? " seed " + seed : "");
        all.addAll(normalized(name, train(model, seed)));
      }
    }
    return all;
  }

  private List<Named> normalized(String name, ModelWeights trained) {
    FeatureScaler scaler =
        trained
            .scaler()
            .orElseThrow(
                () -> new IllegalArgumentException("the weights have no mean and std of features"));
    boolean isGcn = trained.settings().isEmpty() || trained.model().architecture() instanceof Gcn;
    if (normalizations.isEmpty() || !isGcn) {
      GnnModel model =
          trained.settings().isPresent()
              ? trained.model()
              : Gcn.ofParameters(trained.parameters(), Normalization.FIRST_ORDER_GCN);
      return List.of(new Named(name, model, scaler));
    }
    return normalizations.stream()
        .map(
            normalization ->
                new Named(
                    name + " " + EnumNames.of(normalization),
                    Gcn.ofParameters(trained.parameters(), normalization),
                    scaler))
        .toList();
  }

  private ModelWeights train(Model model, long seed) {
    Dataset source = TwitchDataset.load(data, "ES");
    FeatureScaler scaler = FeatureScaler.fit(source.features());
    TrainingData examples =
        GraphOwner.of(source.graph())
            .trainingData(scaler.transform(source.features()), source.labels());
    Trainer trainer = model.trainer().seed(seed).parallelism(threads.count()).build();
    return ModelWeights.of(
        trainer.train(model.untrained(seed), examples).model(), Optional.of(scaler));
  }

  private List<Cell> attacked(
      Named model,
      String country,
      Dataset served,
      InferenceNodes all,
      InferenceApi exact,
      ServedAnswers kind) {
    List<Cell> cells = new ArrayList<>();
    for (DegreeClass degree : degrees) {
      for (int seed : samples) {
        NodeSample sample =
            NodeSample.draw(
                served.graph(),
                degree,
                DegreeThresholds.forTwitch(country),
                NodeSample.PAPER_SIZE,
                seed);
        InferenceNodes nodes = all.targeting(sample.nodes());
        double kHat =
            RoundedDensity.of(served.graph().inducedSubgraph(sample.nodes()))
                .kHat(BeliefFactor.RIGHT);
        Recorder recorder =
            (name, found) ->
                cells.add(
                    new Cell(
                        model.name(),
                        kind.toString(),
                        country,
                        degree,
                        seed,
                        name,
                        PredictionMetrics.edges(found, served.graph()),
                        ownF1(found, served.graph()),
                        found.finding(),
                        found.queries(),
                        found.elapsed().toNanos() / 1e9));
        measure(scores, kind.of(exact, nodes), nodes, kHat, recorder);
        for (LinkAttackProvider attack : attacks) {
          recorder.add(attack.name(), run(attack, kind.of(exact, nodes), nodes, kHat));
        }
      }
    }
    return cells;
  }

  /** Returns the F1 with as many edges as the attack itself counts, if it counts any. */
  private static OptionalDouble ownF1(LinkPrediction found, Graph truth) {
    OptionalDouble density = found.finding().density();
    if (density.isEmpty() || density.getAsDouble() == 0) {
      return OptionalDouble.empty();
    }
    // The density is a quotient of integers: less than half an edge below, m is that integer.
    int n = found.targets().size();
    double kHat = density.getAsDouble() - 0.5 / (n * (n - 1.0));
    return OptionalDouble.of(PredictionMetrics.edges(found.withBelief(kHat), truth).f1());
  }

  /** Receives the result of an attack. */
  private interface Recorder {
    void add(String attack, LinkPrediction found);
  }

  /** Runs the scores that share influences with one measurement. */
  private void measure(
      List<PairScore> scores,
      InferenceApi api,
      InferenceNodes nodes,
      double kHat,
      Recorder recorder) {
    Optional<PairScore> widest = scores.stream().max((a, b) -> a.extent().compareTo(b.extent()));
    if (widest.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    InfluenceMatrix influences =
        LinkTeller.builder()
            .score(widest.get())
            .parallelism(threads.count())
            .build()
            .influences(api, nodes);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    for (PairScore score : scores) {
      PairScores found = score.of(influences, threads.count());
      recorder.add(
          score.name(),
          LinkPrediction.of(score.name(), nodes, kHat, found, score.queryCount(nodes), elapsed));
    }
  }

  /** Runs an attack; one that rejects the model finds nothing. */
  private LinkPrediction run(
      LinkAttackProvider attack, InferenceApi api, InferenceNodes nodes, double kHat) {
    AttackRequest request = AttackRequest.builder().parallelism(threads.count()).build();
    try {
      return attack.create(request).run(api, nodes, kHat);
    } catch (InferenceException e) {
      PairScores none = PairScores.ofAll(nodes.targets().size(), (i, j) -> 0);
      return LinkPrediction.of(attack.name(), nodes, kHat, none, 0, Duration.ZERO);
    }
  }

  private static Map<String, Object> fields(Cell cell) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("model", cell.model());
    fields.put("answers", cell.answers());
    fields.put("graph", cell.country());
    fields.put("degree", cell.degree());
    fields.put("sample", cell.sample());
    fields.put("attack", cell.attack());
    fields.put("shareOfBestF1", cell.share());
    fields.put("f1", cell.edges().f1());
    cell.ownF1().ifPresent(f1 -> fields.put("ownF1", f1));
    fields.put("edges", cell.edges().actual());
    fields.put("precision", cell.edges().precision());
    fields.put("recall", cell.edges().recall());
    AttackReport.putFit(cell.finding(), fields);
    fields.put("queries", cell.queries());
    fields.put("seconds", cell.seconds());
    return fields;
  }

  /** Returns one row per model, kind of answer, attack and class, and per graph within these. */
  private List<List<String>> means(List<Cell> cells) {
    Map<List<String>, List<Cell>> groups = new LinkedHashMap<>();
    for (String graph : graphs()) {
      for (Cell cell : cells) {
        if (graph.equals("all") || graph.equals(cell.country())) {
          groups
              .computeIfAbsent(
                  List.of(
                      cell.model(),
                      cell.answers(),
                      cell.attack(),
                      EnumNames.of(cell.degree()),
                      graph),
                  key -> new ArrayList<>())
              .add(cell);
        }
      }
    }
    List<List<String>> rows = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          List<String> row = new ArrayList<>(key);
          row.add(Output.number(group.stream().mapToDouble(Cell::share).average().orElse(0)));
          row.add(Output.number(group.stream().mapToDouble(Cell::share).min().orElse(0)));
          row.add(
              Output.percent(group.stream().mapToDouble(c -> c.edges().f1()).average().orElse(0)));
          OptionalDouble own = group.stream().flatMapToDouble(c -> c.ownF1().stream()).average();
          row.add(own.isPresent() ? Output.percent(own.getAsDouble()) : "");
          row.add(
              String.format(
                  Locale.ROOT,
                  "%,.0f",
                  group.stream().mapToDouble(Cell::queries).average().orElse(0)));
          row.add(Output.seconds(group.stream().mapToDouble(Cell::seconds).average().orElse(0)));
          rows.add(row);
        });
    return rows;
  }

  /**
   * Returns the graphs with rows of their own; none but the mean over all in a comparison of
   * attacks.
   */
  private List<String> graphs() {
    List<String> graphs = new ArrayList<>(attacks.isEmpty() ? countries : List.of());
    graphs.add("all");
    return graphs;
  }

  /**
   * Returns the smallest lead of each attack over the paper's score and the self-normalized one.
   */
  private static String leads(List<Cell> cells) {
    Map<List<Object>, Double> best = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (cell.attack().equals(PairScore.PAPER.name())
          || cell.attack().equals(PairScore.SELF_NORMALIZED.name())) {
        best.merge(cell.place(), cell.share(), Math::max);
      }
    }
    Map<List<String>, List<Cell>> groups = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (best.containsKey(cell.place())) {
        groups
            .computeIfAbsent(
                List.of(cell.model(), cell.answers(), cell.attack()), key -> new ArrayList<>())
            .add(cell);
      }
    }
    List<List<String>> rows = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          double least = Double.POSITIVE_INFINITY;
          Cell at = group.get(0);
          for (Cell cell : group) {
            double lead = cell.share() - best.getOrDefault(cell.place(), 0.0);
            if (lead < least) {
              least = lead;
              at = cell;
            }
          }
          List<String> row = new ArrayList<>(key);
          row.add(Integer.toString(group.size()));
          row.add(Output.number(group.stream().mapToDouble(Cell::share).min().orElse(0)));
          row.add(String.format(Locale.ROOT, "%+.4f", least));
          row.add(at.country() + " " + EnumNames.of(at.degree()) + " " + at.sample());
          rows.add(row);
        });
    return rows.isEmpty()
        ? ""
        : System.lineSeparator()
            + Output.table(
                List.of("model", "answers", "attack", "cells", "least share", "least lead", "at"),
                rows);
  }

  /** Returns precision and recall over training seeds. */
  private String seeds(List<Cell> cells) {
    if (trainingSeeds.size() < 2) {
      return "";
    }
    Map<List<String>, Map<String, List<Cell>>> groups = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (cell.model().contains(" seed ")) {
        groups
            .computeIfAbsent(
                List.of(
                    cell.model().replaceFirst(" seed -?[0-9]+", ""),
                    cell.attack(),
                    cell.country(),
                    EnumNames.of(cell.degree())),
                key -> new LinkedHashMap<>())
            .computeIfAbsent(cell.model(), key -> new ArrayList<>())
            .add(cell);
      }
    }
    List<List<String>> rows = new ArrayList<>();
    groups.forEach(
        (key, bySeed) -> {
          List<String> row = new ArrayList<>(key);
          row.add(spread(bySeed, true));
          row.add(spread(bySeed, false));
          rows.add(row);
        });
    return System.lineSeparator()
        + Output.table(
            List.of(
                "model",
                "attack",
                "graph",
                "degree",
                "precision: mean, sd, least, most",
                "recall: mean, sd, least, most"),
            rows);
  }

  private static String spread(Map<String, List<Cell>> bySeed, boolean precision) {
    double[] means =
        bySeed.values().stream()
            .mapToDouble(
                cells ->
                    cells.stream()
                        .mapToDouble(c -> precision ? c.edges().precision() : c.edges().recall())
                        .average()
                        .orElse(0))
            .toArray();
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (double mean : means) {
      sum += mean / means.length;
      least = Math.min(least, mean);
      most = Math.max(most, mean);
    }
    double squares = 0;
    for (double mean : means) {
      squares += (mean - sum) * (mean - sum) / (means.length - 1);
    }
    return String.format(
        Locale.ROOT,
        "%.1f, %.1f, %.1f, %.1f",
        100 * sum,
        100 * Math.sqrt(squares),
        100 * least,
        100 * most);
  }
}
