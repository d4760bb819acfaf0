package io.linkteller.report;

import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.graph.NodeNames;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the choice of a protection: {@code protection.json} for machines, {@code protection.html},
 * one page with everything in it, and {@code protection.md} with its picture. Every number on the
 * page is a number of the JSON, whose schema is the resource {@code report.schema.json} of this
 * package. The files are as confidential as the graph.
 */
public final class ProtectionFiles {

  static final String NAME = "protection";

  private static final Metric LEAKAGE = PageParts.percent("edges found", 1);
  private static final Metric GAIN =
      Metric.unmarked("gain over features and labels", Unit.DIFFERENCE, 3);
  private static final Metric BEYOND = PageParts.count("edges that a link predictor misses");
  private static final Metric EDGES = PageParts.count("edges");
  private static final Metric NAMED = PageParts.count("found");

  private static final String PROTECTION = "protection";
  private static final String ATTACK = "strongest attack";
  private static final String LIMITS = "limits";

  private ProtectionFiles() {}

  /**
   * Writes a report. Each file is written atomically.
   *
   * @param report the report
   * @param subject a short description of the data
   * @param record what the page is a record of
   * @param directory the directory; created if absent
   * @return the files
   * @throws IllegalArgumentException if there is something other than a directory at the path
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static List<Path> write(
      ProtectionReport report, String subject, PageRecord record, Path directory) {
    NodeNames numbers = NodeNames.numbers(report.graphNodes());
    return write(report, numbers, subject, record, directory);
  }

  /**
   * Writes a report of nodes that have names, as {@link #write(ProtectionReport, String,
   * PageRecord, Path)}.
   *
   * @param report the report
   * @param names what the nodes are called
   * @param subject a short description of the data
   * @param record what the page is a record of
   * @param directory the directory; created if absent
   * @return the files
   * @throws IllegalArgumentException if there is something other than a directory at the path
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static List<Path> write(
      ProtectionReport report, NodeNames names, String subject, PageRecord record, Path directory) {
    return ReportFiles.write(
        page(report, names, subject, record), fields(report, names, subject, record), directory);
  }

  /**
   * Returns the fields of the JSON.
   *
   * @param report the report
   * @param names what the nodes are called
   * @param subject a short description of the data
   * @param record what the page is a record of
   * @return numbers, strings, lists and maps of them, in order
   */
  public static Map<String, Object> fields(
      ProtectionReport report, NodeNames names, String subject, PageRecord record) {
    return ReportJson.fields(ProtectionJson.of(report, names, subject, record));
  }

  /**
   * Returns the page, the verdict first.
   *
   * @param report the report
   * @param names what the nodes are called
   * @param subject a short description of the data
   * @param record what the page is a record of
   * @return the page
   */
  public static Report page(
      ProtectionReport report, NodeNames names, String subject, PageRecord record) {
    Report.Builder page =
        Report.builder(NAME, "Choice of a protection: " + subject)
            .introduction(String.join("\n\n", report.sentences()));
    page.section("What to do next").list(report.nextSteps());
    page.section("Accuracy beside leakage")
        .figure(
            figure(report),
            "Each point is a protection: right is accurate, low is private. The level lines are the"
                + " models without protection and without edges.")
        .text(
            "Edges found is the recall and precision of the strongest attack if it names as many"
                + " pairs as there are edges. The gain is over someone who has features and labels"
                + " only, who finds what attacks find behind the model without edges. The last"
                + " column counts what the strongest attack names and a link predictor on features"
                + " that was trained on the true graph does not.")
        .table(
            table(report),
            Pivot.rows(PROTECTION, Columns.EPSILON, ATTACK, LIMITS).columns(Columns.METRIC));
    page.section("What the attacker was allowed").list(report.allowed());
    page.section("How sure this is").list(report.certainty());
    page.section("Most exposed nodes")
        .text("The nodes of which the strongest attack finds most edges without protection.")
        .table(
            PageParts.nodes(report.unprotected().exposed(), names, EDGES, NAMED),
            Pivot.rows(PageParts.NODE).columns(Columns.METRIC));
    page.section("For whom this page is").list(report.warnings());
    page.setting("schema of the JSON", LeakageAuditFiles.SCHEMA);
    record.entries().forEach(page::setting);
    for (ProtectionResult result : report.results()) {
      result.weights().ifPresent(digest -> page.setting("weights: " + result.label(), digest));
    }
    page.setting("signed by, on", "_".repeat(40));
    return page.build();
  }

  private static ResultTable table(ProtectionReport report) {
    Metric accuracy = Metric.unmarked(report.measure(), Unit.FRACTION, 3);
    ResultTable.Builder table =
        ResultTable.builder(
            "Accuracy and leakage by protection", PROTECTION, Columns.EPSILON, ATTACK, LIMITS);
    for (ProtectionResult result : report.results()) {
      table
          .row(result.title(), epsilon(result), result.attack(), standing(report, result))
          .measured(accuracy, result.accuracy())
          .measured(LEAKAGE, result.found().recall())
          .measured(PageParts.LOW, result.recall().low())
          .measured(PageParts.HIGH, result.recall().high())
          .measured(GAIN, report.gain(result))
          .measured(PageParts.QUERIES, (double) result.queries())
          .measured(BEYOND, result.beyondFeatures());
    }
    return table.build();
  }

  private static String epsilon(ProtectionResult result) {
    return result.epsilon().isPresent()
        ? PageParts.number(result.epsilon().getAsDouble())
        : Columns.UNDEFENDED;
  }

  private static String standing(ProtectionReport report, ProtectionResult result) {
    if (report.chosen().filter(result::equals).isPresent()) {
      return "chosen";
    }
    if (!report.hasLimit()) {
      return "-";
    }
    return report.isWithin(result)
        ? "within"
        : report.maxLeakage().stream()
            .mapToObj(limit -> result.outcome(limit).name().toLowerCase(Locale.ROOT))
            .filter("undecided"::equals)
            .findFirst()
            .orElse("outside");
  }

  static LineFigure figure(ProtectionReport report) {
    Map<String, List<ProtectionResult>> curves = new LinkedHashMap<>();
    for (ProtectionResult result : report.results()) {
      if (result.epsilon().isPresent()) {
        curves.computeIfAbsent(result.title(), title -> new ArrayList<>()).add(result);
      }
    }
    List<LineFigure.Line> lines = new ArrayList<>();
    curves.forEach(
        (title, curve) -> {
          curve.sort(
              Comparator.comparing(ProtectionResult::accuracy)
                  .thenComparing(result -> result.found().recall()));
          lines.add(
              new LineFigure.Line(
                  curve.stream()
                      .map(ProtectionFiles::epsilon)
                      .collect(Collectors.joining(", ", title + " (epsilon from left: ", ")")),
                  curve.stream().map(ProtectionFiles::point).toList()));
        });
    List<LineFigure.Baseline> levels = new ArrayList<>();
    for (ProtectionResult plain : List.of(report.unprotected(), report.withoutEdges())) {
      levels.add(
          new LineFigure.Baseline(
              String.format(
                  Locale.ROOT, "%s (%s %.3f)", plain.title(), report.measure(), plain.accuracy()),
              Measurement.of(plain.found().recall())));
    }
    if (lines.isEmpty()) {
      lines.add(new LineFigure.Line("measured", List.of(point(report.unprotected()))));
    }
    return new LineFigure(
        "Accuracy against leakage", report.measure(), LEAKAGE, lines, List.copyOf(levels));
  }

  private static LineFigure.Point point(ProtectionResult result) {
    return new LineFigure.Point(result.accuracy(), Measurement.of(result.found().recall()));
  }
}
