package io.linkteller.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.choice.ProtectionStep;
import io.linkteller.eval.choice.Refusal;
import io.linkteller.graph.NodeNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The JSON of the choice of a protection, with one component per field. */
record ProtectionJson(
    Verdict verdict,
    int schema,
    String kind,
    String subject,
    List<String> nextSteps,
    List<String> certainty,
    List<String> warnings,
    List<Row> rows,
    List<Refusal> notMeasured,
    PageRecord record) {

  static ProtectionJson of(
      ProtectionReport report, NodeNames names, String subject, PageRecord record) {
    return new ProtectionJson(
        Verdict.of(report),
        LeakageAuditFiles.SCHEMA,
        ProtectionFiles.NAME,
        subject,
        report.nextSteps().stream().map(ProtectionStep::text).toList(),
        report.certainty(),
        report.warnings(),
        report.results().stream().map(result -> Row.of(report, names, result)).toList(),
        report.refusals(),
        record);
  }

  /** The choice, its limits and its graph. */
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
      @JsonUnwrapped ProtectionResult result,
      double gain,
      OptionalInt targetsToDecide,
      Optional<LeakageVerdict.Outcome> outcome,
      boolean withinLimits,
      boolean undecided,
      List<LeakageAuditJson.Node> mostExposedNodes) {

    static Row of(ProtectionReport report, NodeNames names, ProtectionResult result) {
      return new Row(
          result,
          report.gain(result),
          report.targetsFor(result),
          report.maxLeakage().stream().mapToObj(result::outcome).findFirst(),
          report.isWithin(result),
          report.isUndecided(result),
          result.exposed().stream().map(node -> LeakageAuditJson.Node.of(node, names)).toList());
    }
  }
}
