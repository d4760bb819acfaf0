package io.linkteller.experiment;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
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
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.privacy.ResponseRates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures every attack on a fixed grid of black boxes: the figures of the portfolio. */
@Command(
    name = "grid",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the share of edges found and the number of queries of every registered attack on a"
          + " fixed grid of black boxes.",
      "docs/portfolio.md describes the grid."
    })
final class GridCommand implements Callable<Integer> {

  private static final int[] SAMPLES = {42, 2, 82};

  /** The answers of the models on twitch. */
  private enum Shown {
    DOUBLE("double", AnswerKind.Form.LOGITS, OptionalInt.empty()),
    SINGLE("single", AnswerKind.Form.LOGITS, OptionalInt.empty()),
    DECIMALS("3 decimals", AnswerKind.Form.LOGITS, OptionalInt.of(3)),
    NOISE("noise", AnswerKind.Form.LOGITS, OptionalInt.empty()),
    PROBABILITIES("probabilities", AnswerKind.Form.PROBABILITIES, OptionalInt.empty()),
    ROUNDED_PROBABILITIES(
        "probabilities, 2 decimals", AnswerKind.Form.PROBABILITIES, OptionalInt.of(2)),
    LABELS("labels", AnswerKind.Form.LABELS, OptionalInt.empty());

    private final String title;
    private final AnswerKind.Form form;

    @SuppressWarnings("ImmutableEnumChecker") // An OptionalInt is a value.
    private final OptionalInt decimals;

    Shown(String title, AnswerKind.Form form, OptionalInt decimals) {
      this.title = title;
      this.form = form;
      this.decimals = decimals;
    }

    AccessBuilder access() {
      AccessBuilder access =
          Access.builder().answers(new AnswerKind(form, Posterior.SOFTMAX, decimals));
      return switch (this) {
        case SINGLE -> access.precision(Access.Precision.SINGLE);
        case NOISE -> access.precision(Access.Precision.NOISY);
        default -> access;
      };
    }

    InferenceApi of(InferenceApi logits) {
      InferenceApi exact =
          switch (form) {
            case LOGITS -> logits;
            case PROBABILITIES -> ShownOutputs.probabilities(logits, Posterior.SOFTMAX);
            case LABELS -> ShownOutputs.labels(logits, Posterior.SOFTMAX);
          };
      return switch (this) {
        case SINGLE -> ShownOutputs.singlePrecision(exact);
        case NOISE -> noisy(exact);
        default -> decimals.isPresent() ? ShownOutputs.rounded(exact, decimals.getAsInt()) : exact;
      };
    }

    /** Adds Gaussian noise with standard deviation 10⁻³, seeded by the number of the answer. */
    private static InferenceApi noisy(InferenceApi exact) {
      AtomicLong asked = new AtomicLong();
      return query -> {
        DMatrixRMaj answer = exact.predict(query).copy();
        Random random = new Random(asked.incrementAndGet());
        for (int i = 0; i < answer.getNumElements(); i++) {
          answer.data[i] += 1e-3 * random.nextGaussian();
        }
        return answer;
      };
    }
  }

  /** Models of this program on twitch, and the form of their answers. */
  private record Twitch(
      String name, String country, String weights, Normalization normalization, List<Shown> shown) {

    static final String EDGE_RAND = "edgerand";

    private static final List<Twitch> ALL =
        List.of(
            of("ru-first", "RU", "gcn", Normalization.FIRST_ORDER_GCN, Shown.values()),
            of("ru-aug", "RU", "gcn", Normalization.AUG_NORM_ADJ, Shown.values()),
            of(
                "ru-first-3",
                "RU",
                "gcn3",
                Normalization.FIRST_ORDER_GCN,
                Shown.DOUBLE,
                Shown.SINGLE),
            of("ru-aug-3", "RU", "gcn3", Normalization.AUG_NORM_ADJ, Shown.DOUBLE, Shown.SINGLE),
            of("ptbr-first", "PTBR", "gcn", Normalization.FIRST_ORDER_GCN, Shown.DOUBLE),
            of("ptbr-aug", "PTBR", "gcn", Normalization.AUG_NORM_ADJ, Shown.DOUBLE),
            of(EDGE_RAND, "PTBR", "gcn", Normalization.FIRST_ORDER_GCN, Shown.DOUBLE));

    private static Twitch of(
        String name, String country, String weights, Normalization normalization, Shown... shown) {
      return new Twitch(name, country, weights + "-twitch-es.npz", normalization, List.of(shown));
    }

    boolean isPrivate() {
      return name.equals(EDGE_RAND);
    }
  }

