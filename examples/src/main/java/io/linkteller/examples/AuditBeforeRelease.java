package io.linkteller.examples;

import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.LapGraph;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import java.io.PrintStream;
import java.util.Locale;

/**
 * An owner looks before serving: which edges would an attack name, whose are they, and is that more
 * than the owner accepts? No query is made; the audit differentiates the model.
 */
public final class AuditBeforeRelease {

  /** The owner's own rule: an attacker who knows the density may be right about 1 pair in 10. */
  private static final double ACCEPTED_PRECISION = 0.1;

  private AuditBeforeRelease() {}

  /**
   * Runs the program.
   *
   * @param args none
   */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    InductivePair networks =
        SyntheticDataset.builder().nodes(1_000).build().generatePair("friends", 42);
    Dataset known = networks.train();
    Dataset secret = networks.inference();
    Gcn model =
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
    LeakageReport open = audit(model, alice, secret);
    Table edges = Table.of("edge", "rank among all pairs", "precision up to it");
    for (ExposedEdge edge : open.edges().subList(0, 3)) {
      edges.row(
          edge.u() + " - " + edge.v(),
          String.format(Locale.ROOT, "%,d of %,d", edge.rank(), open.pairCount()),
          Table.percent(edge.precisionAtRank()));
    }
    out.println(edges);
    Table nodes = Table.of("node", "edges", "of them named");
    for (ExposedNode node : open.nodes(open.density()).subList(0, 3)) {
      nodes.row(node.node(), node.edges(), node.named());
    }
    out.println(nodes);
    out.println(verdict(open));

    out.println();
    out.println("Served on a graph that LapGraph perturbed, epsilon = 1");
    GraphOwner careful =
        alice.protectedForExperimentsBy(LapGraph.withEpsilon(1).forExperiments(42));
    out.println(verdict(audit(model, careful, secret)));
  }

  /** What leaks of the true graph from a model on the graph that is served. */
  private static LeakageReport audit(Gcn model, GraphOwner owner, Dataset secret) {
    PairScore score = PairScore.REACH_WEIGHTED;
    InfluenceAudit audit = InfluenceAudit.exact(model, owner.view(), secret.features());
    return LeakageReport.of(
        score.of(audit.influences(score.extent(), secret.graph().nodes())),
        secret.graph().nodes(),
        secret.graph());
  }

  private static String verdict(LeakageReport report) {
    double precision = report.precision(report.density());
    return String.format(
        Locale.ROOT,
        "%s: an attacker who knows the density names %s of the edges, with precision %s"
            + " where %s is accepted.",
        precision <= ACCEPTED_PRECISION ? "Release" : "Do not release",
        Table.percent(report.recall(report.density())),
        Table.percent(precision),
        Table.percent(ACCEPTED_PRECISION));
  }
}
