package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Evaluation;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.PrintStream;
import java.util.OptionalInt;

/**
 * Finds the smallest ε at which a GCN on the protected graph is more accurate than an MLP, whose
 * answers do not depend on edges. Also measures one attack at each ε; other attacks may find more.
 */
public final class ChooseEpsilon {

  private ChooseEpsilon() {}

  /**
   * Runs the example.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    Dataset data =
        SyntheticDataset.builder().nodes(600).classSignal(0.25).build().generate("friends", 42);
    NodeSplit split = NodeSplit.draw(data.graph().nodeCount(), 0.3, 0.3, 42);
    GraphOwner unprotected = GraphOwner.of(data.graph());

    ServedModel mlp = serve(Mlp.builder().layers(500, 32, 2).build(), unprotected, data, split);
    double toBeat = accuracy(mlp, data, split.validation());

    Table table = Table.of("epsilon", "validation accuracy", "edges found by the attack");
    table.row("MLP, no edges", Table.percent(toBeat), "none");
    OptionalInt chosen = OptionalInt.empty();
    for (int epsilon = 1; epsilon <= 8; epsilon++) {
      GraphOwner alice =
          unprotected.protectedForExperimentsBy(
              LapGraph.withEpsilon(epsilon).forExperiments(epsilon));
      ServedModel gcn = gcn(alice, data, split);
      if (chosen.isEmpty() && accuracy(gcn, data, split.validation()) > toBeat) {
        chosen = OptionalInt.of(epsilon);
      }
      report(Integer.toString(epsilon), gcn, data, split, table);
    }
    report("no protection", gcn(unprotected, data, split), data, split, table);
    out.println(table);
    out.println(
        chosen.isPresent()
            ? "Chosen: epsilon = " + chosen.getAsInt()
            : "No epsilon up to 8 is worth it: serve the MLP.");
  }

  private static ServedModel gcn(GraphOwner owner, Dataset data, NodeSplit split) {
    return serve(Gcn.builder().layers(500, 32, 2).build(), owner, data, split);
  }

  /**
   * Trains a model on the training nodes of the graph that the owner released, and serves it on the
   * same graph.
   */
  private static ServedModel serve(
      GnnModel model, GraphOwner owner, Dataset data, NodeSplit split) {
    TrainingData shown =
        owner.trainingData(data.features(), data.labels()).trainingOn(split.train());
    return owner.serve(Trainer.builder().epochs(40).build().train(model, shown).model());
  }

  private static double accuracy(ServedModel served, Dataset data, IntList nodes) {
    return Evaluation.of(
            served.predict(InferenceNodes.of(data.features()).query()), data.labels(), nodes)
        .score();
  }

  private static void report(
      String epsilon, ServedModel served, Dataset data, NodeSplit split, Table table) {
    EdgeMetrics metrics =
        PredictionMetrics.edges(
            LinkTeller.builder()
                .score(PairScore.SELF_NORMALIZED)
                .build()
                .run(served, InferenceNodes.of(data.features()), data.graph().density()),
            data.graph());
    table.row(
        epsilon,
        Table.percent(accuracy(served, data, split.validation())),
        Table.percent(metrics.recall()));
  }
}