  /**
   * The ONNX files by family: PyTorch models on Cora, and models whose answers depend on all nodes.
   */
  private static final Map<String, List<String>> ONNX =
      Map.of(
          "cora", List.of("gcn", "gcn3", "sage", "gin", "gat", "residual", "appnp"),
          "coupled", List.of("transformer", "graphnorm", "pairnorm", "virtual"));

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
      description = "Regular expression for the names of the black boxes to measure. Default: all.")
  private String cells;

  @Option(
      names = "--threads",
      defaultValue = "1",
      description = "Number of threads. The noise depends on it. Default: ${DEFAULT-VALUE}.")
  private int threads;

  /** A black box with its targets. */
  private record Cell(
      String name,
      Graph graph,
      InferenceApi api,
      FeatureMatrix features,
      DegreeClass degree,
      int targets,
      Access access) {}

  /** An attack with one of its options set. */
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
    for (Twitch on : Twitch.ALL) {
      for (Shown shown : on.shown()) {
        if ((on.name() + ", " + shown.title).matches(cells)) {
          measure(twitch(on, shown));
        }
      }
    }
    ONNX.forEach(
        (family, models) -> {
          for (String model : models) {
            if ((family + "-" + model).matches(cells)) {
              measure(onnx(family, model));
            }
          }
        });
    return CommandLine.ExitCode.OK;
  }

  private Cell twitch(Twitch on, Shown shown) {
    ModelWeights weights = ModelWeights.read(reference.resolve(on.weights()));
    Dataset served = TwitchDataset.load(data.resolve("twitch"), on.country());
    GraphOwner owner = GraphOwner.of(served.graph());
    AccessBuilder access = shown.access();
    if (on.isPrivate()) {
      owner =
          owner
              .protectedForExperimentsBy(EdgeRand.withEpsilon(2).forExperiments(1))
              .acceptingUncoveredWeights();
      access.knowing(Access.Knowledge.MECHANISM);
    }
    return new Cell(
        on.name() + ", " + shown.title,
        served.graph(),
        shown.of(
            owner
                .serve(Gcn.ofParameters(weights.parameters(), on.normalization()))
                .parallelism(threads)),
        weights.scaler().orElseThrow().transform(served.features()),
        on.country().equals("PTBR") && !on.isPrivate()
            ? DegreeClass.HIGH
            : DegreeClass.UNCONSTRAINED,
        200,
        access.build());
  }

  private Cell onnx(String family, String model) {
    boolean onCora = family.equals("cora");
    Path directory = reference.resolve(onCora ? "pytorch" : family);
    Graph graph;
    FeatureMatrix features;
    if (onCora) {
      Dataset cora = PlanetoidDataset.load(data.resolve("planetoid"), "cora");
      graph = cora.graph();
      features = ((SparseFeatures) cora.features()).normalizedByRow();
    } else {
      features = FeatureMatrix.dense(NumpyFile.readArray(directory.resolve("x.npy")).toMatrix());
      graph = symmetric(features.rows(), directory.resolve("edge_index.npy"));
    }
    return new Cell(
        family + "-" + model,
        graph,
        GraphOwner.of(graph)
            .serve(OnnxProgram.read(directory.resolve(model + ".onnx")))
            .parallelism(threads),
        features,
        DegreeClass.UNCONSTRAINED,
        onCora ? 300 : 200,
        Access.builder().precision(Access.Precision.SINGLE).build());
  }

  /** Reads edges that are listed in both directions. */
  private static Graph symmetric(int nodes, Path file) {
    NumpyArray ends = NumpyFile.readArray(file);
    int edges = ends.size() / 2;
    Graph.Builder graph = Graph.builder(nodes);
    for (int i = 0; i < edges; i++) {
      int source = (int) ends.get(i);
      int target = (int) ends.get(edges + i);
      if (source < target) {
        graph.addEdge(source, target);
      }
    }
    return graph.build();
  }

  private void measure(Cell cell) {
    List<LinkAttackProvider> attacks = attacks(cell);
    LeakageAudit audit =
        LeakageAudit.builder()
            .access(cell.access())
            .running(attacks)
            .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(2))
            .parallelism(threads)
            .build();
    Map<String, List<AttackOutcome>> outcomes = new LinkedHashMap<>();
    for (int seed : SAMPLES) {
      NodeSample sample =
          NodeSample.draw(
              cell.graph(),
              cell.degree(),
              DegreeThresholds.forTwitch(cell.name().startsWith("ptbr") ? "PTBR" : "RU"),
              cell.targets(),
              seed);
      audit
          .run(
              cell.api(),
              cell.graph(),
              InferenceNodes.of(cell.features()).targeting(sample.nodes()))
          .attacks()
          .stream()
          // An audit does not run attacks that send far more queries than one that found all edges.
          .filter(outcome -> outcome.fits() || outcome.queries() > 0)
          .forEach(
              outcome ->
                  outcomes
                      .computeIfAbsent(outcome.attack(), key -> new ArrayList<>())
                      .add(outcome));
    }
    List<List<String>> rows = new ArrayList<>();
    for (LinkAttackProvider attack : attacks) {
      List<AttackOutcome> all = outcomes.getOrDefault(attack.name(), List.of());
      if (all.stream().anyMatch(AttackOutcome::fits)) {
        rows.add(row(attack, all));
      }
    }
    spec.commandLine()
        .getOut()
        .println(
            cell.name()
                + "\n\n"
                + Experiments.table(List.of("attack", "access", "share", "queries"), rows));
    spec.commandLine().getOut().flush();
  }

  /**
   * Returns the recall at the true number of edges and the number of queries, as means over the
   * samples.
   */
  static List<String> row(LinkAttackProvider attack, List<AttackOutcome> outcomes) {
    double share =
        outcomes.stream()
            .mapToDouble(each -> each.atTrueCount().map(cut -> cut.found().recall()).orElse(0.0))
            .average()
            .orElse(0);
    double queries = outcomes.stream().mapToDouble(AttackOutcome::queries).average().orElse(0);
    return List.of(
        "`" + attack.name() + "`",
        attack.needs().toString(),
        String.format(Locale.ROOT, "%.3f", share),
        String.format(Locale.ROOT, "%,.0f", queries));
  }

  /** Returns the attacks of a cell: the registered ones, without and with options. */
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
          && !attack.name().equals("auto")) {
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
    List<LinkAttackProvider> readers = new ArrayList<>();
    for (LinkAttackProvider reader : LinkAttackProvider.all()) {
      if (reader.needs().joining().isEmpty()
          && reader.expectedQueries(2) >= 2
          && !reader.name().equals(attack.name())) {
        Access needs = reader.needs().toBuilder().knowing(Access.Knowledge.MECHANISM).build();
        readers.add(Variant.of(attack, needs, DenoisingAttack.READER, reader, reader.name()));
      }
    }
    return readers;
  }
}
