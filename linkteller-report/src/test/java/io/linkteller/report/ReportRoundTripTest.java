package io.linkteller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.PaperValue;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import io.linkteller.testkit.fixture.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written can be read back: the whole report from JSON, the numbers from CSV. */
final class ReportRoundTripTest {

  private static final List<Metric> METRICS =
      List.of(
          Metric.PRECISION, Metric.AUC, Metric.RUNNING_TIME, Metric.unmarked("n", Unit.NUMBER, 0));

  @Test
  void aReportReadBackIsEqual(@TempDir Path directory) throws IOException {
    Report report = SampleReport.report();
    Path file = directory.resolve("sample.json");
    Files.writeString(file, ReportJson.write(report));
    Report read = ReportFiles.read(file);
    assertEquals(report, read);
    assertEquals(List.copyOf(report.settings().keySet()), List.copyOf(read.settings().keySet()));
    assertEquals(report.tables(), read.tables());
  }

  @Property(tries = 60)
  void anyTableReadBackFromJsonIsEqual(@ForAll("tables") ResultTable table) throws IOException {
    Path file = Files.createTempFile("report", ".json");
    try {
      Files.writeString(file, ReportJson.write(reportOf(table)));
      assertEquals(List.of(table), ReportFiles.read(file).tables());
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 60)
  void everyFieldOfEveryRowIsInTheCsv(@ForAll("tables") ResultTable table) {
    List<NamedCsvRecord> read = new ArrayList<>();
    CsvReader.builder().ofNamedCsvRecord(TableCsv.write(table)).forEach(read::add);
    assertEquals(table.rows().size(), read.size());
    for (int i = 0; i < read.size(); i++) {
      assertEquals(table.rows().get(i), row(table, table.rows().get(i).metric(), read.get(i)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "[]",
        "{\"name\":\"a\",\"title\":null,\"introduction\":\"\",\"settings\":{},\"sections\":[]}",
        "{\"name\":\"a\",\"title\":\"t\",\"introduction\":\"\",\"settings\":{},\"sections\":[null]}"
      })
  void otherFilesAreRejected(String text, @TempDir Path directory) throws IOException {
    Path file = directory.resolve("broken.json");
    Files.writeString(file, text);
    String message = Refusal.messageOf(() -> ReportFiles.read(file));
    assertTrue(message.startsWith(file + " is not a report"), message);
    assertFalse(message.contains("io.linkteller") || message.contains("Cannot"), message);
  }

  @Test
  void messagesAreShortWhateverTheFileRepeats(@TempDir Path directory) throws IOException {
    ObjectNode tree =
        (ObjectNode) new ObjectMapper().readTree(ReportJson.write(SampleReport.report()));
    tree.put("name", "No name ".repeat(10_000));
    Path file = Files.writeString(directory.resolve("broken.json"), tree.toString());
    String message = Refusal.messageOf(() -> ReportFiles.read(file));
    assertTrue(message.contains("name = \"No name"), message);
    assertTrue(message.length() < 1_000, () -> message.length() + " characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | name | null | expected one JSON object with all fields of a report
          '' | name | [] | name: a value is missing or of the wrong type
          '' | more | 1 | more: there is no such field in a report
          /sections/0 | title | " " | sections[0]: a section needs a title
          /sections/0 | blocks | "text" | sections[0].blocks: a value is missing or of the wrong type
          /sections/0/blocks/0 | kind | "nothing" | sections[0].blocks[0]: a value is missing or of the wrong type
          /sections/0/blocks/1/table/rows/0 | mean | "text" | sections[0].blocks[1].table.rows[0].mean: a value is missing or of the wrong type
          /sections/0/blocks/1/table/rows/0 | metric | "no" | sections[0].blocks[1].table: metric "no" is none of [precision, recall]
          """)
  void errorsInAReportAreDescribedInTermsOfTheFile(
      String where, String field, String value, String told, @TempDir Path directory)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode tree = json.readTree(ReportJson.write(SampleReport.report()));
    ((ObjectNode) tree.at(where)).set(field, json.readTree(value));
    Path file = Files.writeString(directory.resolve("broken.json"), tree.toString());
    String message = Refusal.messageOf(() -> ReportFiles.read(file));
    assertTrue(message.startsWith(file + " is not a report: "), message);
    assertTrue(message.endsWith(": " + told), message);
  }

  private static ResultRow row(ResultTable table, Metric metric, NamedCsvRecord line) {
    assertEquals(metric.name(), line.getField("metric"));
    Map<String, String> keys = new LinkedHashMap<>();
    table
        .keyColumns()
        .forEach(column -> keys.put(column, content(line.getField(TableCsv.cell(column)))));
    Optional<PaperValue> paper =
        text(line, "paper")
            .map(
                value ->
                    new PaperValue(
                        Double.parseDouble(value),
                        text(line, "paper spread")
                            .map(spread -> OptionalDouble.of(Double.parseDouble(spread)))
                            .orElse(OptionalDouble.empty())));
    ResultRow row =
        new ResultRow(
            keys,
            metric,
            new Measurement(
                Double.parseDouble(line.getField("mean")),
                Double.parseDouble(line.getField("deviation")),
                Integer.parseInt(line.getField("count"))),
            paper,
            text(line, "note"));
    assertEquals(paper.map(value -> Boolean.toString(row.differs())), text(line, "differs"));
    return row;
  }

  private static Optional<String> text(NamedCsvRecord line, String column) {
    return Optional.of(content(line.getField(column))).filter(text -> !text.isEmpty());
  }

  private static String content(String cell) {
    return cell.startsWith("'") ? cell.substring(1) : cell;
  }

  /** A data set named {@code =HYPERLINK(...)} was a formula in the reader's spreadsheet. */
  @Test
  void noCellBeginsLikeAFormula() {
    for (String text :
        List.of(
            "=1+1",
            "+1+1",
            "-1+1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "'=1",
            "-",
            "=",
            "- none",
            "\n=1",
            "\uff1d1+1",
            "\ufeff=1+1",
            "\ufeff\u200b =1+1",
            "\ufeff-1",
            " @SUM(A1)",
            "\u00a0\t1")) {
      assertEquals("'" + text, TableCsv.cell(text));
    }
    for (String text :
        List.of("", " ", "\ufeffRU", "RU", "-0.5", "+1e-3", "a=b", "-1", "\u03b5 = 1")) {
      assertEquals(text, TableCsv.cell(text));
    }
  }

  private static Report reportOf(ResultTable table) {
    return Report.builder("any", "Any")
        .section("Only")
        .table(table, new Pivot(List.of(), List.of(Columns.METRIC), table.keyColumns()))
        .build();
  }

  @Provide
  static Arbitrary<ResultTable> tables() {
    Arbitrary<String> text =
        Arbitraries.strings().ofMinLength(1).ofMaxLength(8).filter(s -> !s.isBlank());
    Arbitrary<List<String>> columns =
        text.filter(name -> !TableCsv.MEASURED.contains(name))
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .uniqueElements();
    return columns.flatMap(
        names ->
            rows(names)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .uniqueElements(row -> List.of(row.keys(), row.metric().name()))
                .map(rows -> new ResultTable("any | table", names, rows)));
  }

  private static Arbitrary<ResultRow> rows(List<String> columns) {
    Arbitrary<String> text =
        Arbitraries.strings().ofMinLength(1).ofMaxLength(6).filter(s -> !s.isBlank());
    Arbitrary<Measurement> ours =
        Combinators.combine(
                Arbitraries.doubles().between(0, 1),
                Arbitraries.doubles().between(0, 1),
                Arbitraries.integers().between(1, 100))
            .as(Measurement::new);
    Arbitrary<PaperValue> paper =
        Combinators.combine(
                Arbitraries.doubles().between(0, 1), Arbitraries.doubles().between(0, 1).optional())
            .as(
                (value, spread) ->
                    spread.map(s -> PaperValue.of(value, s)).orElse(PaperValue.of(value)));
    return Combinators.combine(
            text.list().ofSize(columns.size()),
            Arbitraries.of(METRICS),
            ours,
            paper.optional(),
            // FastCSV's reader takes a carriage return at the end of a quoted last field for the
            // end of
            // the line, and misses the line feed after it.
            text.filter(note -> !note.endsWith("\r")).optional())
        .as(
            (values, metric, measured, printed, note) -> {
              Map<String, String> keys = new LinkedHashMap<>();
              for (int i = 0; i < values.size(); i++) {
                keys.put(columns.get(i), values.get(i));
              }
              return new ResultRow(keys, metric, measured, printed, note);
            });
  }
}
