package io.linkteller.cli;

import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.PairScore;
import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.EpsilonRow;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.bound.PrecisionBound;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.report.LeakageAuditComparison;
import io.linkteller.report.LeakageAuditFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The report of the command {@code audit}.
 *
 * @param data the audited data
 * @param model a readable description of the model and its origin
 * @param subject a short description of the subject of the audit
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 * @param utility the utility of its predictions, by the measure of the data
 * @param leakage the leakage, by exact influences or by the strongest attack
 * @param score the score of exact influences; empty for an external model, which is only attacked
 * @param kHat the attacker's belief
 * @param seconds the time of the audit by exact influences, or of the attacks if there is none
 * @param attacked the results of all applicable attacks on a sample
 * @param comparison the changes since an earlier audit, if one was given
 */
record AuditReport(
    ServedData data,
    String model,
    String subject,
    double trainSeconds,
    OptionalDouble utility,
    LeakageReport leakage,
    Optional<PairScore> score,
    double kHat,
    double seconds,
    LeakageAuditReport attacked,
    Optional<LeakageAuditComparison> comparison) {

  private static final int TOP_NODES = 5;

  /** Upper limits that an owner may set for the precision of attacks. */
  private static final double[] TOLERATED = {0.5, 0.1};

  private EdgeMetrics metrics() {
    return new EdgeMetrics(
        leakage.named(kHat),
        DensityBelief.edgeCount(kHat, leakage.targets().size()),
        leakage.edgeCount());
  }

  private Optional<Double> auc() {
    return leakage.edgeCount() == leakage.pairCount()
        ? Optional.empty()
        : Optional.of(leakage.auc());
  }

  /** Returns the fields of the JSON output. */
  Map<String, Object> fields(int top) {
    EdgeMetrics metrics = metrics();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", data.served().name());
    fields.put("nodes", data.served().graph().nodeCount());
    fields.put("edges", leakage.edgeCount());
    fields.put("density", leakage.density());
    score.ifPresentOrElse(
        each -> fields.put("score", each.name()),
        () -> {
          fields.put("targets", attacked.targetCount());
          fields.put("attack", attacked.strongest().attack());
        });
    fields.put("kHat", kHat);
    fields.put("m", metrics.predicted());
    fields.put("truePositives", metrics.truePositives());
    fields.put("precision", metrics.precision());
    fields.put("recall", metrics.recall());
    fields.put("f1", metrics.f1());
    auc().ifPresent(auc -> fields.put("auc", auc));
    utility.ifPresent(value -> fields.put(data.utility().orElseThrow().field(), value));
    fields.put("trainSeconds", trainSeconds);
    fields.put("auditSeconds", seconds);
    Map<String, Object> epsilons = new LinkedHashMap<>();
    for (double precision : TOLERATED) {
      epsilon(precision).ifPresent(e -> epsilons.put(Double.toString(precision), e));
    }
    fields.put("epsilonForPrecision", epsilons);
    fields.put("epsilonAssumption", attacked.epsilonAssumption());
    fields.put("mostExposed", ExposureTable.first(leakage, top));
    List<ExposedNode> nodes = leakage.nodes(kHat);
    fields.put("mostExposedNodes", nodes.subList(0, Math.min(top, nodes.size())));
    fields.put("leakageAudit", LeakageAuditFiles.fields(attacked, subject));
    comparison.ifPresent(changed -> fields.put("comparison", changed));
    return fields;
  }

  /** Rounds down, at the density rounded to one digit, since the exact numbers would reveal |E|. */
  private Optional<Double> epsilon(double precision) {
    double density = RoundedDensity.of(data.served().graph()).value().doubleValue();
    return density > precision
        ? Optional.empty()
        : Optional.of(Math.floor(10 * PrecisionBound.epsilonFor(precision, density)) / 10);
  }

  /** Returns the text output. */
  String text(int top) {
    StringBuilder text = new StringBuilder();
    EdgeMetrics metrics = metrics();
    List<ExposedNode> nodes = leakage.nodes(kHat);
    add(
        text,
        "%s: %,d nodes, %,d of %,d pairs%s are edges (density %.3g)%n",
        data.served().name(),
        data.served().graph().nodeCount(),
        leakage.edgeCount(),
        leakage.pairCount(),
        score.isPresent()
            ? ""
            : String.format(Locale.ROOT, " of %,d targets", attacked.targetCount()),
        leakage.density());
    add(
        text,
        "model: %s%s%n",
        model,
        utility.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ", %s %.3f",
                data.utility().orElseThrow().title(),
                utility.getAsDouble()));
    add(
        text,
        score.isPresent()
            ? "audited with exact influences in %s, without a query%n%n"
            : "attacked in %s%n%n",
        Output.seconds(seconds));
    add(
        text,
        "An attacker who %s and believes in a density of %.3g names %,d pairs, of which"
            + " %,d are edges:%nprecision %s, recall %s, F1 %s, AUC %s.%n",
        score
            .map(each -> "scores by " + each.name())
            .orElseGet(() -> "uses " + attacked.strongest().attack()),
        kHat,
        metrics.predicted(),
        metrics.truePositives(),
        Output.percent(metrics.precision()),
        Output.percent(metrics.recall()),
        Output.percent(metrics.f1()),
        auc().map(Output::number).orElse("undefined"));
    add(
        text,
        "Of %,d nodes with edges, %,d have all of them named and %,d at least half.%n",
        nodes.size(),
        nodes.stream().filter(node -> node.named() == node.edges()).count(),
        nodes.stream().filter(node -> 2 * node.named() >= node.edges()).count());
    if (top > 0) {
      text.append(String.format(Locale.ROOT, "%nMost exposed edges:%n"))
          .append(ExposureTable.of(leakage, top));
      text.append(String.format(Locale.ROOT, "%n%nMost exposed nodes:%n"));
      text.append(nodeTable(nodes));
    }
    addAttacks(text);
    addPromises(text);
    return text.toString();
  }

  private void addAttacks(StringBuilder text) {
    EdgeMetrics found = attacked.strongest().found();
    add(
        text,
        "%n%nEvery attack that fits, on %,d targets with %,d edges, at a believed density of"
            + " %.3g.%nThe strongest, %s, names %,d of the edges with %,d queries: recall %s%s,"
            + " precision %s.%nFeatures alone name %,d by likeness and %,d by a link predictor that"
            + " is trained on the true graph; %,d are named beyond those.%n%n",
        attacked.targetCount(),
        attacked.edgeCount(),
        attacked.kHat(),
        attacked.strongest().attack(),
        found.truePositives(),
        attacked.strongest().queries(),
        Output.percent(found.recall()),
        attacked
            .recallInterval()
            .map(
                interval ->
                    String.format(
                        Locale.ROOT,
                        " (%.0f %% interval %s to %s)",
                        100 * interval.confidence(),
                        Output.percent(interval.low()),
                        Output.percent(interval.high())))
            .orElse(""),
        Output.percent(found.precision()),
        attacked.featuresAlone().named(attacked.kHat()),
        attacked.predictedFromFeatures().named(attacked.kHat()),
        attacked.namedBeyondFeatures());
    List<List<String>> rows = new ArrayList<>();
    for (AttackOutcome outcome : attacked.attacks()) {
      outcome
          .found()
          .ifPresent(
              metrics ->
                  rows.add(
                      List.of(
                          outcome.attack(),
                          String.format(Locale.ROOT, "%,d", outcome.queries()),
                          Output.percent(metrics.precision()),
                          Output.percent(metrics.recall()),
                          Output.percent(metrics.f1()),
                          Output.percent(metrics.shareOfBestF1()))));
    }
    text.append(
        Output.table(List.of("attack", "queries", "precision", "recall", "F1", "share"), rows));
    addList(text, "Assumed", attacked.assumptions());
    addList(text, "Not tried", attacked.notTried());
    addList(text, "What would have to be believed", attacked.mustBeBelieved());
    comparison.ifPresent(
        changed -> {
          add(
              text,
              "%n%nThe earlier audit found recall %s, precision %s, by %s.",
              Output.percent(changed.earlierRecall()),
              Output.percent(changed.earlierPrecision()),
              changed.earlierAttack());
          changed.remarks().forEach(remark -> add(text, "%n- %s", remark));
        });
  }

  private static void addList(StringBuilder text, String title, List<String> sentences) {
    add(text, "%n%n%s:", title);
    sentences.forEach(sentence -> add(text, "%n- %s", sentence));
  }

  private void addPromises(StringBuilder text) {
    add(text, "%n%n%s", attacked.epsilonAssumption());
    for (double precision : TOLERATED) {
      epsilon(precision)
          .ifPresent(
              e ->
                  add(
                      text,
                      "%nIf pairs were independent of features and of each other, edge privacy with"
                          + " epsilon <= %.1f would hold any attack to a precision of %.0f %%"
                          + " (Theorem 6).",
                      e,
                      100 * precision));
    }
    List<List<String>> rows = new ArrayList<>();
    for (EpsilonRow row : attacked.epsilons()) {
      rows.add(
          List.of(
              Double.toString(row.epsilon()),
              Output.percent(row.theorem6()),
              Output.percent(row.withFeaturePriors()),
              Output.percent(row.advantage()),
              Output.percent(row.recallAtOnePercent())));
    }
    text.append(String.format(Locale.ROOT, "%n"))
        .append(
            Output.table(
                List.of(
                    "epsilon",
                    "precision at most, pairs independent",
                    "the same, priors from features",
                    "advantage at most",
                    "true positives at most at 1 % false"),
                rows));
  }

  private static void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  private static String nodeTable(List<ExposedNode> nodes) {
    List<List<String>> rows = new ArrayList<>();
    for (ExposedNode node : nodes.subList(0, Math.min(TOP_NODES, nodes.size()))) {
      rows.add(
          List.of(
              Integer.toString(node.node()),
              String.format(Locale.ROOT, "%,d", node.edges()),
              String.format(Locale.ROOT, "%,d", node.named()),
              Output.percent(node.share()),
              String.format(Locale.ROOT, "%,d", node.firstRank())));
    }
    return Output.table(List.of("node", "edges", "named", "share", "first rank"), rows);
  }

  /** Writes every edge, the most exposed first. */
  void write(Path file) {
    ExposureTable.write(leakage, file);
  }
}
