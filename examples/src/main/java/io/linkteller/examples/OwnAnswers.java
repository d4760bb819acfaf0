package io.linkteller.examples;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.weights.ModelWeights;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Attacks a service that answers each client for the client's own nodes only, with this library's
 * attack and with those of Song, Kabir and Mehnaz ("GNNBleed", PoPETs 2025), on the same model and
 * targets.
 */
public final class OwnAnswers {

  private OwnAnswers() {}

  /**
   * Runs the example.
   *
   * @param args nothing, for a network made up here; or the directory of the data, a country of
   *     twitch, a file of weights, and optionally the normalization and the seed of the sample
   */
  public static void main(String[] args) {
    if (args.length == 0) {
      run(System.out);
      return;
    }
    Dataset data = TwitchDataset.load(Path.of(args[0]), args[1]);
    ModelWeights weights = ModelWeights.read(Path.of(args[2]));
    Normalization normalization =
        args.length > 3 ? Normalization.valueOf(args[3]) : Normalization.FIRST_ORDER_GCN;
    int seed = args.length > 4 ? Integer.parseInt(args[4]) : 42;
    NodeSample sample =
        NodeSample.draw(
            data.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.forTwitch(args[1]),
            NodeSample.PAPER_SIZE,
            seed);
    FeatureMatrix x = weights.scaler().orElseThrow().transform((SparseFeatures) data.features());
    compare(
        System.out,
        data.graph(),
        x,
        Gcn.ofParameters(weights.parameters(), normalization),
        sample.nodes());
  }

  static void run(PrintStream out) {
    InductivePair networks =
        SyntheticDataset.builder().nodes(600).build().generatePair("friends", 42);
    Dataset known = networks.train();
    Dataset secret = networks.inference();
    GnnModel model =
        Trainer.builder()
            .epochs(60)
            .build()
            .train(
                Gcn.builder().layers(500, 32, 32, 2).build(),
                known.graph(),
                known.features(),
                known.labels())
            .model();
    compare(out, secret.graph(), secret.features(), model, secret.graph().nodes().subList(0, 200));
  }

  private static void compare(
      PrintStream out, Graph graph, FeatureMatrix x, GnnModel model, IntList targets) {
    JoinableApi service = GraphOwner.of(graph).serve(model).joinable(x, JoiningLimits.NONE);
    InferenceNodes nodes = InferenceNodes.of(x).targeting(targets);
    double kHat = RoundedDensity.of(graph.inducedSubgraph(targets)).kHat(BeliefFactor.RIGHT);
    Table table = Table.of("attack", "queries", "own nodes", "share", "own count", "right");
    OwnNodesReading sums = OwnNodesAttack.builder().build().read(service, targets);
    add(table, "subset sums", sums, nodes, kHat, graph);
    OwnNodesReading single = OwnNodesAttack.builder().oneAtATime().build().read(service, targets);
    add(table, "one at a time", single, nodes, kHat, graph);
    double[][][] changes = moveEach(service, targets);
    add(table, "INF-MAG", magnitudes(changes), nodes, kHat, graph);
    add(table, "INF-DIR", directions(changes), nodes, kHat, graph);
    out.println(table);
  }

  private static void add(
      Table table,
      String name,
      OwnNodesReading found,
      InferenceNodes nodes,
      double kHat,
      Graph graph) {
    int right = 0;
    for (int i = 0; i < found.targets().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = graph.hasEdge(found.targets().getInt(i), found.targets().getInt(j));
        right += edge && found.pair(i, j) == OwnNodesReading.Pair.EDGE ? 1 : 0;
      }
    }
    table.row(
        name,
        found.price().queries(),
        found.price().ownNodes(),
        share(name, found.finding(), nodes, kHat, graph),
        found.edgeCount(),
        right);
  }

  private static void add(
      Table table, String name, PairScores scores, InferenceNodes nodes, double kHat, Graph graph) {
    int n = nodes.targets().size();
    String share = share(name, Finding.of(scores), nodes, kHat, graph);
    table.row(name, n + 1, 2 * n, share, "", "");
  }

  private static String share(
      String name, Finding found, InferenceNodes nodes, double kHat, Graph graph) {
    LinkPrediction prediction = LinkPrediction.of(name, nodes, kHat, found, 0, Duration.ZERO);
    double share = PredictionMetrics.edges(prediction, graph).shareOfBestF1();
    return String.format(Locale.ROOT, "%.3f", share);
  }

  /**
   * Joins two leaves at each target, all with the same features, and doubles the features of one
   * second leaf at a time. The first leaves are read.
   *
   * @return how the first leaf of target i changes when the second of target j does, by j and i
   */
  static double[][][] moveEach(JoinableApi service, IntList targets) {
    int n = targets.size();
    JoiningNodes.Builder own = JoiningNodes.builder();
    targets.forEach(own::leafAt);
    targets.forEach(own::leafAt);
    InferenceApi api = service.join(own.build());
    Random random = new Random(42);
    double[] vector = random.doubles(service.featureCount(), -1, 1).toArray();
    double[] ones = new double[2 * n];
    Arrays.fill(ones, 1);
    InferenceQuery query =
        InferenceNodes.of(LowRankFeatures.of(ones, vector))
            .query()
            .observing(IntList.of(IntStream.range(0, n).toArray()));
    DMatrixRMaj before = Answers.ask(api, query, "the query before a leaf moves").copy();
    double[][][] changes = new double[n][n][before.numCols];
    for (int j = 0; j < n; j++) {
      DMatrixRMaj after =
          Answers.ask(
              api, query.with(FeatureEdit.scaling(n + j, 2)), "the query that moves leaf " + j);
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < before.numCols; c++) {
          changes[j][i][c] = after.get(i, c) - before.get(i, c);
        }
      }
    }
    return changes;
  }

  /** INF-MAG: how far the other leaf moves, as a share of how far the leaf of the target does. */
  static PairScores magnitudes(double[][][] changes) {
    return PairScores.ofAll(
        changes.length,
        (i, j) ->
            Math.max(
                length(changes[j][i]) / Math.max(length(changes[j][j]), Double.MIN_NORMAL),
                length(changes[i][j]) / Math.max(length(changes[i][i]), Double.MIN_NORMAL)));
  }

  /** INF-DIR: how much the other leaf moves in the direction in which that of the target does. */
  static PairScores directions(double[][][] changes) {
    return PairScores.ofAll(
        changes.length,
        (i, j) ->
            Math.max(cosine(changes[j][i], changes[j][j]), cosine(changes[i][j], changes[i][i])));
  }

  private static double length(double[] x) {
    double squares = 0;
    for (double each : x) {
      squares += each * each;
    }
    return Math.sqrt(squares);
  }

  private static double cosine(double[] x, double[] y) {
    double product = 0;
    for (int c = 0; c < x.length; c++) {
      product += x[c] * y[c];
    }
    double lengths = length(x) * length(y);
    return lengths == 0 ? 0 : product / lengths;
  }
}
