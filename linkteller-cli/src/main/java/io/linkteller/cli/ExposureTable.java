package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.report.ReportText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A table of edges with their ranks, most exposed first. */
final class ExposureTable {

  /** The maximum number of edges in the printed output, so that they fit on a screen. */
  private static final int SHOWN = 20;

  private ExposureTable() {}

  private static List<ExposedEdge> first(List<ExposedEdge> edges) {
    return edges.subList(0, Math.min(SHOWN, edges.size()));
  }

  /** Returns the first edges as JSON fields. */
  static List<Map<String, Object>> fields(List<ExposedEdge> edges, NodeNames names) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (ExposedEdge edge : first(edges)) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("u", Output.name(names, edge.u()));
      row.put("v", Output.name(names, edge.v()));
      row.put("score", edge.score());
      row.put("rank", edge.rank());
      row.put("edgesUpTo", edge.edgesUpTo());
      rows.add(row);
    }
    return rows;
  }

  /** Returns the first edges as a text table. */
  static String of(List<ExposedEdge> edges, EdgeKind kind, NodeNames names) {
    List<List<String>> rows = new ArrayList<>();
    for (ExposedEdge edge : first(edges)) {
      rows.add(
          List.of(
              names.of(edge.u()) + kind.link() + names.of(edge.v()),
              String.format(Locale.ROOT, "%,d", edge.rank()),
              String.format(Locale.ROOT, "%.4g", edge.score()),
              Output.percent(edge.precisionAtRank())));
    }
    return ReportText.table(
        List.of(kind.fill("{edge}"), "rank", "score", kind.fill("{edges} up to it")), rows);
  }

  /** Writes every edge. */
  static void write(LeakageReport leakage, NodeNames names, Path file) {
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord("from", "to", "rank", "score", "precision");
            for (ExposedEdge edge : leakage.edges()) {
              rows.writeRecord(
                  names.of(edge.u()),
                  names.of(edge.v()),
                  Long.toString(edge.rank()),
                  Double.toString(edge.score()),
                  Double.toString(edge.precisionAtRank()));
            }
          }
        });
  }
}
