package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.file.AtomicFile;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.LeakageReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of edges with their ranks, the most exposed first. */
final class ExposureTable {

  private ExposureTable() {}

  static List<ExposedEdge> first(LeakageReport leakage, int count) {
    return leakage.edges().subList(0, Math.min(count, leakage.edgeCount()));
  }

  /** Returns the first edges as a text table. */
  static String of(LeakageReport leakage, int top) {
    List<List<String>> rows = new ArrayList<>();
    for (ExposedEdge edge : first(leakage, top)) {
      rows.add(
          List.of(
              edge.u() + " - " + edge.v(),
              String.format(Locale.ROOT, "%,d", edge.rank()),
              String.format(Locale.ROOT, "%.4g", edge.score()),
              Output.percent(edge.precisionAtRank())));
    }
    return Output.table(List.of("edge", "rank", "score", "edges up to it"), rows);
  }

  /** Writes every edge. */
  static void write(LeakageReport leakage, Path file) {
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord("from", "to", "rank", "score", "precision");
            for (ExposedEdge edge : leakage.edges()) {
              rows.writeRecord(
                  Integer.toString(edge.u()),
                  Integer.toString(edge.v()),
                  Long.toString(edge.rank()),
                  Double.toString(edge.score()),
                  Double.toString(edge.precisionAtRank()));
            }
          }
        });
  }
}
