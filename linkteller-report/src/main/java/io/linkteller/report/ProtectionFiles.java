package io.linkteller.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.choice.ProtectionStep;
import io.linkteller.graph.NodeNames;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the choice of a protection as {@code protection.json} for programs, as the self-contained
 * page {@code protection.html}, and as {@code protection.md} with its picture. Every number on the
 * page is also in the JSON, whose schema is {@code report.schema.json}, a resource of this package.
 * The files are as confidential as the graph.
 */
public final class ProtectionFiles {

  static final String NAME = "protection";

  private static final Metric LEAKAGE = PageParts.percent("edges found", 1);
  private static final Metric ACCURACY_LOW = Metric.unmarked("accurate at least", Unit.FRACTION, 3);
  private static final Metric ACCURACY_HIGH = Metric.unmarked("accurate at most", Unit.FRACTION, 3);
  private static final Metric GAIN =
      Metric.unmarked("gain over a model without edges", Unit.DIFFERENCE, 3);
  private static final Metric BEYOND = PageParts.count("edges that a link predictor misses");
  private static final Metric EDGES = PageParts.count("edges");
  private static final Metric FOUND = PageParts.count("found");

  private static final String PROTECTION = "protection";
  private static final String ATTACK = "strongest attack";
  private static final String LIMITS = "limits";
  private static final String BLANK = ".".repeat(40);

  private static final List<String> WORDS =
      List.of(
          "Edges found, leakage, recall: the share of the edges between targets that the strongest"
              + " attack predicts if it may guess as many pairs as there are edges.",
          "Targets: nodes drawn at random, between which attacks look for edges. At least and at most"
              + " are the ends of the interval for the whole graph.",
          "Query: one request to the model, for many nodes.",
          "Mechanism: how noise is added once, to the graph or to sums over it. LapGraph and EdgeRand"
              + " publish a noisy graph.",
          "Epsilon: the release multiplies the odds of an edge by at most e to the power of"
              + " epsilon, whatever else is known. Smaller is more private.",
          "Delta: the probability with which a guarantee may fail; not shown if it is zero.",
          "Gain: the share of the edges found, minus the share found with the model without edges,"
              + " where only features reveal them.",
          "Link predictor: a program that guesses edges from features without the served model; it"
              + " is trained on the true edges. Its column counts the edges that it misses but the"
              + " strongest attack finds.",
          "Undecided: the measured share is within the limit, but its interval is not. More targets"
              + " make the interval narrower.");

  private ProtectionFiles() {}

  /**
   * Returns the record of a page. If the page replaces an earlier one, the record also has the
   * limits and the verdict of that page.
   *
   * @param record the record of the new page
   * @param directory the directory
   * @return the record, with the limits and verdicts of earlier pages
   * @throws IllegalArgumentException if the directory has a {@code protection.json} that is not
   *     JSON
   * @throws UncheckedIOException if it cannot be read
   */
  public static PageRecord after(PageRecord record, Path directory) {
    Path file = directory.resolve(NAME + ".json");
    if (!Files.exists(file)) {
      return record;
    }
    JsonNode page = ReportJson.read(file, "; move it, or write elsewhere");
    JsonNode before = page.path("record");
    List<String> tried = new ArrayList<>();
    if (before.has("earlier")) {
      tried.add(before.path("earlier").asText());
    }
    Map<String, Object> now = record.entries();
    if (Stream.of("limits", "data", "model", "seed")
        .anyMatch(key -> !before.path(key).asText().equals(now.get(key)))) {
      JsonNode verdict = page.path("verdict");
      tried.add(
          String.format(
              Locale.ROOT,
              "%s: %s%s (%s)",
              before.path("limits").asText(),
              verdict.path("chosen").asText(verdict.path("outcome").asText()),
              before.path("data").asText().equals(now.get("data")) ? "" : ", for other data",
              before.path("date").asText()));
    }
    return tried.isEmpty() ? record : record.after(String.join("; ", tried));
  }

