package io.linkteller.examples;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import io.linkteller.report.LeakageAuditFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Audits a model before it is served: measures how much each attack finds, and lists the most
 * exposed edges and nodes. The owner decides what is acceptable.
 */
public final class AuditBeforeRelease {

  private AuditBeforeRelease() {}

  /**
   * Runs the example.
   *
   * @param args optionally, the directory for both reports, which are written as HTML, Markdown and
   *     JSON
   */
  public static void main(String[] args) {
    run(System.out, args.length == 0 ? Optional.empty() : Optional.of(Path.of(args[0])));
  }

  static void run(PrintStream out, Optional<Path> directory) {
    InductivePair networks =
        SyntheticDataset.builder().nodes(500).build().generatePair("friends", 42);
    Dataset known = networks.train();
    Dataset secret = networks.inference();
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

    out.println("Served on the graph itself");
    GraphOwner alice = GraphOwner.of(secret.graph());
    LeakageAuditReport open = audit(model, alice, secret);
    print(open, out);
    out.println();
    out.println("Served on a graph that LapGraph perturbed, epsilon = 1");
    GraphOwner careful =
        alice.protectedForExperimentsBy(LapGraph.withEpsilon(1).forExperiments(42));
    LeakageAuditReport perturbed = audit(model, careful, secret);
    print(perturbed, out);
    directory.ifPresent(
        to -> {
          write(open, "served on the graph itself", to.resolve("open"), out);
          write(perturbed, "LapGraph, epsilon = 1", to.resolve("perturbed"), out);
        });
  }

  /** Writes the full report, with figures, assumptions, tables, a curve and limitations. */
  private static void write(
      LeakageAuditReport report, String subject, Path directory, PrintStream out) {
    LeakageAuditFiles.write(report, subject, Optional.empty(), Optional.empty(), directory)
        .forEach(file -> out.println("written: " + file));
  }

  /** Measures how much of the true graph a model reveals when the owner serves it. */
  private static LeakageAuditReport audit(GnnModel model, GraphOwner owner, Dataset secret) {
    return LeakageAudit.builder()
        .build()
        .run(owner.serve(model), secret.graph(), InferenceNodes.of(secret.features()));
  }

  private static void print(LeakageAuditReport report, PrintStream out) {
    report.verdict().sentences().forEach(out::println);
    Table attacks = Table.of("attack", "queries", "recall");
    for (AttackOutcome outcome : report.attacks()) {
      outcome
          .atTrueCount()
          .ifPresent(
              cut ->
                  attacks.row(
                      outcome.attack(), outcome.queries(), Table.percent(cut.found().recall())));
    }
    out.println(attacks);
    out.printf(
        Locale.ROOT,
        "A link predictor on features finds %,d edges; the strongest attack finds %,d others.%n",
        report.predictedFromFeatures().edgesAmong(report.verdict().edges()),
        report.edgesBeyondFeatures());
    Table edges = Table.of("edge", "rank among all pairs", "rank by features alone");
    for (ExposedEdge edge : report.exposure().edges().subList(0, 3)) {
      edges.row(
          edge.u() + " - " + edge.v(),
          String.format(Locale.ROOT, "%,d of %,d", edge.rank(), report.pairCount()),
          String.format(Locale.ROOT, "%,d", report.rankByFeatures(edge)));
    }
    out.println(edges);
    Table nodes = Table.of("node", "edges", "edges found");
    for (ExposedNode node : report.nodes().subList(0, 3)) {
      nodes.row(node.node(), node.edges(), node.found());
    }
    out.println(nodes);
    out.println("Assumed:");
    report.assumptions().forEach(sentence -> out.println("- " + sentence));
    out.println("Not tried:");
    report.notTried().forEach(sentence -> out.println("- " + sentence));
    out.println("The figures are upper bounds if:");
    report.upperBoundAssumptions().forEach(sentence -> out.println("- " + sentence));
  }
}
