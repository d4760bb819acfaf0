package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.attack.direct.RandomAttack;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageVerdict;
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
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.report.ReportText;
import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.figure.PrecisionRecallFigure;
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

/** Runs a complete example on a generated graph: train, serve, attack, audit and protect. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the attack on graphs generated from a seed. Needs no data.",
      "Serves a GCN on a private graph, recovers its edges with the paper's attack and weaker",
      "ones, audits it, and audits it again behind differential privacy."
    })
final class QuickstartCommand implements Callable<Integer> {

  private static final int EPOCHS = 60;
  private static final int TARGETS = 250;

  /** The maximum share of edges that an attack may find if the verdict is to pass. */
  private static final double LIMIT = 0.5;

  /** The privacy budget of the protected graph. */
  private static final int EPSILON = 4;

  /** The attack that recovers the served graph, whether it is the true graph or a perturbed one. */
  private static final String STRONGEST = "subsets";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "Seed of all random choices. Default: ${DEFAULT-VALUE}.")
  private int seed;

  @Option(
      names = "--out",
      defaultValue = "linkteller-quickstart.png",
      paramLabel = "FILE.png",
      description = "Where to write the precision-recall plot. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  /** An attack and its results. */
  private record Result(String name, LinkPrediction found, EdgeMetrics metrics, double auc) {}

  /** A served model's accuracy and the verdict of its audit. */
  private record Served(double accuracy, LeakageVerdict verdict) {

    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("accuracy", accuracy);
      fields.put("outcome", verdict.outcome().orElseThrow());
      fields.put("attack", verdict.strongest().attack());
      fields.put("queries", verdict.strongest().queries());
      fields.put("recall", verdict.strongest().found().recall());
      return fields;
    }
  }

  @Override
  public Integer call() {
    Arguments.check(spec, () -> Output.requirePicture(out));
    Arguments.check(spec, () -> NumpyRandom.seeded(seed));
    InductivePair graphs =
        SyntheticDataset.builder()
            .nodes(1000)
            .classes(4)
            .averageDegree(8)
            .homophily(0.7)
            .featureColumns(300)
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
            alices.graph(), DegreeClass.UNCONSTRAINED, DegreeThresholds.TWITCH, TARGETS, seed);
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
    Served open = audited(api, alices, nodes);
    GraphOwner owner =
        GraphOwner.of(
            PrivateSession.forExperiments(alices.graph(), seed)
                .open()
                .perturb(LapGraph.withEpsilon(EPSILON)));
    Served behind = audited(owner.serve(run.model()), alices, nodes);
    answer.print(
        () -> fields(alices, truth, open, behind, results),
        () -> text(alices, truth, open, behind, results));
    draw(results, alices.graph());
    return CommandLine.ExitCode.OK;
  }

  private static Served audited(InferenceApi api, Dataset alices, InferenceNodes nodes) {
    return new Served(
        ClassificationMetrics.of(
                nodes.query().ask(api, "the query for the accuracy"),
                alices.labels(),
                alices.graph().nodes())
            .accuracy(),
        LeakageAudit.builder()
            .failAbove(LIMIT)
            .attacks(List.of(STRONGEST))
            .build()
            .run(api, alices.graph(), nodes)
            .verdict());
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
    List<PrecisionRecallFigure.Curve> curves =
        results.stream()
            .map(
                result ->
                    PrecisionRecallFigure.Curve.of(
                        result.name(), PrecisionRecallCurve.of(result.found(), graph)))
            .toList();
    FigureFile.writePng(
        new PrecisionRecallFigure("Private edges recovered from a GCN's answers", curves), out);
  }

  private Map<String, Object> fields(
      Dataset alices, Graph truth, Served open, Served behind, List<Result> results) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", alices.graph().nodeCount());
    fields.put("edges", alices.graph().edgeCount());
    fields.put("targets", truth.nodeCount());
    fields.put("targetEdges", truth.edgeCount());
    fields.put("accuracy", open.accuracy());
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
    fields.put("audit", open.fields());
    fields.put("lapgraph", behind.fields());
    fields.put("plot", out.toString());
    return fields;
  }

  private String text(
      Dataset alices, Graph truth, Served open, Served behind, List<Result> results) {
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
    String before =
        String.format(
            Locale.ROOT,
            """
            Alice serves a graph neural network: its answer for a node depends on the node's neighbors.
            %s of its answers are right. Her graph of %,d nodes and %,d edges is private.
            Bob has the nodes' features and may query the model. He looks for edges between %,d nodes,
            his targets: %,d of their %,d pairs are edges, and each attack predicts %,d.

            1. The paper's attack, linkteller, changes the features of one node slightly and sees whose
            answers change. lsa2 compares answers (post) or features (attr); random guesses.

            """,
            Output.percent(open.accuracy()),
            alices.graph().nodeCount(),
            alices.graph().edgeCount(),
            truth.nodeCount(),
            truth.edgeCount(),
            results.get(0).found().scores().pairCount(),
            results.get(0).found().m());
    String after =
        String.format(
            Locale.ROOT,
            """


            Precision: how many predicted pairs are edges. Recall: how many edges are predicted. F1: the
            harmonic mean of both. AUC: how often an edge ranks above a non-edge; guesses get 0.5.

            2. A stronger attack, %s, leaves nodes out of a query and sees which answers change. The verdict
            of an audit with it, if at most %s of the edges may be found:
            %s

            3. A protection: edge differential privacy. LapGraph adds noise to the graph once, so that
            nothing computed from it multiplies the odds of an edge by more than e^epsilon; here
            epsilon = %d. On the noisy graph, %s of the answers are right, and the attack of step 2
            finds %s of the true edges.

            Next: 'linkteller audit' on your model; 'linkteller protect' compares protections.
            Precision-recall plot of 1: %s\
            """,
            STRONGEST,
            Output.percent(LIMIT),
            open.verdict().sentences().get(0),
            EPSILON,
            Output.percent(behind.accuracy()),
            Output.percent(behind.verdict().strongest().found().recall()),
            out);
    return (before
            + ReportText.table(
                List.of("attack", "precision", "recall", "F1", "AUC", "queries"), rows)
            + after)
        .replace("\n", System.lineSeparator());
  }
}
