package io.linkteller.cli;

import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.NextStep;
import io.linkteller.graph.EdgeKind;
import io.linkteller.report.LeakageAuditComparison;
import io.linkteller.report.LeakageAuditFiles;
import io.linkteller.report.ReportText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The report of the command {@code audit}.
 *
 * @param data the audited data
 * @param model a readable description of the model and its origin
 * @param identity a digest of the model
 * @param subject a short description of the subject of the audit
 * @param trainSeconds the training time in seconds, 0 if the model was not trained
 * @param utility the utility of the model's predictions, in the measure of the data
 * @param attacked the results of the attacks
 * @param comparison the changes since an earlier audit, if one was given
 */
record AuditReport(
    ServedData data,
    String model,
    String identity,
    String subject,
    double trainSeconds,
    OptionalDouble utility,
    LeakageAuditReport attacked,
    Optional<LeakageAuditComparison> comparison) {

  private double seconds() {
    return attacked.elapsed().toNanos() / 1e9;
  }

  /** Returns the fields of the JSON output: the report's, and some that the command adds. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(LeakageAuditFiles.fields(attacked, subject));
    fields.put("dataset", data.served().name());
    utility.ifPresent(value -> fields.put(data.utility().orElseThrow().field(), value));
    fields.put("trainSeconds", trainSeconds);
    fields.put("auditSeconds", seconds());
    comparison.ifPresent(changed -> fields.put("comparison", changed));
    return fields;
  }

  /** Returns the verdict, what to do, and what was audited, in about a dozen lines. */
  String text() {
    LeakageVerdict verdict = attacked.verdict();
    EdgeKind kind = verdict.kind();
    List<String> lines = new ArrayList<>(verdict.sentences());
    lines.add("What to do:");
    verdict.nextSteps().forEach(step -> lines.add("- " + verdict.sentence(step) + command(step)));
    comparison.ifPresent(
        changed -> {
          lines.add(
              kind.format(
                  "The earlier audit found a recall of %s and a precision of %s, with %s.",
                  Output.percent(changed.earlierRecall()),
                  Output.percent(changed.earlierPrecision()),
                  changed.earlierAttack()));
          changed.remarks().forEach(remark -> lines.add("- " + remark));
        });
    lines.add(
        kind.format(
            "%s, %,d of %,d nodes; %s%s; attacks run: %,d, in %s. --details prints the tables.",
            data.served().name(),
            verdict.targets(),
            verdict.graphNodes(),
            model,
            data.shown(utility),
            verdict.attacksRun(),
            Output.seconds(seconds())));
    return String.join(System.lineSeparator(), lines);
  }

  /** Returns the command or the option for a step, or "" if there is none. */
  private static String command(NextStep step) {
    return switch (step) {
      case CHOOSE_PROTECTION -> " (linkteller protect)";
      case PERTURB_GRAPH -> " (linkteller perturb, audit --protect)";
      case DROP_WEIGHTS -> " (linkteller perturb)";
      case ALLOW_LESS, ANSWER_REFUSED_ATTACKS -> " (--access)";
      case TAKE_MORE_TARGETS -> " (--targets)";
      case RUN_REMAINING_ATTACKS -> " (--all)";
      case FIX_FAILURES, AUDIT_CHANGES, HIDE_FEATURES -> "";
    };
  }

  /** Returns the page with its tables as text. */
  String details() {
    return ReportText.write(LeakageAuditFiles.page(attacked, subject, comparison));
  }

  /** Writes all edges, most exposed first. */
  void write(Path file) {
    ExposureTable.write(attacked.exposure(), attacked.names(), file);
  }

  /** Writes the pages of the report. */
  void writePages(CommandSpec spec, String seed, String limits, Path directory) {
    LeakageAuditFiles.write(
        attacked,
        subject,
        comparison,
        Optional.of(
            Remarks.record(
                spec,
                exitCode(),
                seed,
                Fingerprint.of(data.served()),
                identity + data.shown(utility),
                limits)),
        directory);
  }

  int exitCode() {
    return attacked
        .verdict()
        .outcome()
        .map(
            outcome ->
                switch (outcome) {
                  case PASS -> CommandLine.ExitCode.OK;
                  case FAIL -> AuditCommand.ABOVE;
                  case UNDECIDED -> AuditCommand.UNDECIDED;
                })
        .orElse(CommandLine.ExitCode.OK);
  }
}
