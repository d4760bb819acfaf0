package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PrecisionRecallCurve;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.figure.PrecisionRecallFigure;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares LinkTeller, with each of its scores, and four other attacks on one served model. The
 * model is a three-layer GCN: its answers depend on three-hop neighborhoods, so the scores differ.
 */
public final class CompareAttacks {

  /** The attacks whose curves are plotted; more curves would overlap. */
  private static final List<String> DRAWN =
      List.of(
          "LinkTeller, paper", "LinkTeller, reach-weighted", "compressed", "LSA2 on posteriors");

  private CompareAttacks() {}

  /**
   * Runs the example.
   *
   * @param args optionally, the file for the plot, with the extension {@code .png}; by default
   *     {@code compare-attacks.png}
   */
  public static void main(String[] args) {
    run(System.out, Path.of(args.length == 0 ? "compare-attacks.png" : args[0]));
  }

  static void run(PrintStream out, Path picture) {
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
    InferenceApi api = GraphOwner.of(secret.graph()).serve(model);

    Map<String, LinkAttack> attacks = new LinkedHashMap<>();
    for (PairScore score : PairScore.all()) {
      attacks.put("LinkTeller, " + score.name(), LinkTeller.builder().score(score).build());
    }
    attacks.put("compressed", LinkTeller.named("compressed"));
    attacks.put("LSA2 on posteriors", Lsa2Attack.onPosteriors());
    attacks.put("LSA2 on features", Lsa2Attack.onFeatures());
    attacks.put("random guess", LinkTeller.named("random"));

    // All attacks are given the true density, so each predicts as many pairs as there are edges.
    double density = secret.graph().density();
    Table table = Table.of("attack", "queries", "precision", "recall", "AUC");
    List<PrecisionRecallFigure.Curve> curves = new ArrayList<>();
    attacks.forEach(
        (name, attack) -> {
          LinkPrediction found = attack.run(api, InferenceNodes.of(secret.features()), density);
          EdgeMetrics metrics = PredictionMetrics.edges(found, secret.graph());
          table.row(
              name,
              found.queries(),
              Table.percent(metrics.precision()),
              Table.percent(metrics.recall()),
              String.format(Locale.ROOT, "%.4f", PredictionMetrics.rocAuc(found, secret.graph())));
          if (DRAWN.contains(name)) {
            curves.add(
                PrecisionRecallFigure.Curve.of(
                    name, PrecisionRecallCurve.of(found, secret.graph())));
          }
        });
    FigureFile.writePng(
        new PrecisionRecallFigure("Edges recovered from a 3-layer GCN", curves), picture);
    out.println(table);
    out.println("Precision against recall for other beliefs: " + picture);
  }
}
