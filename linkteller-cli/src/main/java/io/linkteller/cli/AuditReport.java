package io.linkteller.cli;

import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.NextStep;
import io.linkteller.report.LeakageAuditComparison;
import io.linkteller.report.LeakageAuditFiles;
import io.linkteller.report.ReportText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
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
 * @param utility the utility of its predictions, by the measure of the data
 * @param seconds the time of the attacks
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
    double seconds,
    LeakageAuditReport attacked,
    Optional<LeakageAuditComparison> comparison) {

  /** Returns the fields of the JSON output: those of the report, and what the command knows. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(LeakageAuditFiles.fields(attacked, subject));
    fields.put("dataset", data.served().name());
    utility.ifPresent(value -> fields.put(data.utility().orElseThrow().field(), value));
    fields.put("trainSeconds", trainSeconds);
    fields.put("auditSeconds", seconds);
    comparison.ifPresent(changed -> fields.put("comparison", changed));
    return fields;
  }

  /** Returns the verdict, what to do, and what was audited, in about a dozen lines. */
  String text() {
    LeakageVerdict verdict = attacked.verdict();
    StringBuilder text = new StringBuilder();
    verdict.sentences().forEach(sentence -> line(text, sentence));
    line(text, "What to do:");
    verdict.nextSteps().forEach(step -> line(text, "- " + verdict.sentence(step) + command(step)));
    comparison.ifPresent(
        changed -> {
          add(
              text,
              "The earlier audit found recall %s, precision %s, by %s.%n",
              Output.percent(changed.earlierRecall()),
              Output.percent(changed.earlierPrecision()),
              changed.earlierAttack());
          changed.remarks().forEach(remark -> line(text, "- " + remark));
        });
    add(
        text,
        "%s, %,d of %,d nodes; %s%s; attacks run: %,d, in %s. --details has the tables.",
        data.served().name(),
        verdict.targets(),
        verdict.graphNodes(),
        model,
        utility.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ", %s %.3f",
                data.utility().orElseThrow().title(),
                utility.getAsDouble()),
        verdict.attacks(),
        Output.seconds(seconds));
    return text.toString();
  }

  /** Returns the command or the option that takes a step, if there is one. */
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

  private static void line(StringBuilder text, String sentence) {
    text.append(sentence).append(System.lineSeparator());
  }

  private static void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  /** Writes every edge, the most exposed first. */
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
                seed,
                Fingerprint.of(data.served()),
                identity
                    + (utility.isPresent()
                        ? String.format(Locale.ROOT, ", accuracy %.3f", utility.getAsDouble())
                        : ""),
                limits)),
        directory);
  }

  /** Returns the exit code of the verdict. */
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
