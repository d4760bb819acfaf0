package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.direct.EdgeRelations;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file of the pairs that an attack names. */
final class NamedPairs {

  /** The fields of a pair, of which the last may be missing. */
  private static final List<String> COLUMNS = List.of("from", "to", "score", "relation");

  private NamedPairs() {}

  /**
   * Writes the pairs with their scores, the most likely first, and with their relations if these
   * were told apart.
   */
  static void write(
      TimedAttack.Result result, NodeNames names, List<String> relationNames, Path file) {
    List<Map<String, Object>> pairs = pairs(result, names, relationNames);
    if (file.toString().endsWith(".json")) {
      String json = Terminal.printableJson(Output.json(pairs));
      AtomicFile.write(file, out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
      return;
    }
    List<String> columns = COLUMNS.subList(0, result.relations().isPresent() ? 4 : 3);
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord(columns);
            for (Map<String, Object> pair : pairs) {
              List<String> row = new ArrayList<>();
              pair.values().forEach(value -> row.add(value.toString()));
              while (row.size() < columns.size()) {
                row.add("");
              }
              rows.writeRecord(row);
            }
          }
        });
  }

  /** Returns the fields of each pair, without a relation if it has none. */
  private static List<Map<String, Object>> pairs(
      TimedAttack.Result result, NodeNames names, List<String> relationNames) {
    List<Map<String, Object>> pairs = new ArrayList<>();
    for (ScoredPair pair : result.found().edges()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(COLUMNS.get(0), Output.name(names, pair.u()));
      fields.put(COLUMNS.get(1), Output.name(names, pair.v()));
      fields.put(COLUMNS.get(2), pair.score());
      int relation =
          result.relations().map(r -> r.relation(pairs.size())).orElse(EdgeRelations.NONE);
      if (relation != EdgeRelations.NONE) {
        fields.put(COLUMNS.get(3), relationNames.get(relation));
      }
      pairs.add(fields);
    }
    return pairs;
  }
}