  /**
   * Writes a report. Each file is written atomically.
   *
   * @param report the report
   * @param names the names of the nodes
   * @param subject a short description of the data
   * @param record the record on the page
   * @param directory the directory; created if absent
   * @return the files
   * @throws IllegalArgumentException if {@code directory} exists and is not a directory
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
   * @param names the names of the nodes
   * @param subject a short description of the data
   * @param record the record on the page
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
   * @param names the names of the nodes
   * @param subject a short description of the data
   * @param record the record on the page
   * @return the page
   */
  public static Report page(
      ProtectionReport report, NodeNames names, String subject, PageRecord record) {
    Report.Builder page =
        Report.builder(NAME, "Choice of a protection: " + subject)
            .introduction(String.join("\n\n", report.sentences()));
    page.section("To sign")
        .list(
            List.of(
                "Limits: " + record.limits(),
                "Tried before, as far as this directory shows: "
                    + record.earlier().orElse("nothing"),
                "Data: " + subject + ", digest " + record.data(),
                "Measured: " + record.date(),
                "Decision: " + report.chosen().map(ProtectionFiles::decision).orElse("no release"),
                "Name and role: " + BLANK,
                "Signed on: " + BLANK,
                "Review by, or when the model, the graph or the queries change: " + BLANK));
    page.section("What to do next")
        .list(report.nextSteps().stream().map(ProtectionStep::text).toList());
    page.section("Accuracy beside leakage")
        .figure(
            figure(report),
            "Each point is a model: farther right is more accurate, lower is more private.")
        .text("The section \"Words\" at the end explains the columns.")
        .table(
            table(report),
            Pivot.rows(PROTECTION, Columns.EPSILON, ATTACK, LIMITS).columns(Columns.METRIC));
    page.section("What the attacker was allowed").list(report.allowed());
    page.section("How certain this is").list(report.certainty());
    page.section("Most exposed nodes")
        .text(
            "The nodes with the most edges found by the strongest attack on the unprotected model.")
        .table(
            PageParts.nodes(report.unprotected().exposed(), names, EDGES, FOUND),
            Pivot.rows(PageParts.NODE).columns(Columns.METRIC));
    page.section("Who may read this page").list(report.warnings());
    page.section("Words").list(WORDS);
    page.setting("schema of the JSON", LeakageAuditFiles.SCHEMA);
    record.entries().forEach(page::setting);
    for (ProtectionResult result : report.results()) {
      result.weights().ifPresent(digest -> page.setting("weights: " + result.label(), digest));
    }
    return page.build();
  }

  private static String decision(ProtectionResult chosen) {
    return chosen.epsilon().isPresent()
        ? "release once with "
            + chosen.title()
            + ", epsilon = "
            + guarantee(chosen)
            + (chosen.delta() > 0 ? "" : ", delta = 0")
        : "serve the model without edges; there is nothing to release";
  }

  private static ResultTable table(ProtectionReport report) {
    Metric accuracy = Metric.unmarked(report.measure(), Unit.FRACTION, 3);
    ResultTable.Builder table =
        ResultTable.builder(
            "Accuracy and leakage by protection", PROTECTION, Columns.EPSILON, ATTACK, LIMITS);
    for (ProtectionResult result : report.results()) {
      table
          .row(result.title(), guarantee(result), result.attack(), standing(report, result))
          .measured(accuracy, result.accuracy());
      result
          .accuracyInterval()
          .ifPresent(
              interval ->
                  table
                      .measured(ACCURACY_LOW, interval.low())
                      .measured(ACCURACY_HIGH, interval.high()));
      table
          .measured(LEAKAGE, result.found().recall())
          .measured(PageParts.LOW, result.recall().low())
          .measured(PageParts.HIGH, result.recall().high())
          .measured(GAIN, report.gain(result))
          .measured(PageParts.QUERIES, (double) result.queries())
          .measured(BEYOND, result.predictedBeyondFeatures());
    }
    return table.build();
  }

  private static String epsilon(ProtectionResult result) {
    return result.epsilon().isPresent()
        ? PageParts.number(result.epsilon().getAsDouble())
        : Columns.UNDEFENDED;
  }

  private static String guarantee(ProtectionResult result) {
    return epsilon(result) + (result.delta() > 0 ? ", delta = " + result.delta() : "");
  }

  private static String standing(ProtectionReport report, ProtectionResult result) {
    boolean isChosen = report.chosen().filter(result::equals).isPresent();
    String standing =
        isChosen
            ? "chosen"
            : !report.hasLimit()
                ? "-"
                : report.isWithin(result)
                    ? "within"
                    : report.isUndecided(result) ? "undecided" : "outside";
    if (report.targetsFor(result).isPresent()) {
      int targets = report.targetsFor(result).getAsInt();
      standing += String.format(Locale.ROOT, ": about %,d targets would settle this", targets);
    }
    return result.ended().isEmpty() ? standing : standing + ", ended early: more may be found";
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
    for (ProtectionResult plain : List.of(report.unprotected(), report.withoutEdges())) {
      lines.add(new LineFigure.Line(plain.title(), List.of(point(plain))));
    }
    report
        .chosen()
        .ifPresent(
            chosen ->
                lines.add(
                    new LineFigure.Line("chosen: " + chosen.label(), List.of(point(chosen)))));
    return new LineFigure("Accuracy against leakage", report.measure(), LEAKAGE, lines, List.of());
  }

  private static LineFigure.Point point(ProtectionResult result) {
    return new LineFigure.Point(result.accuracy(), Measurement.of(result.found().recall()));
  }
}
