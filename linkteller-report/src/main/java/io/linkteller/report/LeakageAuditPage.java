package io.linkteller.report;

import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The page of a leakage audit. */
final class LeakageAuditPage {

  private static final int EDGES = 20;
  private static final int NODES = 10;

  private static final Metric RECALL = Metric.unmarked("recall", Unit.PERCENT, 1);
  private static final Metric PRECISION = Metric.unmarked("precision", Unit.PERCENT, 1);
  private static final Metric F1 = Metric.unmarked("F1", Unit.PERCENT, 1);
  private static final Metric SHARE = Metric.unmarked("share", Unit.PERCENT, 1);
  private static final Metric AUC = Metric.unmarked("AUC", Unit.FRACTION, 3);
  private static final Metric QUERIES = Metric.unmarked("queries", Unit.NUMBER, 0);
  private static final Metric RANK = Metric.unmarked("rank", Unit.NUMBER, 0);
  private static final Metric RANK_BY_FEATURES =
      Metric.unmarked("rank by features alone", Unit.NUMBER, 0);
  private static final Metric UP_TO_IT = Metric.unmarked("edges up to it", Unit.PERCENT, 1);
  private static final Metric EDGE_COUNT = Metric.unmarked("edges", Unit.NUMBER, 0);
  private static final Metric NAMED = Metric.unmarked("named", Unit.NUMBER, 0);
  private static final Metric THEOREM_6 =
      Metric.unmarked("precision at most, pairs independent (Theorem 6)", Unit.PERCENT, 2);
  private static final Metric ADVANTAGE =
      Metric.unmarked("advantage at most, any one pair", Unit.PERCENT, 1);
  private static final Metric AT_ONE_PERCENT =
      Metric.unmarked("true positives at most at 1 % false", Unit.PERCENT, 1);

  private LeakageAuditPage() {}

  static Report of(
      LeakageAuditReport report, String subject, Optional<LeakageAuditComparison> earlier) {
    Report.Builder page =
        Report.builder(LeakageAuditFiles.NAME, "Leakage audit: " + subject)
            .introduction(introduction(report));
    page.section("Assumptions");
    report.assumptions().forEach(page::text);
    earlier.ifPresent(comparison -> compare(page, comparison));
    page.section("Attacks")
        .text(
            String.format(
                Locale.ROOT,
                "Every attack at a believed density of %s. Exact influences were computed from the"
                    + " model; their queries are those that an attacker would ask.",
                number(report.kHat())))
        .table(attacks(report), Pivot.rows("attack").columns(Columns.METRIC));
    page.section("Strongest attack by belief")
        .table(beliefs(report), Pivot.rows("belief", "attack").columns(Columns.METRIC));
    page.section("Recall against queries")
        .figure(
            recallByQueries(report),
            "The best recall of the attacks that ask at most so many queries.");
    page.section("Most exposed edges and nodes")
        .text(
            "The rank of an edge is its place among all "
                + report.pairCount()
                + " pairs under the strongest attack. Beside it stands its place when pairs are"
                + " ranked by the likeness of their features, which needs no model.")
        .table(edges(report), Pivot.rows("edge").columns(Columns.METRIC))
        .table(nodes(report), Pivot.rows("node").columns(Columns.METRIC));
    page.section("What edge privacy would promise")
        .text(report.epsilonAssumption())
        .table(epsilons(report), Pivot.rows(Columns.EPSILON).columns(Columns.METRIC));
    page.section("Not tried");
    report.notTried().forEach(page::text);
    page.section("What would have to be believed");
    report.mustBeBelieved().forEach(page::text);
    return page.setting("schema of the JSON", LeakageAuditFiles.SCHEMA)
        .setting("targets", report.targetCount() + " of " + report.graphNodes() + " nodes")
        .setting("edges between targets", report.edgeCount())
        .setting("density", report.density())
        .setting("believed density", report.kHat())
        .build();
  }

