package io.linkteller.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.file.SpreadsheetText;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Writes tables as tidy CSV: one line per measurement, unrounded numbers, shares in [0, 1].
 *
 * <p>A text that spreadsheets execute ({@link SpreadsheetText}) gets an apostrophe in front, which
 * they hide; so does a text that begins with an apostrophe, so that one is always removed when the
 * file is read.
 */
final class TableCsv {

  static final List<String> MEASURED =
      List.of(
          Columns.METRIC, "mean", "deviation", "count", "paper", "paper spread", "differs", "note");

  private TableCsv() {}

  static String write(ResultTable table) {
    StringWriter text = new StringWriter();
    try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      List<String> header = new ArrayList<>(table.keyColumns());
      header.addAll(MEASURED);
      rows.writeRecord(header.stream().map(TableCsv::cell).toList());
      table.rows().forEach(row -> rows.writeRecord(fields(row)));
    } catch (IOException e) {
      throw new AssertionError("a string takes everything", e);
    }
    return text.toString();
  }

  private static List<String> fields(ResultRow row) {
    List<String> fields = new ArrayList<>();
    row.keys().values().forEach(text -> fields.add(cell(text)));
    fields.add(cell(row.metric().name()));
    fields.add(Double.toString(row.ours().mean()));
    fields.add(Double.toString(row.ours().deviation()));
    fields.add(Integer.toString(row.ours().count()));
    fields.add(row.paper().map(paper -> Double.toString(paper.value())).orElse(""));
    fields.add(row.paper().map(paper -> number(paper.spread())).orElse(""));
    fields.add(row.paper().map(paper -> Boolean.toString(row.differs())).orElse(""));
    fields.add(cell(row.note().orElse("")));
    return fields;
  }

  /** Returns a text as a cell that no spreadsheet executes. */
  static String cell(String text) {
    return SpreadsheetText.isExecuted(text) || text.startsWith("'") ? "'" + text : text;
  }

  private static String number(OptionalDouble number) {
    return number.isPresent() ? Double.toString(number.getAsDouble()) : "";
  }
}
