package io.linkteller.report;

import io.linkteller.eval.audit.LeakageAuditReport;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the report of a leakage audit as {@code leakage-audit.json} for programs, as the
 * self-contained page {@code leakage-audit.html}, and as {@code leakage-audit.md} with its picture.
 * The files are as confidential as the graph.
 *
 * <p>The JSON has a field {@code schema}, currently {@value #SCHEMA}, and is described by the JSON
 * Schema {@code report.schema.json}, a resource of this package. Adding fields does not change the
 * number; removing or redefining fields increases it. Reports with schema 3 can still be compared.
 */
public final class LeakageAuditFiles {

  /** The version of the JSON's schema. */
  public static final int SCHEMA = 5;

  static final String NAME = "leakage-audit";

  private LeakageAuditFiles() {}

  /**
   * Returns the page.
   *
   * @param report the report
   * @param subject a short description of what was audited
   * @param earlier the comparison with an earlier report, if any
   * @return the page
   */
  public static Report page(
      LeakageAuditReport report, String subject, Optional<LeakageAuditComparison> earlier) {
    return LeakageAuditPage.of(report, subject, earlier);
  }

  /**
   * Writes a report, and the verdict for build servers: {@code leakage-audit.junit.xml} and {@code
   * leakage-audit.sarif}. Each file is written atomically.
   *
   * @param report the report
   * @param subject a short description of what was audited
   * @param earlier the comparison with an earlier report, if any
   * @param record when and how the report was made, if it is to be signed
   * @param directory the directory; created if absent
   * @return the files
   * @throws IllegalArgumentException if {@code directory} exists and is not a directory
   * @throws UncheckedIOException if a file cannot be written
   */
  public static List<Path> write(
      LeakageAuditReport report,
      String subject,
      Optional<LeakageAuditComparison> earlier,
      Optional<PageRecord> record,
      Path directory) {
    GateFiles gate =
        new GateFiles(
            report.verdict().outcome(), report.verdict().sentences(), subject, report.elapsed());
    return write(page(report, subject, earlier), fields(report, subject), gate, record, directory);
  }

  /**
   * Writes the files of {@link #write} with an undecided verdict, for targets between which there
   * is nothing to find, so that a pipeline gets the files that it expects.
   *
   * @param reason a sentence that says why there is nothing to find
   * @param subject a short description of what was to be audited
   * @param record when and how the report was made, if it is to be signed
   * @param directory the directory; created if absent
   * @return the files
   * @throws IllegalArgumentException if {@code directory} exists and is not a directory
   * @throws UncheckedIOException if a file cannot be written
   */
  public static List<Path> writeUndecided(
      String reason, String subject, Optional<PageRecord> record, Path directory) {
    LeakageAuditJson.Undecided audit = LeakageAuditJson.Undecided.of(reason, subject);
    Report page =
        LeakageAuditPage.begin(subject, audit.verdict().inWords())
            .list(List.of(LeakageAuditJson.MORE_TARGETS))
            .build();
    GateFiles gate =
        new GateFiles(
            Optional.of(audit.verdict().outcome()),
            audit.verdict().inWords(),
            subject,
            Duration.ZERO);
    return write(page, ReportJson.fields(audit), gate, record, directory);
  }

  private static List<Path> write(
      Report made,
      Map<String, Object> fields,
      GateFiles gate,
      Optional<PageRecord> record,
      Path directory) {
    Report page = made;
    if (record.isPresent()) {
      Map<String, Object> entries = record.get().entries();
      fields.put("record", entries);
      for (Map.Entry<String, Object> entry : entries.entrySet()) {
        page = page.with(entry.getKey(), entry.getValue());
      }
    }
    List<Path> files = new ArrayList<>(ReportFiles.write(page, fields, directory));
    files.add(ReportFiles.text(directory, NAME + ".junit.xml", gate.junit()));
    String file = record.flatMap(PageRecord::file).orElse(NAME + ".md");
    files.add(ReportFiles.text(directory, NAME + ".sarif", gate.sarif(file)));
    return List.copyOf(files);
  }

  /**
   * Returns the fields of the JSON, for inclusion in a larger object.
   *
   * @param report the report
   * @param subject a short description of what was audited
   * @return numbers, strings, lists and maps of them, in order
   */
  public static Map<String, Object> fields(LeakageAuditReport report, String subject) {
    return ReportJson.fields(LeakageAuditJson.of(report, subject));
  }

  /**
   * Returns the fields of the JSON of {@link #writeUndecided}.
   *
   * @param reason a sentence that says why there is nothing to find
   * @param subject a short description of what was to be audited
   * @return numbers, strings, lists and maps of them, in order
   */
  public static Map<String, Object> fieldsUndecided(String reason, String subject) {
    return ReportJson.fields(LeakageAuditJson.Undecided.of(reason, subject));
  }

  /**
   * Compares a report with an earlier one.
   *
   * @param earlier the JSON of the earlier report, as written by {@link #write}
   * @param report the later report
   * @return the change
   * @throws IllegalArgumentException if the file is not the JSON of an audit, or its schema is not
   *     supported
   * @throws UncheckedIOException if it cannot be read
   */
  public static LeakageAuditComparison compare(Path earlier, LeakageAuditReport report) {
    return LeakageAuditJson.compare(earlier, report);
  }

  /**
   * Checks, before a possibly long audit, that its report can be compared with an earlier one.
   *
   * @param earlier the JSON of the earlier report, as written by {@link #write}
   * @throws IllegalArgumentException if the file is not the JSON of an audit, or its schema is not
   *     supported
   * @throws UncheckedIOException if it cannot be read
   */
  public static void requireComparable(Path earlier) {
    LeakageAuditJson.earlier(earlier);
  }
}
