package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.bound.PrecisionBound;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Evaluation;
import io.linkteller.models.train.Trainer;
import java.io.PrintStream;

/**
 * Measures the effect of graph perturbation on accuracy and on an attack. The owner perturbs the
 * training graph and the served graph, each once.
 */
public final class ProtectAGraph {

  private ProtectAGraph() {}

  /**
   * Runs the example.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    InductivePair networks =
        SyntheticDataset.builder().nodes(1_000).build().generatePair("friends", 42);
    GraphOwner training = GraphOwner.of(networks.train().graph());
    GraphOwner serving = GraphOwner.of(networks.inference().graph());
    Table table =
        Table.of(
            "graph",
            "edges",
            "true edges",
            "accuracy",
            "attack's precision",
            "bound if pairs are independent");
    report("unprotected", training, serving, networks, table);
    // Seeds make this table reproducible. For real data, omit them, so that the random bits come
    // from a secure source.
    for (int epsilon : new int[] {8, 5, 2}) {
      report(
          "EdgeRand, epsilon = " + epsilon,
          training.protectedForExperimentsBy(EdgeRand.withEpsilon(epsilon).forExperiments(1)),
          serving.protectedForExperimentsBy(EdgeRand.withEpsilon(epsilon).forExperiments(2)),
          networks,
          table);
      report(
          "LapGraph, epsilon = " + epsilon,
          training.protectedForExperimentsBy(LapGraph.withEpsilon(epsilon).forExperiments(1)),
          serving.protectedForExperimentsBy(LapGraph.withEpsilon(epsilon).forExperiments(2)),
          networks,
          table);
    }
    out.println(table);
    out.println(
        "The last column is the bound of Theorem 6, which assumes that each pair is an edge"
            + " independently of features and of all other pairs. Differential privacy only limits"
            + " what the answers reveal in addition to these.");
  }

  private static void report(
      String name, GraphOwner training, GraphOwner serving, InductivePair networks, Table table) {
    Dataset known = networks.train();
    Dataset secret = networks.inference();
    GnnModel model =
        Trainer.builder()
            .epochs(60)
            .build()
            .train(
                Gcn.builder().layers(500, 32, 2).build(),
                training.trainingData(known.features(), known.labels()))
            .model();
    ServedModel api = serving.serve(model);
    InferenceNodes nodes = InferenceNodes.of(secret.features());
    double density = secret.graph().density();
    LinkPrediction found = LinkTeller.attack(api, nodes, density);
    String promised =
        serving
            .guarantee()
            .map(promise -> Table.percent(PrecisionBound.theorem6(promise.epsilon(), density)))
            .orElse("nothing");
    table.row(
        name,
        serving.view().edgeCount(),
        EdgeMetrics.of(serving.view(), secret.graph()).truePositives(),
        Table.percent(
            Evaluation.of(api.predict(nodes.query()), secret.labels(), secret.graph().nodes())
                .score()),
        Table.percent(PredictionMetrics.edges(found, secret.graph()).precision()),
        promised);
  }
}
