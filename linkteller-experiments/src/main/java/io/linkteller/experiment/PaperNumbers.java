package io.linkteller.experiment;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.PaperValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of the paper's tables, read once from a file in the library's jar. */
final class PaperNumbers {

  private static final String FILE = "paper-tables.csv";

  private static final Map<PaperTable, Map<Cell, PaperValue>> TABLES = read();

  private PaperNumbers() {}

  /** The quantity that a number measures. */
  record Cell(Metric metric, Map<String, String> keys) {}

  static Map<Cell, PaperValue> of(PaperTable table) {
    return TABLES.getOrDefault(table, Map.of());
  }

  private static Map<PaperTable, Map<Cell, PaperValue>> read() {
    Map<PaperTable, Map<Cell, PaperValue>> tables = new EnumMap<>(PaperTable.class);
    for (PaperTable table : PaperTable.values()) {
      tables.put(table, new HashMap<>());
    }
    try (InputStream in = PaperNumbers.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("missing from the library's jar: " + FILE);
      }
      try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(in)) {
        rows.forEach(row -> add(tables, row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + FILE + ": " + e, e);
    }
    return Collections.unmodifiableMap(tables);
  }

  private static void add(Map<PaperTable, Map<Cell, PaperValue>> tables, NamedCsvRecord row) {
    PaperTable table = table(row.getField("table"));
    Metric metric = metric(table.metrics(), row.getField("metric"));
    Map<String, String> keys = new LinkedHashMap<>();
    table.keyColumns().forEach(column -> keys.put(column, row.getField(column)));
    double value = number(metric, row.getField("value"));
    String spread = row.getField("spread");
    PaperValue printed =
        spread.isEmpty() ? PaperValue.of(value) : PaperValue.of(value, number(metric, spread));
    tables.getOrDefault(table, Map.of()).put(new Cell(metric, Map.copyOf(keys)), printed);
  }

  private static PaperTable table(String label) {
    for (PaperTable table : PaperTable.values()) {
      if (table.label().equals(label)) {
        return table;
      }
    }
    throw new IllegalStateException("table " + label + " in " + FILE + " is unknown");
  }

  private static Metric metric(List<Metric> metrics, String name) {
    return metrics.stream()
        .filter(metric -> metric.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("metric " + name + " in " + FILE + " is unknown"));
  }

  /**
   * Returns a number of the file, which contains percentages as printed. Decimal arithmetic
   * converts 33.0 to the double 0.33.
   */
  private static double number(Metric metric, String printed) {
    return new BigDecimal(printed).movePointLeft(metric.unit().shift()).doubleValue();
  }
}
