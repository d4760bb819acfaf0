package io.linkteller.report;

import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.audit.LeakageReport;
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
import java.util.stream.Stream;

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
      Metric.unmarked("precision at most if pairs are independent (Theorem 6)", Unit.PERCENT, 2);
  private static final Metric WITH_PRIORS =
      Metric.unmarked("precision at most if independent given features", Unit.PERCENT, 2);
  private static final Metric ADVANTAGE =
      Metric.unmarked("advantage at most for any one pair", Unit.PERCENT, 1);
  private static final Metric AT_ONE_PERCENT =
      Metric.unmarked("true positives at most at 1 % false ones", Unit.PERCENT, 1);

  private LeakageAuditPage() {}

  static Report of(
      LeakageAuditReport report, String subject, Optional<LeakageAuditComparison> earlier) {
    Report.Builder page =
        Report.builder(LeakageAuditFiles.NAME, "Leakage audit: " + subject)
            .introduction(introduction(report));
    page.section("In numbers")
        .table(verdict(report), Pivot.rows("found by").columns(Columns.METRIC))
        .section("Assumptions")
        .list(report.assumptions());
    earlier.ifPresent(comparison -> compare(page, comparison));
    page.section("Attacks")
        .text(
            String.format(
                Locale.ROOT,
                "Every attack at a believed density of %s.%s",
                number(report.kHat()),
                report.attacks().stream().anyMatch(AttackOutcome::whiteBox)
                    ? " Exact influences were computed from the model; their queries are those that"
                        + " an attacker would ask."
                    : ""))
        .table(attacks(report), Pivot.rows("attack").columns(Columns.METRIC));
    page.section("Strongest attack by belief")
        .table(beliefs(report), Pivot.rows("belief", "attack").columns(Columns.METRIC));
    page.section("Recall against queries")
        .figure(
            recallByQueries(report),
            "The best recall of the runs that asked at most so many queries: of each attack as it"
                + " is, and of LinkTeller and the spectral root under limits. The second line is"
                + " LinkTeller with the features as they are and the paper's score, or the larger"
                + " of both directions, which it needs where some targets were not probed.");
    page.section("Most exposed edges and nodes")
        .text(
            String.format(
                Locale.ROOT,
                "The rank of an edge is its place among all %,d pairs under the strongest attack."
                    + " Beside it stands its place when pairs are ranked by their features, without"
                    + " a model: the better of those that likeness and the link predictor give it.",
                report.pairCount()))
        .table(edges(report), Pivot.rows("edge").columns(Columns.METRIC))
        .table(nodes(report), Pivot.rows("node").columns(Columns.METRIC));
    page.section("What edge privacy would promise")
        .text(report.epsilonAssumption())
        .table(epsilons(report), Pivot.rows(Columns.EPSILON).columns(Columns.METRIC));
    page.section("Not tried").list(report.notTried());
    page.section("What would have to be believed").list(report.mustBeBelieved());
    return page.setting("schema of the JSON", LeakageAuditFiles.SCHEMA)
        .setting(
            "targets",
            String.format(
                Locale.ROOT, "%,d of %,d nodes", report.targetCount(), report.graphNodes()))
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
    if (found.predicted() < found.actual()) {
      text.append(
          String.format(
              Locale.ROOT,
              " At the believed density an attack names %,d pairs, fewer than there are edges.",
              found.predicted()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%n%nWithout a query, the likeness of features names %,d of these edges. A link"
                + " predictor on features, trained on the true graph by cross-validation, names"
                + " %,d. The strongest attack names %,d that neither of the two names.",
            report.featuresAlone().named(report.kHat()),
            report.predictedFromFeatures().named(report.kHat()),
            report.namedBeyondFeatures()));
    long all = report.nodes().stream().filter(node -> node.named() == node.edges()).count();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%nOf %,d nodes with edges, %,d have all of them named.",
            report.nodes().size(),
            all));
    long unfit = report.attacks().stream().filter(outcome -> !outcome.fits()).count();
    // Not those for comparison, which the attackers assumed can't run.
    long counted = report.attacks().stream().filter(AttackOutcome::counts).count();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%n%,d attacks were tried; %,d did not fit. This page says what they found;"
                + " whether that is acceptable is for the owner to decide. It is as secret as the"
                + " graph.",
            counted + unfit,
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
    if (!comparison.remarks().isEmpty()) {
      page.list(comparison.remarks());
    }
  }

  private static ResultTable verdict(LeakageAuditReport report) {
    ResultTable.Builder table =
        ResultTable.builder(
            String.format(
                Locale.ROOT,
                "Of %,d edges among %,d targets",
                report.edgeCount(),
                report.targetCount()),
            "found by");
    found(table, "the strongest attack", report.exposure(), report);
    found(table, "likeness of features, no query", report.featuresAlone(), report);
    found(table, "link predictor on features, no query", report.predictedFromFeatures(), report);
    return table.build();
  }

  private static void found(
      ResultTable.Builder table, String by, LeakageReport exposure, LeakageAuditReport report) {
    double kHat = report.kHat();
    table
        .row(by)
        .measured(NAMED, Measurement.of((double) exposure.named(kHat)))
        .measured(RECALL, Measurement.of(exposure.recall(kHat)))
        .measured(PRECISION, Measurement.of(exposure.precision(kHat)))
        .measured(AUC, Measurement.of(exposure.auc()));
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
    List<LeakageAuditReport.RecallAtQueries> strongest = report.recallByQueries();
    List<LeakageAuditReport.RecallAtQueries> linkTeller = report.recallByQueriesOfLinkTeller();
    // No attack finds more with more queries, so the figure ends soon after the last step, but
    // not before the number of queries with which LinkTeller measures all targets, if allowed.
    long shown =
        Math.round(
            1.2
                * Stream.concat(strongest.stream(), linkTeller.stream())
                    .mapToLong(LeakageAuditReport.RecallAtQueries::queries)
                    .reduce(report.targetCount() + 1L, Math::max));
    long most = Math.min(shown, report.attacker().queryLimit().orElse(shown));
    List<LineFigure.Line> lines = new ArrayList<>();
    lines.add(steps("strongest attack tried", strongest, most));
    if (!linkTeller.isEmpty()) {
      String attack = linkTeller.get(0).attack();
      // The name ends with the score.
      String withStep = attack.substring(0, attack.lastIndexOf(", "));
      lines.add(steps(withStep + ", scores paper and max", linkTeller, most));
    }
    // The level line keeps the vertical axis from growing small differences.
    return new LineFigure(
        "Recall against queries",
        "queries",
        RECALL,
        lines,
        List.of(new LineFigure.Baseline("every edge", Measurement.of(1))));
  }

  private static LineFigure.Line steps(
      String name, List<LeakageAuditReport.RecallAtQueries> steps, long most) {
    List<LineFigure.Point> points = new ArrayList<>();
    steps.forEach(
        step -> points.add(new LineFigure.Point(step.queries(), Measurement.of(step.recall()))));
    LeakageAuditReport.RecallAtQueries last = steps.get(steps.size() - 1);
    if (most > last.queries()) {
      points.add(new LineFigure.Point(most, Measurement.of(last.recall())));
    }
    return new LineFigure.Line(name, points, true);
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
          .measured(WITH_PRIORS, Measurement.of(row.withFeaturePriors()))
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
