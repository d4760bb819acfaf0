package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.privacy.ResponseRates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures every attack on a fixed grid of black boxes, and says which are dominated. */
@Command(
    name = "grid",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the share and the queries of every registered attack on a fixed grid of black"
          + " boxes.",
      "Says which attacks are dominated by others that need no more access and no more"
          + " queries.",
      "docs/attack-grid.md describes the grid and the rule."
    })
final class GridCommand implements Callable<Integer> {

  private static final int[] SAMPLES = {42, 2, 82};

  /** The difference of two shares that does not count. */
  private static final double MARGIN = 0.01;

  /** Attacks that run others, and the one that nothing can be compared with. */
  private static final List<String> NOT_JUDGED = List.of("auto", "own-nodes");

  private static final List<String> CORA =
      List.of("gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp");

  private static final List<String> COUPLED =
      List.of("transformer", "graphnorm", "pairnorm", "virtual");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the data sets, with twitch and planetoid.")
  private Path data;

  @Option(
      names = "--reference",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the models, with pytorch and coupled.")
  private Path reference;

  @Option(
      names = "--cells",
      defaultValue = ".*",
      paramLabel = "REGEX",
      description = "The cells to measure, by name. Default: all.")
  private String cells;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  /** A served graph, its targets, and what the black box shows of the answers. */
  private record Cell(
      String name,
      Dataset served,
      InferenceApi api,
      FeatureMatrix features,
      DegreeClass degree,
      int targets,
      Access access) {}

  /** The mean result of an attack on a cell. */
  record Result(String attack, Access access, double share, double queries) {

    boolean isDominatedBy(Result other) {
      return !other.equals(this)
          && access.covers(other.access)
          && other.queries <= queries
          && share <= other.share + MARGIN;
    }
  }

  /** An attack with an option set. */
  private record Variant(
      LinkAttackProvider attack,
      String name,
      Access needs,
      UnaryOperator<AttackRequest.Builder> setting)
      implements LinkAttackProvider {

    static <T> Variant of(
        LinkAttackProvider attack, Access needs, AttackOption<T> option, T value, String text) {
      return new Variant(
          attack,
          attack.name() + " --" + option.name() + " " + text,
          needs,
          request -> request.with(option, value));
    }

    @Override
    public String description() {
      return attack.description();
    }

    @Override
    public long expectedQueries(int targets) {
      return attack.expectedQueries(targets);
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return attack.create(setting.apply(request.toBuilder()).build());
    }
  }

  @Override
  public Integer call() {
    Map<String, List<Result>> grid = new LinkedHashMap<>();
    twitch("ru-first", "RU", "gcn-twitch-es", Normalization.FIRST_ORDER_GCN, grid);
    twitch("ru-aug", "RU", "gcn-twitch-es", Normalization.AUG_NORM_ADJ, grid);
    twitch("ru-first-3", "RU", "gcn3-twitch-es", Normalization.FIRST_ORDER_GCN, grid);
    twitch("ru-aug-3", "RU", "gcn3-twitch-es", Normalization.AUG_NORM_ADJ, grid);
    twitch("ptbr-first", "PTBR", "gcn-twitch-es", Normalization.FIRST_ORDER_GCN, grid);
    twitch("ptbr-aug", "PTBR", "gcn-twitch-es", Normalization.AUG_NORM_ADJ, grid);
    twitch("edgerand", "PTBR", "gcn-twitch-es", Normalization.FIRST_ORDER_GCN, grid);
    CORA.stream()
        .filter(name -> ("cora-" + name).matches(cells))
        .forEach(
            name -> {
              Dataset cora = PlanetoidDataset.load(data.resolve("planetoid"), "cora");
              FeatureMatrix features = ((SparseFeatures) cora.features()).normalizedByRow();
              Path file = reference.resolve("pytorch").resolve(name + ".onnx");
              onnx("cora-" + name, file, cora, features, 300, grid);
            });
    COUPLED.stream()
        .filter(name -> ("coupled-" + name).matches(cells))
        .forEach(
            name -> {
              Path directory = reference.resolve("coupled");
              Dataset graph =
                  NumpyDataset.load(
                      directory.resolve("x.npy"),
                      directory.resolve("edge_index.npy"),
                      EdgeListReader.of(EdgeDirection.SYMMETRIC),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty());
              Path file = directory.resolve(name + ".onnx");
              onnx("coupled-" + name, file, graph, graph.features(), 200, grid);
            });
    answer.print(() -> Map.of("cells", json(grid)), () -> text(grid));
    return CommandLine.ExitCode.OK;
  }

  private void twitch(
      String name,
      String country,
      String weights,
      Normalization normalization,
      Map<String, List<Result>> grid) {
    Map<String, ServedAnswers> shown = new LinkedHashMap<>();
    shown.put("double", ServedAnswers.named("double"));
    boolean many = name.equals("ru-first") || name.equals("ru-aug");
    if (country.equals("RU")) {
      shown.put("single", ServedAnswers.named("single"));
    }
    if (many) {
      shown.put("3 decimals", ServedAnswers.named("3"));
      shown.put("noise", ServedAnswers.named("noise:1e-3"));
      shown.put("probabilities", ServedAnswers.named("double"));
      shown.put("probabilities, 2 decimals", ServedAnswers.named("double"));
      shown.put("labels", ServedAnswers.named("double"));
    }
    shown.keySet().removeIf(answers -> !(name + ", " + answers).matches(cells));
    if (shown.isEmpty()) {
      return;
    }
    ModelWeights read = ModelWeights.read(reference.resolve(weights + ".npz"));
    Dataset served = TwitchDataset.load(data.resolve("twitch"), country);
    GraphOwner owner = GraphOwner.of(served.graph());
    boolean isPrivate = name.equals("edgerand");
    if (isPrivate) {
      owner =
          owner
              .protectedForExperimentsBy(EdgeRand.withEpsilon(2).forExperiments(1))
              .acceptingUncoveredWeights();
    }
    InferenceApi exact =
        owner
            .serve(Gcn.ofParameters(read.parameters(), normalization))
            .parallelism(threads.count());
    FeatureMatrix features = read.scaler().orElseThrow().transform(served.features());
    shown.forEach(
        (answers, kind) -> {
          Access.Builder access = Access.builder().answers(kind(answers));
          switch (answers) {
            case "single" -> access.precision(Access.Precision.SINGLE);
            case "noise" -> access.precision(Access.Precision.NOISY);
            default -> {}
          }
          if (isPrivate) {
            access.knowing(Access.Knowledge.MECHANISM);
          }
          Access allowed = access.build();
          DegreeClass degree =
              country.equals("PTBR") && !isPrivate ? DegreeClass.HIGH : DegreeClass.UNCONSTRAINED;
          InferenceApi api =
              AccessOption.shown(kind.of(exact, InferenceNodes.of(features)), allowed);
          measure(
              new Cell(name + ", " + answers, served, api, features, degree, 200, allowed), grid);
        });
  }

  private static AnswerKind kind(String answers) {
    OptionalInt decimals =
        answers.equals("3 decimals")
            ? OptionalInt.of(3)
            : answers.equals("probabilities, 2 decimals") ? OptionalInt.of(2) : OptionalInt.empty();
    AnswerKind.Form form =
        answers.startsWith("probabilities")
            ? AnswerKind.Form.PROBABILITIES
            : answers.equals("labels") ? AnswerKind.Form.LABELS : AnswerKind.Form.LOGITS;
    return new AnswerKind(form, Posterior.SOFTMAX, decimals);
  }

  private void onnx(
      String name,
      Path file,
      Dataset served,
      FeatureMatrix features,
      int targets,
      Map<String, List<Result>> grid) {
    InferenceApi api =
        GraphOwner.of(served.graph()).serve(OnnxProgram.read(file)).parallelism(threads.count());
    Access access = Access.builder().precision(Access.Precision.SINGLE).build();
    measure(
        new Cell(name, served, api, features, DegreeClass.UNCONSTRAINED, targets, access), grid);
  }

  private void measure(Cell cell, Map<String, List<Result>> grid) {
    List<LinkAttackProvider> attacks = attacks(cell);
    LeakageAudit audit =
        LeakageAudit.builder()
            .access(cell.access())
            .running(attacks)
            .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(2))
            .parallelism(threads.count())
            .build();
    Map<String, List<AttackOutcome>> outcomes = new LinkedHashMap<>();
    for (int seed : SAMPLES) {
      NodeSample sample =
          NodeSample.draw(
              cell.served().graph(),
              cell.degree(),
              DegreeThresholds.forTwitch(cell.name().startsWith("ptbr") ? "PTBR" : "RU"),
              cell.targets(),
              seed);
      audit
          .run(
              cell.api(),
              cell.served().graph(),
              InferenceNodes.of(cell.features()).targeting(sample.nodes()))
          .attacks()
          .stream()
          // An audit does not run what asks far more than an attack that found all.
          .filter(outcome -> outcome.fits() || outcome.queries() > 0)
          .forEach(
              outcome ->
                  outcomes
                      .computeIfAbsent(outcome.attack(), key -> new ArrayList<>())
                      .add(outcome));
    }
    List<Result> results = new ArrayList<>();
    for (LinkAttackProvider attack : attacks) {
      List<AttackOutcome> all = outcomes.getOrDefault(attack.name(), List.of());
      if (all.stream().anyMatch(AttackOutcome::fits)) {
        results.add(
            new Result(
                attack.name(),
                attack.needs(),
                all.stream()
                    .mapToDouble(
                        each -> each.atTrueCount().map(cut -> cut.found().recall()).orElse(0.0))
                    .average()
                    .orElse(0),
                all.stream().mapToDouble(AttackOutcome::queries).average().orElse(0)));
      }
    }
    grid.put(cell.name(), results);
    Remarks.of(spec).print(table(cell.name(), results));
  }

