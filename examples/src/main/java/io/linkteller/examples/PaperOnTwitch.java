package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.eval.bound.PrecisionBound;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Attacks twitch-RU with three scores, one of them custom, and behind EdgeRand. */
public final class PaperOnTwitch {

  /** Scores a pair by the weaker of its two influences. */
  private static final class Weaker implements PairScore {

    @Override
    public String name() {
      return "weaker";
    }

    @Override
    public PairScores score(InfluenceMatrix m, int parallelism) {
      return PairScores.ofAll(
          m.targetCount(), (i, j) -> Math.min(m.influence(i, j), m.influence(j, i)));
    }
  }

  private final Graph truth;
  private final InferenceNodes nodes;
  private final double kHat;
  private final PrintStream out;

  private PaperOnTwitch(Graph truth, FeatureMatrix x, PrintStream out) {
    // The paper's 500 targets. The attacker's belief is their rounded density.
    DegreeThresholds thresholds = DegreeThresholds.forTwitch("RU");
    NodeSample sample =
        NodeSample.draw(truth, DegreeClass.UNCONSTRAINED, thresholds, NodeSample.PAPER_SIZE, 42);
    this.truth = truth;
    this.nodes = InferenceNodes.of(x).targeting(sample.nodes());
    this.kHat = RoundedDensity.of(truth.inducedSubgraph(sample.nodes())).kHat(BeliefFactor.RIGHT);
    this.out = out;
  }

  /**
   * Runs the example.
   *
   * @param args the directory of the twitch data, and the file of the model's weights
   */
  public static void main(String[] args) {
    run(Path.of(args[0]), Path.of(args[1]), System.out);
  }

  static void run(Path data, Path file, PrintStream out) {
    Dataset russia = TwitchDataset.load(data, "RU");
    ModelWeights weights = ModelWeights.read(file);
    FeatureMatrix x = weights.scaler().orElseThrow().transform((SparseFeatures) russia.features());
    GnnModel model = Gcn.ofParameters(weights.parameters(), Normalization.FIRST_ORDER_GCN);
    PaperOnTwitch paper = new PaperOnTwitch(russia.graph(), x, out);

    GraphOwner alice = GraphOwner.of(russia.graph());
    for (PairScore score : List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, new Weaker())) {
      paper.attack(score.name(), alice.serve(model), score);
    }
    for (int epsilon : new int[] {7, 5, 3}) {
      GraphOwner careful =
          alice.protectedForExperimentsBy(EdgeRand.withEpsilon(epsilon).forExperiments(1));
      double bound = PrecisionBound.theorem6(epsilon, paper.kHat);
      String name = String.format(Locale.ROOT, "EdgeRand %d, bound %.3f", epsilon, bound);
      paper.attack(name, careful.acceptingUncoveredWeights().serve(model), PairScore.PAPER);
    }
  }

  private void attack(String name, InferenceApi api, PairScore score) {
    LinkPrediction found = LinkTeller.builder().score(score).build().run(api, nodes, kHat);
    EdgeMetrics edges = PredictionMetrics.edges(found, truth);
    double auc = PredictionMetrics.rocAuc(found, truth);
    out.printf(
        Locale.ROOT,
        "%-25s precision %.3f, recall %.3f, AUC %.3f%n",
        name,
        edges.precision(),
        edges.recall(),
        auc);
  }
}
