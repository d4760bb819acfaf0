package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import java.io.PrintStream;
import java.util.Locale;

/** Trains a GCN, serves it on a private graph, and recovers edges of that graph with queries. */
public final class Quickstart {

  private Quickstart() {}

  /**
   * Runs the example.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    // Two similar social networks, each with 2,000 people, 10,000 friendships, 500 interests and 2
    // classes.
    InductivePair networks = SyntheticDataset.builder().build().generatePair("friends", 42);
    Dataset known = networks.train();
    Dataset secret = networks.inference();

    // Alice trains on the first network and serves predictions for the people in the second.
    GnnModel model =
        Trainer.builder()
            .epochs(60)
            .build()
            .train(
                Gcn.builder().layers(500, 32, 2).build(),
                known.graph(),
                known.features(),
                known.labels())
            .model();
    InferenceApi api = GraphOwner.of(secret.graph()).serve(model);

    // Bob knows the features, can query predictions, and assumes that 1 pair in 200 is an edge.
    LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(secret.features()), 0.005);

    // We compare his predictions with the private graph, which he has not seen.
    Graph truth = secret.graph();
    Table table = Table.of("pair", "rank", "score", "is an edge");
    for (int rank : new int[] {1, 10, 100, 1_000, 5_000, found.m()}) {
      ScoredPair pair = found.edges().get(rank - 1);
      table.row(
          pair.u() + " - " + pair.v(),
          rank,
          String.format(Locale.ROOT, "%.4f", pair.score()),
          truth.hasEdge(pair.u(), pair.v()) ? "yes" : "no");
    }
    out.println(table);
    EdgeMetrics metrics = PredictionMetrics.edges(found, truth);
    out.printf(
        Locale.ROOT,
        "With %,d queries, Bob predicted %,d of %,d pairs. %,d of the %,d edges are among them.%n",
        found.queries(),
        found.m(),
        found.scores().pairCount(),
        metrics.truePositives(),
        metrics.actual());
  }
}
