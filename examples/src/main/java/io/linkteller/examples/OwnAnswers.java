package io.linkteller.examples;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
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
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Normalization;
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
 * attack and with the attacks of Song, Kabir and Mehnaz ("GNNBleed", PoPETs 2025) and the
 * infiltration that they compare with, on the same model and targets.
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
    Table table =
        Table.of("attack", "queries", "own nodes", "links", "share", "own count", "right");
    OwnNodesReading sums = OwnNodesAttack.builder().build().read(service, targets);
    add(table, "subset sums", sums, nodes, kHat, graph);
    OwnNodesReading single = OwnNodesAttack.builder().oneAtATime().build().read(service, targets);
    add(table, "one at a time", single, nodes, kHat, graph);
    int n = targets.size();
    double[][][] changes = moveEach(service, targets);
    add(table, "INF-MAG", 2 * n, magnitudes(changes), nodes, kHat, graph);
    add(table, "INF-DIR", 2 * n, directions(changes), nodes, kHat, graph);
    PairScores infiltrated = magnitudes(joinEach(service, targets));
    add(table, "infiltration", n + 1, infiltrated, nodes, kHat, graph);
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
        found.price().links(),
        share(name, found.finding(), nodes, kHat, graph),
        found.edgeCount(),
        right);
  }

  private static void add(
      Table table,
      String name,
      int leaves,
      PairScores scores,
      InferenceNodes nodes,
      double kHat,
      Graph graph) {
    String share = share(name, Finding.of(scores), nodes, kHat, graph);
    table.row(name, nodes.targets().size() + 1, leaves, leaves, share, "", "");
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
    InferenceApi joined = service.join(own.build());
    InferenceQuery query = queryOf(service, 2 * n, n);
    DMatrixRMaj before = query.ask(joined, "the query before a leaf moves").copy();
    double[][][] changes = new double[n][][];
    for (int j = 0; j < n; j++) {
      InferenceQuery moved = query.with(FeatureEdit.scaling(n + j, 2));
      changes[j] = changes(before, moved.ask(joined, "the query that moves leaf " + j));
    }
    return changes;
  }

  /**
   * Joins one leaf at each target, which is read, and then a further one at one target at a time:
   * the infiltration of Meng, Bai, Chen, Hu, Xu and Weng ("Devil in Disguise", CCS 2023), where
   * nodes of the attacker befriend a victim and their answers are compared. This is our reading of
   * its idea, for pairs of targets: what a new friend of one changes in the answer of a friend of
   * the other. Their schemes for labels and attributes, and a classifier of answers, are left out.
   * Unlike a move of features, a further link also changes degrees, which leaves two steps from the
   * target see, too.
   *
   * @return how the leaf of target i changes when a further node joins at target j, by j and i
   */
  static double[][][] joinEach(JoinableApi service, IntList targets) {
    int n = targets.size();
    JoiningNodes.Builder leaves = JoiningNodes.builder();
    targets.forEach(leaves::leafAt);
    DMatrixRMaj before =
        queryOf(service, n, n).ask(service.join(leaves.build()), "the query before").copy();
    double[][][] changes = new double[n][][];
    for (int j = 0; j < n; j++) {
      JoiningNodes.Builder further = JoiningNodes.builder();
      targets.forEach(further::leafAt);
      further.leafAt(targets.getInt(j));
      InferenceApi joined = service.join(further.build());
      String name = "the query after a node joined at target " + j;
      changes[j] = changes(before, queryOf(service, n + 1, n).ask(joined, name));
    }
    return changes;
  }

  /** Returns a query in which own nodes have one vector, and the first of them are read. */
  private static InferenceQuery queryOf(JoinableApi service, int own, int read) {
    double[] vector = new Random(42).doubles(service.featureCount(), -1, 1).toArray();
    double[] ones = new double[own];
    Arrays.fill(ones, 1);
    return InferenceNodes.of(LowRankFeatures.of(ones, vector))
        .query()
        .observing(IntList.of(IntStream.range(0, read).toArray()));
  }

  private static double[][] changes(DMatrixRMaj before, DMatrixRMaj after) {
    double[][] changes = new double[before.numRows][before.numCols];
    for (int i = 0; i < before.numRows; i++) {
      for (int c = 0; c < before.numCols; c++) {
        changes[i][c] = after.get(i, c) - before.get(i, c);
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
