package io.linkteller.report;

import io.linkteller.attack.Access;
import io.linkteller.eval.audit.AccessRow;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.graph.EdgeKind;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The page of a leakage audit. */
final class LeakageAuditPage {

  private static final int EDGES = 20;
  private static final int NODES = 10;

  private static final Metric RECALL = PageParts.percent("recall", 1);
  private static final Metric F1 = PageParts.percent("F1 at the best belief", 1);
  private static final Metric AUC = Metric.unmarked("AUC", Unit.FRACTION, 3);

  /** The attack with which readers compare others. */
  private static final String PAPER = "linkteller";

  private static final Metric RANK = PageParts.count("rank");
  private static final Metric RANK_BY_FEATURES = PageParts.count("rank by features alone");
  private static final Metric FOUND = PageParts.count("found");
  private static final Metric THEOREM_6 =
      PageParts.percent("precision at most if pairs are independent (Theorem 6)", 2);
  private static final Metric WITH_PRIORS =
      PageParts.percent("precision at most if independent given features", 2);
  private static final Metric ADVANTAGE =
      PageParts.percent("advantage at most for any one pair", 1);
  private static final Metric AT_ONE_PERCENT =
      PageParts.percent("true positives at most, at 1 % false positives", 1);

  private LeakageAuditPage() {}

  static Report of(
      LeakageAuditReport report, String subject, Optional<LeakageAuditComparison> earlier) {
    EdgeKind kind = report.verdict().kind();
    Report.Builder page = begin(subject, report.verdict().sentences());
    page.list(report.verdict().nextSteps().stream().map(report.verdict()::sentence).toList())
        .section("By the attackers' access")
        .text(
            kind.fill(
                "The strongest attack for each access that an attack needs. Its recall and"
                    + " precision are equal, since it predicts as many {pairs} as there are"
                    + " {edges}."))
        .table(
            accesses(report),
            Pivot.rows("access", "nodes", "features", "answers", "attack").columns(Columns.METRIC))
        .section("Details")
        .list(details(report));
    earlier.ifPresent(comparison -> compare(page, comparison));
    page.section("Attacks")
        .text(
            kind.fill(
                "Each attack has the access with the given number and predicts as many {pairs} as"
                    + " there are {edges}."))
        .table(attacks(report), Pivot.rows("attack", "access").columns(Columns.METRIC));
    page.section("Recall against queries")
        .figure(
            recallByQueries(report),
            "The best recall of the attacks with at most this many queries.");
    page.section(kind.fill("Most exposed {edges} and nodes"))
        .text(
            kind.format(
                "The rank of an {edge} is its position among all %,d {pairs} under the strongest"
                    + " attack. The rank by features alone needs no model: it is the better of the"
                    + " ranks by similarity and by the link predictor.",
                report.pairCount()))
        .table(edges(report), Pivot.rows(kind.fill("{edge}")).columns(Columns.METRIC))
        .table(
            PageParts.nodes(
                report.nodes().stream().limit(NODES).toList(),
                report.names(),
                PageParts.count(kind.fill("{edges}")),
                FOUND),
            Pivot.rows(PageParts.NODE).columns(Columns.METRIC));
    page.section("What edge privacy would guarantee")
        .text(report.epsilonAssumption())
        .table(epsilons(report), Pivot.rows(Columns.EPSILON).columns(Columns.METRIC));
    page.section("Not tried").list(report.notTried());
    page.section("The figures are upper bounds if").list(report.upperBoundAssumptions());
    return page.setting("schema of the JSON", LeakageAuditFiles.SCHEMA)
        .setting(
            "targets",
            String.format(
                Locale.ROOT,
                "%,d of %,d nodes",
                report.verdict().targets(),
                report.verdict().graphNodes()))
        .setting(kind.fill("{edges} between targets"), report.verdict().edges())
        .setting("density", report.density())
        .build();
  }

  /**
   * Begins a page with the verdict, one sentence per paragraph, and the heading of the next steps.
   */
  static Report.Builder begin(String subject, List<String> verdict) {
    List<String> said = new ArrayList<>(verdict);
    said.add("This page is as confidential as the graph.");
    return Report.builder(LeakageAuditFiles.NAME, "Leakage audit: " + subject)
        .introduction(String.join("\n\n", said))
        .section("What to do next");
  }

  private static List<String> details(LeakageAuditReport report) {
    EdgeKind kind = report.verdict().kind();
    List<String> said = new ArrayList<>(report.verdict().details());
    said.add(
        kind.format(
            "A link predictor on features, trained on the true graph by cross-validation, predicts"
                + " %,d of these {edges}. The strongest attack predicts %,d that the link predictor"
                + " does not.",
            report.predictedFromFeatures().edgesAmong(report.verdict().edges()),
            report.edgesBeyondFeatures()));
    said.add(
        kind.format(
            "Of the %,d nodes with {edges}, %,d have all their {edges} predicted.",
            report.nodes().size(),
            report.nodes().stream().filter(node -> node.found() == node.edges()).count()));
    said.addAll(report.assumptions());
    return said;
  }

  private static void compare(Report.Builder page, LeakageAuditComparison comparison) {
    page.section("Compared with the earlier audit")
        .text(
            String.format(
                Locale.ROOT,
                "Recall changed from %s to %s, precision from %s to %s. The strongest attack was %s"
                    + " and is now %s.",
                LeakageVerdict.percent(comparison.earlierRecall()),
                LeakageVerdict.percent(comparison.recall()),
                LeakageVerdict.percent(comparison.earlierPrecision()),
                LeakageVerdict.percent(comparison.precision()),
                comparison.earlierAttack(),
                comparison.attack()));
    if (!comparison.remarks().isEmpty()) {
      page.list(comparison.remarks());
    }
  }

