package io.linkteller.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.NodeNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The JSON of a choice of a protection, whose components are its fields. */
record ProtectionJson(
    Verdict verdict,
    int schema,
    String kind,
    String subject,
    List<String> nextSteps,
    List<String> certainty,
    List<String> warnings,
    List<Row> rows,
    List<NotMeasured> notMeasured,
    PageRecord record) {

  static ProtectionJson of(
      ProtectionReport report, NodeNames names, String subject, PageRecord record) {
    return new ProtectionJson(
        Verdict.of(report),
        LeakageAuditFiles.SCHEMA,
        ProtectionFiles.NAME,
        subject,
        report.nextSteps(),
        report.certainty(),
        report.warnings(),
        report.results().stream().map(result -> Row.of(report, names, result)).toList(),
        report.refusals().stream()
            .map(each -> new NotMeasured(each.candidate(), each.reason()))
            .toList(),
        record);
  }

  /** What was chosen, under which limits, and of which graph. */
  record Verdict(
      String outcome,
      Optional<String> chosen,
      OptionalDouble minAccuracy,
      OptionalDouble maxLeakage,
      int nodes,
      int targets,
      long edges,
      int judged,
      String measure,
      boolean seeded,
      List<String> inWords) {

    static Verdict of(ProtectionReport report) {
      return new Verdict(
          report.chosen().isPresent()
              ? "chosen"
              : report.hasLimit() ? "none within limits" : "open",
          report.chosen().map(ProtectionResult::label),
          report.minAccuracy(),
          report.maxLeakage(),
          report.graphNodes(),
          report.targets(),
          report.unprotected().found().actual(),
          report.judged(),
          report.measure(),
          report.seeded(),
          report.sentences());
    }
  }

  /** A protection that was measured. */
  record Row(
      String name,
      String title,
      OptionalDouble epsilon,
      double delta,
      Optional<String> weights,
      double accuracy,
      String attack,
      long queries,
      List<String> access,
      List<String> allowed,
      @JsonUnwrapped EdgeMetrics found,
      ConfidenceInterval recallInterval,
      double leastUpperEnd,
      double gain,
      int attacksRun,
      int attacksNotPossible,
      List<String> failed,
      List<String> leftOut,
      int namedByLinkPredictor,
      int namedBeyondFeatures,
      Optional<LeakageVerdict.Outcome> outcome,
      boolean withinLimits,
      List<LeakageAuditJson.Node> mostExposedNodes) {

    static Row of(ProtectionReport report, NodeNames names, ProtectionResult result) {
      OptionalDouble limit = report.maxLeakage();
      return new Row(
          result.name(),
          result.title(),
          result.epsilon(),
          result.delta(),
          result.weights(),
          result.accuracy(),
          result.attack(),
          result.queries(),
          result.access(),
          result.allowed(),
          result.found(),
          result.recall(),
          result.leastUpperEnd(),
          report.gain(result),
          result.attacks(),
          result.notRun(),
          result.failed(),
          result.leftOut(),
          result.fromFeatures(),
          result.beyondFeatures(),
          limit.stream().mapToObj(result::outcome).findFirst(),
          report.isWithin(result),
          result.exposed().stream().map(node -> LeakageAuditJson.Node.of(node, names)).toList());
    }
  }

  /** A protection that was not measured, and why. */
  record NotMeasured(String protection, String reason) {}
}