  /** Returns the attacks of a cell: the registered ones, and those with options. */
  private static List<LinkAttackProvider> attacks(Cell cell) {
    boolean isPrivate = cell.access().known().contains(Access.Knowledge.MECHANISM);
    List<LinkAttackProvider> all = new ArrayList<>();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      boolean isDenoising = attack.name().equals("denoising");
      if (attack.name().equals("own-nodes") || (isDenoising && !isPrivate)) {
        continue;
      }
      all.add(attack);
      if (isDenoising) {
        all.addAll(denoising(attack));
      } else if (attack.options().contains(InfluenceAttack.SCORE)
          && !NOT_JUDGED.contains(attack.name())) {
        for (PairScore score : PairScore.all()) {
          if (!score.equals(PairScore.PAPER)) {
            all.add(Variant.of(attack, attack.needs(), InfluenceAttack.SCORE, score, score.name()));
          }
        }
        if (!cell.access().answers().isUnrounded() && attack.isOfPaper()) {
          all.add(Variant.of(attack, attack.needs(), InfluenceAttack.DELTA, 1.0, "1"));
        }
      }
    }
    return all;
  }

  private static List<LinkAttackProvider> denoising(LinkAttackProvider attack) {
    List<LinkAttackProvider> readers = new ArrayList<>(LinkAttackProvider.all());
    readers.removeIf(
        reader ->
            reader.needs().joining().isPresent()
                || reader.expectedQueries(2) < 2
                || reader.name().equals(attack.name()));
    return readers.stream()
        .map(
            reader ->
                (LinkAttackProvider)
                    Variant.of(
                        attack,
                        reader.needs().toBuilder().knowing(Access.Knowledge.MECHANISM).build(),
                        DenoisingAttack.READER,
                        reader,
                        reader.name()))
        .toList();
  }

  private static String table(String cell, List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    for (Result result : results) {
      rows.add(
          List.of(
              result.attack(),
              AccessOption.text(result.access()),
              Output.number(result.share()),
              String.format(Locale.ROOT, "%,.0f", result.queries()),
              dominating(result, results).map(Result::attack).orElse("")));
    }
    return cell
        + System.lineSeparator()
        + Output.table(List.of("attack", "access", "share", "queries", "dominated by"), rows);
  }

  /** Returns the attack with the largest share that dominates another. */
  private static Optional<Result> dominating(Result result, List<Result> results) {
    return results.stream()
        .filter(other -> !NOT_JUDGED.contains(other.attack()))
        .filter(result::isDominatedBy)
        .max(Comparator.comparingDouble(Result::share));
  }

  static Map<String, List<Map<String, Object>>> json(Map<String, List<Result>> grid) {
    Map<String, List<Map<String, Object>>> cells = new LinkedHashMap<>();
    grid.forEach(
        (cell, results) ->
            cells.put(cell, results.stream().map(result -> json(result, results)).toList()));
    return cells;
  }

  private static Map<String, Object> json(Result result, List<Result> results) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("attack", result.attack());
    values.put("access", AccessOption.text(result.access()));
    values.put("share", result.share());
    values.put("queries", result.queries());
    dominating(result, results).ifPresent(other -> values.put("dominatedBy", other.attack()));
    return values;
  }

  private static String text(Map<String, List<Result>> grid) {
    Map<String, List<String>> undominated = new LinkedHashMap<>();
    grid.forEach(
        (cell, results) -> {
          for (Result result : results) {
            List<String> where =
                undominated.computeIfAbsent(result.attack(), key -> new ArrayList<>());
            if (dominating(result, results).isEmpty()) {
              where.add(cell);
            }
          }
        });
    List<List<String>> rows = new ArrayList<>();
    undominated.forEach(
        (attack, where) ->
            rows.add(
                List.of(
                    attack,
                    Integer.toString(where.size()),
                    NOT_JUDGED.contains(attack) ? "not judged" : String.join("; ", where))));
    StringBuilder text = new StringBuilder();
    grid.forEach(
        (cell, results) -> text.append(table(cell, results)).append(System.lineSeparator()));
    return text + Output.table(List.of("attack", "cells", "not dominated on"), rows);
  }
}
