package io.linkteller.cli;

import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.report.ProtectionFiles;
import io.linkteller.report.ReportText;
import java.util.List;
import java.util.Locale;

/** The answer of the command {@code protect} as text. */
final class ProtectionText {

  private ProtectionText() {}

  static String of(ProtectionReport report) {
    StringBuilder text = new StringBuilder();
    report.sentences().forEach(sentence -> text.append(sentence).append(System.lineSeparator()));
    List<List<String>> lines = ProtectionFiles.lines(report);
    text.append(System.lineSeparator())
        .append(ReportText.table(lines.get(0), lines.subList(1, lines.size())));
    append(text, "What to do next", report.nextSteps());
    append(text, "How sure this is", report.certainty());
    append(text, "For whom this is", report.warnings());
    return text.toString();
  }

  private static void append(StringBuilder text, String title, List<String> sentences) {
    text.append(String.format(Locale.ROOT, "%n%n%s:", title));
    sentences.forEach(sentence -> text.append(String.format(Locale.ROOT, "%n- %s", sentence)));
  }
}