  private static ResultTable accesses(LeakageAuditReport report) {
    ResultTable.Builder table =
        ResultTable.builder("By access", "access", "nodes", "features", "answers", "attack");
    int number = 0;
    for (AccessRow row : report.accesses()) {
      StrongestAttack strongest = row.strongest();
      table
          .row(
              Integer.toString(++number),
              nodes(row.access()),
              features(row.access()),
              answers(row.access()),
              strongest.attack())
          .measured(PageParts.QUERIES, (double) strongest.queries())
          .measured(RECALL, strongest.found().recall())
          .measured(PageParts.LOW, strongest.recall().low())
          .measured(PageParts.HIGH, strongest.recall().high());
    }
    return table.build();
  }

  private static String nodes(Access access) {
    String about =
        !access.mayAsk(1)
            ? "no query"
            : access.nodes() == Access.Nodes.ANY_SUBSET ? "parts" : "whole graph";
    return about + (access.joining().isPresent() ? ", own nodes join" : "");
  }

  private static String features(Access access) {
    return access.features().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String answers(Access access) {
    return access.mayAsk(1)
        ? access.answers()
            + " for "
            + switch (access.answersFor()) {
              case OWN -> "own nodes";
              case TARGETS -> "targets";
              case ALL -> "all nodes";
            }
        : "none";
  }

  private static ResultTable attacks(LeakageAuditReport report) {
    ResultTable.Builder table = ResultTable.builder("Attacks, strongest first", "attack", "access");
    for (AttackOutcome outcome : report.attacks()) {
      table.row(
          outcome.attack(),
          outcome.fits() ? Integer.toString(report.accessNumber(outcome)) : "none");
      Optional<String> remark = outcome.fits() ? outcome.remark() : Optional.of(outcome.reason());
      table.add(
          PageParts.QUERIES, Measurement.of((double) outcome.queries()), Optional.empty(), remark);
      outcome.atTrueCount().ifPresent(cut -> table.measured(RECALL, cut.found().recall()));
      outcome.atBestBelief().ifPresent(cut -> table.measured(F1, cut.found().f1()));
      outcome.auc().ifPresent(auc -> table.measured(AUC, auc));
    }
    return table.build();
  }

  private static LineFigure recallByQueries(LeakageAuditReport report) {
    List<LineFigure.Point> points = new ArrayList<>();
    for (AttackOutcome step : report.recallByQueries()) {
      double recall = step.atTrueCount().orElseThrow().found().recall();
      points.add(new LineFigure.Point(step.queries(), Measurement.of(recall)));
    }
    // No attack finds more with more queries, so the figure ends soon after the last step, but not
    // before the number of queries of the paper's attack.
    LineFigure.Point last = points.get(points.size() - 1);
    long end = Math.round(1.2 * Math.max(last.x(), report.verdict().targets() + 1));
    points.add(new LineFigure.Point(end, last.y()));
    List<LineFigure.Line> lines = new ArrayList<>();
    lines.add(new LineFigure.Line("strongest attack tried", points, true));
    for (AttackOutcome outcome : report.attacks()) {
      if (outcome.attack().equals(PAPER) && outcome.fits()) {
        Measurement recall = Measurement.of(outcome.atTrueCount().orElseThrow().found().recall());
        lines.add(
            new LineFigure.Line(
                "LinkTeller, the paper's attack",
                List.of(
                    new LineFigure.Point(outcome.queries(), recall),
                    new LineFigure.Point(end, recall)),
                true));
      }
    }
    // The level line keeps the vertical axis from exaggerating small differences.
    return new LineFigure(
        "Recall against queries",
        "queries",
        RECALL,
        lines,
        List.of(
            new LineFigure.Baseline(
                report.verdict().kind().fill("every {edge}"), Measurement.of(1))));
  }

  private static ResultTable edges(LeakageAuditReport report) {
    EdgeKind kind = report.verdict().kind();
    Metric upToIt = PageParts.percent(kind.fill("{edges} up to it"), 1);
    ResultTable.Builder table =
        ResultTable.builder(kind.fill("Most exposed {edges}"), kind.fill("{edge}"));
    for (ExposedEdge edge : report.edgesInEvidence().stream().limit(EDGES).toList()) {
      table
          .row(report.names().of(edge.u()) + kind.link() + report.names().of(edge.v()))
          .measured(RANK, (double) edge.rank())
          .measured(upToIt, edge.precisionAtRank())
          .measured(RANK_BY_FEATURES, (double) report.rankByFeatures(edge));
    }
    return table.build();
  }

  private static ResultTable epsilons(LeakageAuditReport report) {
    ResultTable.Builder table =
        ResultTable.builder(
            "At a density of " + PageParts.number(report.roundedDensity()), Columns.EPSILON);
    for (EpsilonRow row : report.epsilons()) {
      table
          .row(PageParts.number(row.epsilon()))
          .measured(THEOREM_6, row.theorem6())
          .measured(WITH_PRIORS, row.withFeaturePriors())
          .measured(ADVANTAGE, row.advantage())
          .measured(AT_ONE_PERCENT, row.recallAtOnePercent());
    }
    return table.build();
  }
}
