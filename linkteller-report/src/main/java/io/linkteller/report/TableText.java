package io.linkteller.report;

import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The text in and below a table that all formats have in common: numbers, marks and notes. */
final class TableText {

  static final String ABOVE = "▲";
  static final String BELOW = "▼";

  private final ResultTable table;
  private final List<String> notes;

  TableText(ResultTable table) {
    this.table = table;
    Set<String> different = new LinkedHashSet<>();
    table.rows().forEach(row -> row.note().ifPresent(different::add));
    notes = List.copyOf(different);
  }

  /** Formats the mean and, if the measurement was repeated, the standard deviation. */
  static String ours(ResultRow row) {
    Measurement ours = row.ours();
    OptionalDouble deviation =
        ours.count() > 1 ? OptionalDouble.of(ours.deviation()) : OptionalDouble.empty();
    return number(row.metric(), ours.mean(), deviation);
  }

  /** Returns the paper's number, if there is one. */
  static Optional<String> paper(ResultRow row) {
    return row.paper().map(paper -> number(row.metric(), paper.value(), paper.spread()));
  }

  /** Returns the direction in which a measurement differs from the paper, empty if it does not. */
  static String mark(ResultRow row) {
    if (!row.differs()) {
      return "";
    }
    return row.ours().mean() > row.paper().orElseThrow().value() ? ABOVE : BELOW;
  }

  private static String number(Metric metric, double value, OptionalDouble deviation) {
    String mean = metric.shown(value);
    return deviation.isPresent() ? mean + " ± " + metric.shown(deviation.getAsDouble()) : mean;
  }

  /** Returns the number of a row's note in parentheses, empty if it has none. */
  String reference(ResultRow row) {
    return row.note().map(note -> "(" + (notes.indexOf(note) + 1) + ")").orElse("");
  }

  /** Returns the lines below the table. */
  List<String> footnotes() {
    List<String> lines = new ArrayList<>();
    legend().ifPresent(lines::add);
    for (int i = 0; i < notes.size(); i++) {
      lines.add("(" + (i + 1) + ") " + notes.get(i));
    }
    return lines;
  }

  private Optional<String> legend() {
    List<ResultRow> compared =
        table.rows().stream()
            .filter(row -> row.paper().isPresent() && row.metric().floor().isPresent())
            .toList();
    if (compared.isEmpty()) {
      return Optional.empty();
    }
    List<String> floors =
        table.rows().stream()
            .map(ResultRow::metric)
            .distinct()
            .filter(metric -> metric.floor().isPresent())
            .map(metric -> metric.shown(metric.floor().orElseThrow()) + " (" + metric.name() + ")")
            .toList();
    return Optional.of(
        compared.stream().filter(row -> !row.differs()).count()
            + " of "
            + compared.size()
            + " numbers agree with the paper's. "
            + ABOVE
            + " and "
            + BELOW
            + " mark numbers above and below the paper's by more than two of its standard"
            + " deviations and by more than "
            + String.join(", ", floors)
            + ".");
  }
}