  static String introduction(LeakageAuditReport report) {
    StrongestAttack strongest = report.strongest();
    EdgeMetrics found = strongest.found();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "The strongest attack tried, %s with %,d queries, names %,d of %,d edges between the"
                + " targets: recall %s%s, precision %s%s.",
            strongest.attack(),
            strongest.queries(),
            found.truePositives(),
            found.actual(),
            percent(found.recall()),
            report.recallInterval().map(LeakageAuditPage::interval).orElse(""),
            percent(found.precision()),
            report.precisionInterval().map(LeakageAuditPage::interval).orElse("")));
    text.append(
        String.format(
            Locale.ROOT,
            "%n%nFeatures alone, without a query, name %,d of these edges. %,d of those that the"
                + " strongest attack names are not among them.",
            report.featuresAlone().named(report.kHat()),
            report.namedBeyondFeatures()));
    long all = report.nodes().stream().filter(node -> node.named() == node.edges()).count();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%nOf %,d nodes with edges, %,d have all of them named.",
            report.nodes().size(),
            all));
    long unfit = report.attacks().stream().filter(outcome -> !outcome.fits()).count();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%n%,d attacks were tried, %,d of which did not fit. This page says what they found;"
                + " whether that is acceptable is for the owner to decide. It is as secret as the"
                + " graph.",
            report.attacks().size(),
            unfit));
    return text.toString();
  }

  private static String interval(ConfidenceInterval interval) {
    return String.format(
        Locale.ROOT,
        " (%.0f %% interval %s to %s)",
        100 * interval.confidence(),
        percent(interval.low()),
        percent(interval.high()));
  }

  private static void compare(Report.Builder page, LeakageAuditComparison comparison) {
    page.section("Compared with the earlier audit")
        .text(
            String.format(
                Locale.ROOT,
                "Recall was %s and is %s; precision was %s and is %s. The strongest attack was %s"
                    + " and is %s.",
                percent(comparison.earlierRecall()),
                percent(comparison.recall()),
                percent(comparison.earlierPrecision()),
                percent(comparison.precision()),
                comparison.earlierAttack(),
                comparison.attack()));
    comparison.remarks().forEach(page::text);
  }

  private static ResultTable attacks(LeakageAuditReport report) {
    ResultTable.Builder table = ResultTable.builder("Attacks, the strongest first", "attack");
    for (AttackOutcome outcome : report.attacks()) {
      table.row(outcome.attack());
      Optional<String> remark =
          outcome.fits()
              ? outcome.remark()
              : Optional.of("does not fit: " + outcome.remark().orElse("no reason given"));
      table.add(QUERIES, Measurement.of((double) outcome.queries()), Optional.empty(), remark);
      outcome
          .found()
          .ifPresent(
              found ->
                  table
                      .measured(RECALL, Measurement.of(found.recall()))
                      .measured(PRECISION, Measurement.of(found.precision()))
                      .measured(F1, Measurement.of(found.f1()))
                      .measured(SHARE, Measurement.of(found.shareOfBestF1())));
      outcome.auc().ifPresent(auc -> table.measured(AUC, Measurement.of(auc)));
    }
    return table.build();
  }

  private static ResultTable beliefs(LeakageAuditReport report) {
    ResultTable.Builder table = ResultTable.builder("By belief", "belief", "attack");
    for (StrongestAttack strongest : report.strongestByBelief()) {
      table
          .row(number(strongest.kHat()), strongest.attack())
          .measured(QUERIES, Measurement.of((double) strongest.queries()))
          .measured(RECALL, Measurement.of(strongest.found().recall()))
          .measured(PRECISION, Measurement.of(strongest.found().precision()));
    }
    return table.build();
  }

  private static LineFigure recallByQueries(LeakageAuditReport report) {
    List<LineFigure.Point> points = new ArrayList<>();
    double before = 0;
    long last = 0;
    for (LeakageAuditReport.RecallAtQueries step : report.recallByQueries()) {
      // A step: below this number of queries, the recall is that of fewer queries.
      if (step.queries() - 1 > last && !points.isEmpty()) {
        points.add(new LineFigure.Point(step.queries() - 1, Measurement.of(before)));
      }
      points.add(new LineFigure.Point(step.queries(), Measurement.of(step.recall())));
      before = step.recall();
      last = step.queries();
    }
    long most = report.attacks().stream().mapToLong(AttackOutcome::queries).max().orElse(last);
    if (most > last) {
      points.add(new LineFigure.Point(most, Measurement.of(before)));
    }
    return new LineFigure(
        "Recall against queries",
        "queries",
        RECALL,
        List.of(new LineFigure.Line("strongest attack tried", points)),
        List.of());
  }

  private static ResultTable edges(LeakageAuditReport report) {
    ResultTable.Builder table = ResultTable.builder("Most exposed edges", "edge");
    int most = Math.min(EDGES, report.edgeCount());
    for (ExposedEdge edge : report.exposure().edges().subList(0, most)) {
      table
          .row(edge.u() + " - " + edge.v())
          .measured(RANK, Measurement.of((double) edge.rank()))
          .measured(UP_TO_IT, Measurement.of(edge.precisionAtRank()))
          .measured(RANK_BY_FEATURES, Measurement.of((double) report.rankByFeatures(edge)));
    }
    return table.build();
  }

  private static ResultTable nodes(LeakageAuditReport report) {
    ResultTable.Builder table = ResultTable.builder("Most exposed nodes", "node");
    List<ExposedNode> nodes = report.nodes();
    for (ExposedNode node : nodes.subList(0, Math.min(NODES, nodes.size()))) {
      table
          .row(Integer.toString(node.node()))
          .measured(EDGE_COUNT, Measurement.of((double) node.edges()))
          .measured(NAMED, Measurement.of((double) node.named()))
          .measured(SHARE, Measurement.of(node.share()));
    }
    return table.build();
  }

  private static ResultTable epsilons(LeakageAuditReport report) {
    ResultTable.Builder table =
        ResultTable.builder("At a density of " + number(report.roundedDensity()), Columns.EPSILON);
    for (EpsilonRow row : report.epsilons()) {
      table
          .row(number(row.epsilon()))
          .measured(THEOREM_6, Measurement.of(row.theorem6()))
          .measured(ADVANTAGE, Measurement.of(row.advantage()))
          .measured(AT_ONE_PERCENT, Measurement.of(row.recallAtOnePercent()));
    }
    return table.build();
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
